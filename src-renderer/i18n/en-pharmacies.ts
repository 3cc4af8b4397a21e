import type { PharmacyFilter } from '#shared/domain/pharmacy.ts'

const pharmacies = {
  title: 'Pharmacies',
  intro: 'The network’s pharmacies, with and without a connection.',
  mode: 'Where to look',
  'mode-api': 'Ask the insurer',
  'mode-kept': 'Search offline',
  search: 'Search',
  'search-label': 'Look for',
  'filter-label': 'in',
  clear: 'Show all',
  'clear-fields': 'Clear',
  anywhere: 'Anywhere',
  'anywhere-hint': 'Parts of words, any order; one typing mistake is forgiven',
  'all-filters': 'All fields together',
  filter: {
    name: 'Name',
    code: 'Code',
    state: 'State',
    lga: 'Local government area',
    address: 'Address',
  } as const satisfies Record<PharmacyFilter, string>,
  reading: 'Reading the pharmacies',
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
  empty: 'No pharmacy found',
  'empty-detail': 'Try a shorter word, or look in another field.',
  'empty-list': 'The insurer’s list holds no pharmacies',
  'empty-list-detail': 'It answered, and its list is empty. Try again later, or tell head office.',
  'nothing-kept': 'Nothing is kept on this computer yet',
  'nothing-kept-detail':
    'Pages appear here once they were seen with a connection. To have all pharmacies, keep the whole directory.',
  code: 'Code',
  name: 'Name',
  state: 'State',
  lga: 'Local government area',
  address: 'Address',
  open: 'Open {name}',
  'no-name': 'No name',
  'cut-off': '{start}… ({n} letters in all)',
  'details-intro': 'Pharmacy {code}',
  'other-kept': 'Use all fields on what is kept',
} as const

const source = {
  api: 'From the insurer, read at {when}.',
  kept: 'A page kept on this computer, as it was {age} ({when}).',
  pages:
    'Only the pages seen on this computer: {n} pharmacies, the oldest read {age} ({when}). There may be more.',
  'no-pages': 'Nothing was seen on this computer yet.',
  complete: 'From the directory kept on this computer: complete, {n} pharmacies, read {age} ({when}).',
  incomplete:
    'From the directory kept on this computer: {n} pharmacies, read {age} ({when}). It may be incomplete.',
  why: '{why}.',
  'just-now': 'just now',
} as const

const directory = {
  title: 'Offline pharmacies',
  none: 'The whole directory is not kept on this computer. Keep it to search every pharmacy without a connection.',
  complete: '{n} pharmacies, complete, read {age} ({when}).',
  incomplete:
    '{n} pharmacies, read {age} ({when}). It may be incomplete: the insurer’s list did not stand still while it was read.',
  keep: 'Download all pharmacies',
  again: 'Update list',
  pause: 'Pause',
  resume: 'Go on',
  reading: 'Reading page {read} of {pages}: {n} pharmacies so far.',
  checking: 'All {n} pharmacies are here. Checking that nothing moved meanwhile: page {checked} of {pages}.',
  publishing: 'Making the search ready for {n} pharmacies.',
  paused: 'Paused: {read} of {pages} pages are here and stay here.',
  waiting: '{why}. It continues automatically.',
  failed: '{why}. What was read is kept: {read} of {pages} pages.',
  'old-serves': 'Until it is done, the directory of {when} is searched.',
  progress: 'Reading the directory',
  done: 'The whole directory is kept on this computer.',
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
  'max-age': 'Read the kept directory again after (days)',
  'max-age-hint': 'By itself, where the whole directory is kept. 0 never does. From 0 to 365.',
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
