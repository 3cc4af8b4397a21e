/** The texts of the offer to download all pharmacies. */
export const enDirectoryOffer = {
  'directory-offer': {
    title: 'Download all pharmacies?',
    detail: 'Then you can search them without a connection.',
    download: 'Download now',
    later: 'Later',
    declined: 'You can download all pharmacies later, under Pharmacies.',
  },
} as const
