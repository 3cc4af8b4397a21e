const paper = {
  print: 'Print',
  'save-pdf': 'Save as PDF',
  'not-real': {
    practice: 'PRACTICE: not real',
    sandbox: 'TEST: not real',
  },
  'printed-at': 'Printed {when}',
  'save-csv': 'Save as CSV',
} as const

const slip = {
  preview: 'The slip',
  'no-branch': 'The slip has no branch name',
  heading: 'Your claim',
  reference: 'Your reference',
  qr: 'QR code of the reference {reference}',
  branch: 'Branch',
  'what-to-do': 'What to do',
  keep: 'Keep this slip.',
  ask: 'To ask about your claim, give this reference and your policy number.',
  second: 'When the insurer has received it, we give you a second slip with the same reference.',
  documents: 'Keep the documents until the insurer has decided.',
} as const

const day = {
  intro: 'What was submitted, received and is open.',
  choose: 'Day',
  today: 'Today',
  before: 'The day before',
  after: 'The day after',
  'not-a-day': 'Enter a day up to today.',
  open: '1 item is open | {n} items are open',
  'open-drafts': '1 draft is not submitted. | {n} drafts are not submitted.',
  'open-requests': '1 pharmacy request is open. | {n} pharmacy requests are open.',
  'nothing-open': 'Nothing is open',
  unreadable: '1 item cannot be opened and is not counted. | {n} items cannot be opened and are not counted.',
  'before-retention':
    'Received claims stay for 1 day. The figures may be too low. | Received claims stay for {n} days. The figures may be too low.',
  empty: { title: 'Nothing on this day', text: 'Nothing was submitted or received.' },
  sums: 'Sums',
  table: 'Sums of {day}',
  'claims-of': 'Claims of {day}',
  total: 'Total',
  'all-officers': 'All officers',
  'all-products': 'All products',
  counted: 'What is counted',
  means:
    'What is on its way or needs you counts from all days up to this one. Amounts are estimates of repair. Drafts are in no sum.',
  decided: 'Decided on this day: {list}.',
  'decided-as': '{n} {status} ({amount})',
  'taken-back':
    '1 was taken out and is not counted ({amount}). | {n} were taken out and are not counted ({amount}).',
  'scope-all': 'All officers at this computer.',
  'scope-own': 'Your own work, and work from before officers.',
  'counted-at': 'counted at {when}',
  'as-of': 'As it stood {when}.',
  'checked-by': 'Checked by',
  signature: 'Name, signature, date',
} as const

/** Slips, files and the report of a day. */
export const enPaper = { paper, slip, day } as const
