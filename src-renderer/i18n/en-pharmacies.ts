const pharmacies = {
  'search-label': 'Name, area, street, state or code',
  'search-offline': 'Search offline',
  'ask-insurer': 'Ask the insurer',
  reading: 'Looking for pharmacies',
  total: 'No pharmacy found | 1 pharmacy | {shown} pharmacies',
  similar: '1 of them by a similar spelling | {n} of them by a similar spelling',
  'all-similar': 'nothing is spelled like this, these are similar',
  of: '{n} of {total} pharmacies',
  'of-at-most': '{n} of up to {total} pharmacies',
  'press-enter': 'Press Enter to ask the insurer.',
  more: 'Show more',
  'more-reading': 'Loading more',
  'more-failed': 'No more could be loaded. {why}.',
  beside: 'The selected pharmacy',
  empty: 'No pharmacy found',
  'empty-detail': 'Check the spelling, or enter fewer words.',
  'empty-insurer': 'The insurer searches one field at a time. Enter one word, or download all pharmacies.',
  'empty-list': {
    title: 'The insurer’s list holds no pharmacies',
    text: 'Try again later, or tell head office.',
  },
  'choose-again': {
    title: 'Select the pharmacy again',
    text: '{name} was selected at another address of the insurer. Open the right one here, for policy {policy}.',
  },
  'nothing-kept': 'Nothing is on this computer yet',
  'nothing-kept-detail': 'Connect, then download all pharmacies.',
  state: 'State',
  lga: 'Area (LGA)',
  address: 'Address',
  'no-name': 'No name',
  'cut-off': '{start}… ({n} letters in all)',
  'details-intro': 'Pharmacy {code}',
} as const

const source = {
  api: 'From the insurer at {when}.',
  pages: 'Only 1 pharmacy seen here, {when}. | Only the {n} pharmacies seen here, the oldest {when}.',
  'no-pages': 'No pharmacy was seen on this computer yet.',
  complete: 'From {n} offline pharmacies, updated {when}.',
  incomplete: 'From {n} offline pharmacies, updated {when}. Some may be missing.',
} as const

const directory = {
  chip: {
    label: 'Pharmacies on this computer',
    none: 'Not downloaded',
    kept: '{n} offline · {when}',
    reading: 'Downloading, {percent}%',
    paused: 'Download paused',
    failed: 'Download stopped',
  },
  title: 'Offline pharmacies:',
  none: 'not downloaded',
  'none-saves-data': 'not downloaded, because “Save data” is on.',
  complete: '{n}, complete, updated {when}',
  incomplete: '{n}, updated {when}. Some may be missing.',
  stays: 'The last download may be incomplete, so this list stays.',
  download: 'Download all pharmacies',
  update: 'Update list',
  pause: 'Pause',
  reading: 'Downloading: {read} of {pages} pages, {n} pharmacies.',
  publishing: 'Getting {n} pharmacies ready to search.',
  paused: 'Paused. {read} of {pages} pages are here.',
  waiting: '{why}. It continues automatically.',
  failed: '{why}. {read} of {pages} pages are here.',
  'old-serves': 'Until it is done, the list of {when} is used.',
  progress: 'Download of all pharmacies',
  done: 'All pharmacies are on this computer.',
} as const

const slip = {
  qr: 'Show QR code',
  'qr-title': 'For the customer to take away',
  'qr-detail': 'The customer points a phone’s camera at it.',
  'qr-label': 'QR code of {name}: {text}',
  'qr-cut': 'Too long: only the beginning is in the QR code.',
  'qr-impossible': 'No QR code is possible. Print it instead.',
  'printed-for': 'Pharmacy of the network',
} as const

const send = {
  action: 'Send to the customer',
  title: 'Send this pharmacy to a customer',
  text: 'The person named on the policy gets {name} by SMS and email.',
  policy: 'Customer’s policy number',
  confirm: 'Send {name} to the customer of policy {policy}.',
  'sent-detail': '{name}, for the customer of policy {policy}.',
  'send-again': 'Enter another policy number',
  page: 'Show the request',
  repeat: {
    title: 'This was already submitted',
    text: '{name} for policy {policy}: {when}, “{state}”. The customer may get the SMS and email twice.',
  },
  unknown: { title: 'No claim of this policy is known on this computer', text: 'Send all the same?' },
  unsure: {
    title: 'This policy could not be checked',
    text: 'Not every claim on this computer can be read, or is shown to you. Send all the same?',
  },
  'all-the-same': 'Send all the same',
  hint: 'As on the policy certificate, or find the customer by name or phone.',
  customers: 'Customers known here',
  known: '1 customer known here | {n} customers known here',
} as const

const sent = {
  intro: 'Pharmacies whose details were sent to customers, and what became of it.',
  empty: { title: 'Nothing was sent yet', text: 'Open a pharmacy, and select “Send to the customer”.' },
} as const

/** The screens for pharmacies, and the offer to download all. */
export const enPharmacies = {
  pharmacies,
  'pharmacy-source': source,
  directory,
  'pharmacy-slip': slip,
  'pharmacy-send': send,
  'pharmacy-sent': sent,
  'directory-offer': {
    title: 'Download all pharmacies?',
    text: 'Then you can search them without a connection.',
    download: 'Download now',
    later: 'Later',
    declined: 'You can download all pharmacies later, under Pharmacies.',
  },
} as const
