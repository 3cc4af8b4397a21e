const pharmacies = {
  title: 'Pharmacies',
  search: 'Search',
  'search-label': 'Name, area, street, state or code',
  'search-offline': 'Search offline',
  'ask-insurer': 'Ask the insurer',
  clear: 'Clear',
  reading: 'Looking for pharmacies',
  total: 'No pharmacy found | 1 pharmacy | {shown} pharmacies',
  similar: '1 of them by a similar spelling | {n} of them by a similar spelling',
  'all-similar': 'nothing is spelled like this, these are similar',
  of: 'of {last}',
  'page-label': 'Page',
  'go-to': 'Go',
  pages: 'Pages',
  first: 'First page',
  previous: 'Previous',
  next: 'Next',
  last: 'Last page',
  'no-such-page': 'There is no page {page}: the last one is {last}.',
  'go-last': 'Go to the last page',
  'at-most': 'Up to {shown} pharmacies',
  'all-before': 'Earlier pages showed all of these',
  empty: 'No pharmacy found',
  'empty-detail': 'Check the spelling, or enter fewer words.',
  'empty-insurer':
    'The insurer finds words only as they stand together in one field. Enter one word, or download all pharmacies to search for several.',
  'empty-list': 'The insurer’s list holds no pharmacies',
  'empty-list-detail': 'It answered, and its list is empty. Try again later, or tell head office.',
  'nothing-kept': 'Nothing is on this computer yet',
  'nothing-kept-detail': 'Connect, then download all pharmacies to find them offline.',
  code: 'Code',
  name: 'Name',
  state: 'State',
  lga: 'Local government area',
  address: 'Address',
  open: 'Open {name}',
  'no-name': 'No name',
  'cut-off': '{start}… ({n} letters in all)',
  'details-intro': 'Pharmacy {code}',
} as const

const source = {
  api: 'From the insurer at {when}.',
  kept: 'A page seen {age} ({when}).',
  pages: 'Only the {n} pharmacies seen on this computer, the oldest {age} ({when}). There may be more.',
  'no-pages': 'No pharmacy was seen on this computer yet.',
  complete: 'From {n} offline pharmacies, updated {age} ({when}).',
  incomplete: 'From {n} offline pharmacies, updated {age} ({when}). Some may be missing.',
  why: '{why}.',
  'just-now': 'just now',
} as const

const directory = {
  title: 'Offline pharmacies:',
  none: 'not downloaded',
  'none-saves-data': 'not downloaded, because “Save data” is on. You can still download them.',
  complete: '{n}, complete, updated {age} ({when})',
  incomplete:
    '{n}, updated {age} ({when}). Some may be missing: the insurer’s list changed during the download.',
  download: 'Download all pharmacies',
  update: 'Update list',
  pause: 'Pause',
  resume: 'Continue',
  reading: 'Downloading: {read} of {pages} pages, {n} pharmacies.',
  checking: 'All {n} are here. Checking for changes: {checked} of {pages} pages.',
  publishing: 'Getting {n} pharmacies ready to search.',
  left: 'Time left: {time}.',
  paused: 'Paused. {read} of {pages} pages are on this computer.',
  waiting: '{why}. It continues automatically.',
  failed: '{why}. {read} of {pages} pages are on this computer.',
  'old-serves': 'Until it is done, the list of {when} is used.',
  progress: 'Download of all pharmacies',
  done: 'All pharmacies are on this computer.',
} as const

const slip = {
  qr: 'Show QR code',
  'qr-title': 'For the customer to take away',
  'qr-detail': 'The customer points a phone’s camera at it. It holds name, address, area, state and code.',
  'qr-label': 'QR code of {name}: {text}',
  'qr-cut': 'This is too long for a QR code: the beginning of it is in the code.',
  'qr-impossible': 'A QR code of this pharmacy cannot be made. Print it instead.',
  back: 'Back',
  'not-real': {
    practice: 'PRACTICE: not a real pharmacy',
    sandbox: 'TEST: perhaps not a real pharmacy',
  },
  'printed-for': 'Pharmacy of the network',
  'printed-at': 'Printed {when}',
} as const

const send = {
  action: 'Send to the customer',
  title: 'Send this pharmacy to a customer',
  detail:
    'The insurer sends the name and address of {name} by SMS and email to the principal customer of the policy.',
  policy: 'Customer’s policy number',
  'policy-hint': 'The message goes to the principal customer of this policy.',
  'policy-missing': 'The policy number is missing.',
  'policy-too-long': 'The policy number is too long: at most 100 characters.',
  confirm: 'Send details of {name} to the customer of policy {policy}.',
  'sent-detail': 'Saved on this computer: details of {name} for the customer of policy {policy}.',
  waits: 'Waiting to be sent. It will be sent automatically.',
  sending: 'Sending',
  received: 'The insurer has sent it to the customer',
  refused: 'The insurer did not accept this request',
  'refused-todo':
    'Nothing was sent to the customer of policy {policy}. Send it again with the right policy number, then discard this request in the outbox: it is counted under “To correct” until then.',
  'send-again': 'Enter another policy number',
  outbox: 'Open the outbox',
  'repeat-title': 'This was asked for before',
  'repeat-detail':
    'Details of {name} for policy {policy} were submitted {age} ({when}): “{state}”. The customer may get the same SMS and email twice.',
  'repeat-send': 'Send it once more',
  'repeat-cancel': 'Do not send',
} as const

const settings = {
  title: 'Pharmacies',
  'max-age': 'Update offline pharmacies after (days)',
  'max-age-hint': 'Automatically, where they are downloaded. 0 never does. From 0 to 365.',
  'max-age-invalid': 'Enter a whole number from 0 to 365.',
  'max-age-save': 'Save days',
  repeat: 'Ask before sending the same pharmacy again within (hours)',
  'repeat-hint': 'For the same policy and pharmacy. 0 never asks. From 0 to 720.',
  'repeat-invalid': 'Enter a whole number from 0 to 720.',
  'repeat-save': 'Save hours',
} as const

/** The texts of the screens for pharmacies and of their settings. */
export const enPharmacies = {
  pharmacies,
  'pharmacy-source': source,
  directory,
  'pharmacy-slip': slip,
  'pharmacy-send': send,
  'pharmacy-settings': settings,
} as const
