/** The texts of the offer to download all pharmacies. */
export const enDirectoryOffer = {
  'directory-offer': {
    title: 'Download all pharmacies?',
    takes: '{n} pharmacies, {time}. Then you can search them offline.',
    'takes-bytes':
      '{n} pharmacies, about {size}, {time} on this line. Then you can search them without a connection.',
    download: 'Download now',
    later: 'Later',
    declined: 'You can download all pharmacies later, under Pharmacies.',
  },
} as const
