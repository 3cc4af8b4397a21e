import type { Region } from './states.ts'

const list = (text: string): readonly string[] => text.split(', ')

/** First names and surnames common in a region, as they are spelled there; the people are made up. */
export const firstNames: Readonly<Record<Region, readonly string[]>> = {
  west: list(
    'Adébáyọ̀, Ṣadé, Táíwò, Kẹ́hìndé, Fúnmiláyọ̀, Babátúndé, Ẹniọlá, Olúṣẹ́gun, Yétúndé, Abíọ́lá, Wálé, Títílayọ̀',
  ),
  east: list(
    'Chinedu, Ngọzi, Emeka, Adaeze, Ịfeoma, Obinna, Chiamaka, Ụgochi, Kelechi, Nkechi, Ikenna, Amarachi',
  ),
  north: list("Amina, Musa, Hauwa, Ibrahim, Zainab, Sani, Fatima, Yakubu, Ma'aruf, Rakiya, Bala, Safiya"),
  south: list(
    'Ebiere, Tamuno, Ọsahọn, Idara, Efe, Ekaette, Oghenekaro, Ẹfẹmẹna, Aniekan, Boma, Itohan, Preye',
  ),
}

export const surnames: Readonly<Record<Region, readonly string[]>> = {
  west: list(
    'Adéyẹmí, Ọládípọ̀, Ògúnbíyì, Akíntọ́lá, Ṣóyínká-Bello, Fáṣọlá, Ọ̀ṣúnlànà, Adékọ́yà, Oyèwọlé, Bánkọ́lé',
  ),
  east: list('Okafọ, Nwosu, Eze, Ọbiora, Nnamdi, Ụmeh, Okeke, Anyanwụ, Igwe, Mbah'),
  north: list("Abubakar, Danjuma, Mohammed, Sa'ad, Garba, Bello, Tanko, Shehu, Lawal, Ya'u"),
  south: list('Okon, Ẹdosa, Briggs, Effiong, Ọmọruyi, Amadi, Ibori-Dokubo, Etim, Oboh, Ọkpara'),
}

export const pharmacyWords = list(
  'Alpha, Blessed Hands, City Gate, Divine Mercy, Evergreen, First Choice, Good Shepherd, HealthPlus Corner, Ìlera, Ndụ, Ọ̀nà Ìwòsàn, Lafiya, Mother & Child, New Dawn, Ọma, Peace, Royal Cross, St. Luke, Trust, Unity, Well Spring, Zenith Care',
)

export const pharmacyKinds = list(
  'Pharmacy, Pharmacy Ltd, Chemists, Pharmacy & Stores, Pharmaceuticals, Drug House',
)

export const streetNames: Readonly<Record<Region, readonly string[]>> = {
  west: list(
    "Ọba Àkẹnzùà, Ṣàpárà, Ìfẹ́lódùn, Ọlọ́run Ṣògo, Palm Grove, Old Market, Isheri, St. Peter's, Ẹlẹ́yẹlé, Unity",
  ),
  east: list("Zik's, Ọgbọ Ọhụrụ, Market, Mission, Ụmụoji, Station, Bishop's, New Layout, Aro, Hospital"),
  north: list(
    "Ahmadu, Emir's, Sabon Tasha, Yan Kifi, Gidan Mangoro, Bank, Kofar Ruwa, Railway, Ibrahim Ta'awun, Barracks",
  ),
  south: list("Marian, Ọba Market, Aggrey's, Mission, Creek, Etinan, Airport, Ẹkẹnwan, Harbour, King's"),
}

export const streetKinds = list('Road, Street, Close, Avenue, Crescent, Way, Lane')

export const occupations = list(
  'Trader, Okada rider, Keke driver, Tailor, Teacher, Farmer, Mechanic, Caterer',
)

export const relationships = list('Spouse, Brother, Sister, Father, Mother, Son, Daughter')

export const incidents = list(
  'Hit from behind at the roundabout and the rear frame bent, Skidded on a wet road and the rider broke a wrist, Side collision with a delivery van and the windscreen shattered, Front fork broken after a pothole, Overturned while avoiding a goat; two passengers bruised, Struck while parked and the fuel tank dented, Brake failure on a slope and the canopy torn off, Engine flooded while crossing a washed-out culvert',
)
