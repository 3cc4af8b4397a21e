const regions = ['north', 'west', 'east', 'south'] as const
/** Which names and streets are plausible there. */
export type Region = (typeof regions)[number]

export interface NigerianState {
  readonly name: string
  /** Two letters, as they stand in policy numbers and pharmacy codes. */
  readonly code: string
  readonly region: Region
  /** Some of its local government areas, by their real names. */
  readonly lgas: readonly string[]
}

/** The 36 states and the Federal Capital Territory. */
export const states: readonly NigerianState[] = `
AB | Abia | east | Aba North, Aba South, Arochukwu, Bende, Isiala Ngwa North, Ohafia, Osisioma, Umuahia North, Umuahia South
AD | Adamawa | north | Demsa, Fufure, Ganye, Girei, Mubi North, Mubi South, Numan, Yola North, Yola South
AK | Akwa Ibom | south | Abak, Eket, Essien Udim, Etinan, Ibeno, Ikot Abasi, Ikot Ekpene, Itu, Oron, Uyo
AN | Anambra | east | Aguata, Awka North, Awka South, Idemili North, Ihiala, Nnewi North, Ogbaru, Onitsha North, Onitsha South
BA | Bauchi | north | Alkaleri, Bauchi, Dass, Jama'are, Katagum, Misau, Ningi, Tafawa Balewa, Toro
BY | Bayelsa | south | Brass, Ekeremor, Kolokuma/Opokuma, Nembe, Ogbia, Sagbama, Southern Ijaw, Yenagoa
BE | Benue | north | Ado, Gboko, Gwer West, Katsina-Ala, Kwande, Makurdi, Oju, Otukpo, Vandeikya
BO | Borno | north | Bama, Biu, Chibok, Dikwa, Gwoza, Jere, Konduga, Maiduguri, Monguno
CR | Cross River | south | Akamkpa, Boki, Calabar Municipal, Calabar South, Ikom, Obudu, Odukpani, Ogoja, Yakuur
DE | Delta | south | Aniocha South, Bomadi, Ethiope East, Ika South, Isoko North, Oshimili South, Sapele, Ughelli North, Uvwie, Warri South
EB | Ebonyi | east | Abakaliki, Afikpo North, Ebonyi, Ezza North, Ikwo, Ishielu, Izzi, Ohaukwu, Onicha
ED | Edo | south | Akoko-Edo, Egor, Esan Central, Esan West, Etsako West, Ikpoba-Okha, Oredo, Orhionmwon, Ovia North-East, Uhunmwonde
EK | Ekiti | west | Ado-Ekiti, Efon, Ekiti East, Emure, Ijero, Ikere, Ikole, Irepodun/Ifelodun, Oye
EN | Enugu | east | Awgu, Enugu East, Enugu North, Enugu South, Ezeagu, Igbo-Etiti, Nkanu West, Nsukka, Oji River, Udi
FC | FCT | north | Abaji, Abuja Municipal Area Council, Bwari, Gwagwalada, Kuje, Kwali
GO | Gombe | north | Akko, Balanga, Billiri, Dukku, Gombe, Kaltungo, Kwami, Yamaltu/Deba
IM | Imo | east | Aboh Mbaise, Ahiazu Mbaise, Ideato North, Ikeduru, Mbaitoli, Oguta, Okigwe, Orlu, Owerri Municipal, Owerri North
JI | Jigawa | north | Babura, Birnin Kudu, Dutse, Gumel, Hadejia, Jahun, Kazaure, Ringim
KD | Kaduna | north | Birnin Gwari, Chikun, Giwa, Igabi, Jema'a, Kachia, Kaduna North, Kaduna South, Sabon Gari, Zaria
KN | Kano | north | Bichi, Dala, Fagge, Gaya, Gwale, Kano Municipal, Kumbotso, Nassarawa, Rano, Tarauni, Ungogo, Wudil
KT | Katsina | north | Bakori, Batagarawa, Daura, Dutsin-Ma, Funtua, Kankia, Katsina, Malumfashi, Mani
KE | Kebbi | north | Argungu, Bagudo, Birnin Kebbi, Bunza, Jega, Koko/Besse, Yauri, Zuru
KO | Kogi | north | Adavi, Ajaokuta, Ankpa, Dekina, Idah, Kabba/Bunu, Lokoja, Okene, Yagba West
KW | Kwara | west | Asa, Baruten, Edu, Ifelodun, Ilorin East, Ilorin South, Ilorin West, Offa, Oyun
LA | Lagos | west | Agege, Ajeromi-Ifelodun, Alimosho, Amuwo-Odofin, Apapa, Badagry, Epe, Eti-Osa, Ibeju-Lekki, Ifako-Ijaiye, Ikeja, Ikorodu, Kosofe, Lagos Island, Lagos Mainland, Mushin, Ojo, Oshodi-Isolo, Shomolu, Surulere
NA | Nasarawa | north | Akwanga, Doma, Karu, Keana, Keffi, Kokona, Lafia, Nasarawa, Toto
NI | Niger | north | Agaie, Bida, Bosso, Chanchaga, Gurara, Kontagora, Lapai, Mokwa, Suleja
OG | Ogun | west | Abeokuta North, Abeokuta South, Ado-Odo/Ota, Ifo, Ijebu North, Ijebu Ode, Ikenne, Obafemi Owode, Sagamu, Yewa South
ON | Ondo | west | Akoko North-East, Akure North, Akure South, Ese Odo, Idanre, Ilaje, Odigbo, Okitipupa, Ondo West, Owo
OS | Osun | west | Boripe, Ede North, Ife Central, Ife East, Ila, Ilesa East, Irewole, Iwo, Olorunda, Osogbo
OY | Oyo | west | Afijio, Akinyele, Egbeda, Ibadan North, Ibadan North-East, Ibadan South-West, Iseyin, Ogbomosho North, Oluyole, Oyo East, Saki West
PL | Plateau | north | Barkin Ladi, Bassa, Bokkos, Jos East, Jos North, Jos South, Mangu, Pankshin, Shendam
RI | Rivers | south | Ahoada East, Bonny, Degema, Eleme, Etche, Ikwerre, Khana, Obio/Akpor, Okrika, Oyigbo, Port Harcourt
SO | Sokoto | north | Binji, Bodinga, Gwadabawa, Illela, Sokoto North, Sokoto South, Tambuwal, Wamako, Wurno
TA | Taraba | north | Ardo Kola, Bali, Gashaka, Ibi, Jalingo, Sardauna, Takum, Wukari, Zing
YO | Yobe | north | Bade, Damaturu, Fika, Fune, Geidam, Gujba, Nguru, Potiskum
ZA | Zamfara | north | Anka, Bungudu, Gummi, Gusau, Kaura Namoda, Maradun, Shinkafi, Talata Mafara, Tsafe
`
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', region, lgas = ''] = line.split(' | ')
    return { code, name, region: regions.find((one) => one === region) ?? 'north', lgas: lgas.split(', ') }
  })
