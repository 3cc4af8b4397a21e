/** Which names and streets are plausible there. */
export type Region = 'north' | 'west' | 'east' | 'south'

export interface NigerianState {
  readonly name: string
  /** Two letters, as they stand in policy numbers and pharmacy codes. */
  readonly code: string
  readonly region: Region
  /** Some of its local government areas, by their real names. */
  readonly lgas: readonly string[]
}

const state = (code: string, name: string, region: Region, lgas: string): NigerianState => ({
  code,
  name,
  region,
  lgas: lgas.split(', '),
})

/** The 36 states and the Federal Capital Territory. */
export const states: readonly NigerianState[] = [
  state(
    'AB',
    'Abia',
    'east',
    'Aba North, Aba South, Arochukwu, Bende, Isiala Ngwa North, Ohafia, Osisioma, Umuahia North, Umuahia South',
  ),
  state(
    'AD',
    'Adamawa',
    'north',
    'Demsa, Fufure, Ganye, Girei, Mubi North, Mubi South, Numan, Yola North, Yola South',
  ),
  state(
    'AK',
    'Akwa Ibom',
    'south',
    'Abak, Eket, Essien Udim, Etinan, Ibeno, Ikot Abasi, Ikot Ekpene, Itu, Oron, Uyo',
  ),
  state(
    'AN',
    'Anambra',
    'east',
    'Aguata, Awka North, Awka South, Idemili North, Ihiala, Nnewi North, Ogbaru, Onitsha North, Onitsha South',
  ),
  state(
    'BA',
    'Bauchi',
    'north',
    "Alkaleri, Bauchi, Dass, Jama'are, Katagum, Misau, Ningi, Tafawa Balewa, Toro",
  ),
  state(
    'BY',
    'Bayelsa',
    'south',
    'Brass, Ekeremor, Kolokuma/Opokuma, Nembe, Ogbia, Sagbama, Southern Ijaw, Yenagoa',
  ),
  state(
    'BE',
    'Benue',
    'north',
    'Ado, Gboko, Gwer West, Katsina-Ala, Kwande, Makurdi, Oju, Otukpo, Vandeikya',
  ),
  state('BO', 'Borno', 'north', 'Bama, Biu, Chibok, Dikwa, Gwoza, Jere, Konduga, Maiduguri, Monguno'),
  state(
    'CR',
    'Cross River',
    'south',
    'Akamkpa, Boki, Calabar Municipal, Calabar South, Ikom, Obudu, Odukpani, Ogoja, Yakuur',
  ),
  state(
    'DE',
    'Delta',
    'south',
    'Aniocha South, Bomadi, Ethiope East, Ika South, Isoko North, Oshimili South, Sapele, Ughelli North, Uvwie, Warri South',
  ),
  state(
    'EB',
    'Ebonyi',
    'east',
    'Abakaliki, Afikpo North, Ebonyi, Ezza North, Ikwo, Ishielu, Izzi, Ohaukwu, Onicha',
  ),
  state(
    'ED',
    'Edo',
    'south',
    'Akoko-Edo, Egor, Esan Central, Esan West, Etsako West, Ikpoba-Okha, Oredo, Orhionmwon, Ovia North-East, Uhunmwonde',
  ),
  state(
    'EK',
    'Ekiti',
    'west',
    'Ado-Ekiti, Efon, Ekiti East, Emure, Ijero, Ikere, Ikole, Irepodun/Ifelodun, Oye',
  ),
  state(
    'EN',
    'Enugu',
    'east',
    'Awgu, Enugu East, Enugu North, Enugu South, Ezeagu, Igbo-Etiti, Nkanu West, Nsukka, Oji River, Udi',
  ),
  state('FC', 'FCT', 'north', 'Abaji, Abuja Municipal Area Council, Bwari, Gwagwalada, Kuje, Kwali'),
  state('GO', 'Gombe', 'north', 'Akko, Balanga, Billiri, Dukku, Gombe, Kaltungo, Kwami, Yamaltu/Deba'),
  state(
    'IM',
    'Imo',
    'east',
    'Aboh Mbaise, Ahiazu Mbaise, Ideato North, Ikeduru, Mbaitoli, Oguta, Okigwe, Orlu, Owerri Municipal, Owerri North',
  ),
  state('JI', 'Jigawa', 'north', 'Babura, Birnin Kudu, Dutse, Gumel, Hadejia, Jahun, Kazaure, Ringim'),
  state(
    'KD',
    'Kaduna',
    'north',
    "Birnin Gwari, Chikun, Giwa, Igabi, Jema'a, Kachia, Kaduna North, Kaduna South, Sabon Gari, Zaria",
  ),
  state(
    'KN',
    'Kano',
    'north',
    'Bichi, Dala, Fagge, Gaya, Gwale, Kano Municipal, Kumbotso, Nassarawa, Rano, Tarauni, Ungogo, Wudil',
  ),
  state(
    'KT',
    'Katsina',
    'north',
    'Bakori, Batagarawa, Daura, Dutsin-Ma, Funtua, Kankia, Katsina, Malumfashi, Mani',
  ),
  state('KE', 'Kebbi', 'north', 'Argungu, Bagudo, Birnin Kebbi, Bunza, Jega, Koko/Besse, Yauri, Zuru'),
  state('KO', 'Kogi', 'north', 'Adavi, Ajaokuta, Ankpa, Dekina, Idah, Kabba/Bunu, Lokoja, Okene, Yagba West'),
  state(
    'KW',
    'Kwara',
    'west',
    'Asa, Baruten, Edu, Ifelodun, Ilorin East, Ilorin South, Ilorin West, Offa, Oyun',
  ),
  state(
    'LA',
    'Lagos',
    'west',
    'Agege, Ajeromi-Ifelodun, Alimosho, Amuwo-Odofin, Apapa, Badagry, Epe, Eti-Osa, Ibeju-Lekki, Ifako-Ijaiye, Ikeja, Ikorodu, Kosofe, Lagos Island, Lagos Mainland, Mushin, Ojo, Oshodi-Isolo, Shomolu, Surulere',
  ),
  state('NA', 'Nasarawa', 'north', 'Akwanga, Doma, Karu, Keana, Keffi, Kokona, Lafia, Nasarawa, Toto'),
  state('NI', 'Niger', 'north', 'Agaie, Bida, Bosso, Chanchaga, Gurara, Kontagora, Lapai, Mokwa, Suleja'),
  state(
    'OG',
    'Ogun',
    'west',
    'Abeokuta North, Abeokuta South, Ado-Odo/Ota, Ifo, Ijebu North, Ijebu Ode, Ikenne, Obafemi Owode, Sagamu, Yewa South',
  ),
  state(
    'ON',
    'Ondo',
    'west',
    'Akoko North-East, Akure North, Akure South, Ese Odo, Idanre, Ilaje, Odigbo, Okitipupa, Ondo West, Owo',
  ),
  state(
    'OS',
    'Osun',
    'west',
    'Boripe, Ede North, Ife Central, Ife East, Ila, Ilesa East, Irewole, Iwo, Olorunda, Osogbo',
  ),
  state(
    'OY',
    'Oyo',
    'west',
    'Afijio, Akinyele, Egbeda, Ibadan North, Ibadan North-East, Ibadan South-West, Iseyin, Ogbomosho North, Oluyole, Oyo East, Saki West',
  ),
  state(
    'PL',
    'Plateau',
    'north',
    'Barkin Ladi, Bassa, Bokkos, Jos East, Jos North, Jos South, Mangu, Pankshin, Shendam',
  ),
  state(
    'RI',
    'Rivers',
    'south',
    'Ahoada East, Bonny, Degema, Eleme, Etche, Ikwerre, Khana, Obio/Akpor, Okrika, Oyigbo, Port Harcourt',
  ),
  state(
    'SO',
    'Sokoto',
    'north',
    'Binji, Bodinga, Gwadabawa, Illela, Sokoto North, Sokoto South, Tambuwal, Wamako, Wurno',
  ),
  state('TA', 'Taraba', 'north', 'Ardo Kola, Bali, Gashaka, Ibi, Jalingo, Sardauna, Takum, Wukari, Zing'),
  state('YO', 'Yobe', 'north', 'Bade, Damaturu, Fika, Fune, Geidam, Gujba, Nguru, Potiskum'),
  state(
    'ZA',
    'Zamfara',
    'north',
    'Anka, Bungudu, Gummi, Gusau, Kaura Namoda, Maradun, Shinkafi, Talata Mafara, Tsafe',
  ),
]
