const paper = {
  print: 'Print',
  'save-pdf': 'Save as PDF',
  'saved-pdf': 'Saved as a PDF.',
  'not-real': {
    practice: 'PRACTICE: not a real claim',
    sandbox: 'TEST: not a real claim',
  },
  'printed-at': 'Printed {when}',
  'settings-title': 'Paper',
  branch: 'Branch, as it stands on slips',
  'branch-hint': 'Name, and if you like address and telephone number: customers read it on their slip.',
  'branch-save': 'Save the branch',
  'branch-too-long': 'This is too long for a slip: at most 200 characters.',
} as const

const slip = {
  action: 'Slip for the customer',
  'action-short': 'Customer’s slip',
  title: 'Slip for the customer',
  'detail-captured':
    'It says that the claim is captured here. Once the insurer has received it, print the second one: it has the same reference.',
  'detail-received':
    'It says that the insurer has received the claim, under the reference of the first slip.',
  preview: 'The slip',
  heading: 'Your claim',
  captured: {
    stage: 'Captured, not yet received by the insurer',
    means:
      'Your claim is saved at our branch. It goes to the insurer by itself, as soon as there is a connection.',
    'means-sent':
      'Your claim is saved at our branch and was sent. We are finding out whether the insurer has received it.',
  },
  received: {
    stage: 'Received',
    means: 'The insurer has received your claim. That it was received is not a decision yet.',
  },
  steps: { captured: 'Captured at our branch', received: 'Received by the insurer', 'not-yet': 'not yet' },
  reference: 'Your reference',
  qr: 'QR code of the reference {reference}',
  policy: 'Policy number',
  claim: 'Claim',
  keke: 'Keke pass',
  okada: 'Okada pass',
  amount: 'Estimate of repair',
  branch: 'Branch',
  'what-to-do': 'What to do',
  do: {
    captured: {
      keep: 'Keep this slip.',
      ask: 'To hear how your claim stands, come to our branch with this reference.',
      next: 'Once the insurer has received it, we give you a second slip with the same reference.',
    },
    received: {
      keep: 'Keep this slip. It takes the place of the first one.',
      ask: 'Whenever you ask about your claim, give this reference and your policy number.',
      next: 'Keep the papers of the incident until the insurer has decided.',
    },
  },
} as const

const day = {
  title: 'Close of day',
  intro: 'What was captured and received on a day, and what still keeps it open.',
  link: 'Close the day',
  choose: 'Day',
  today: 'Today',
  before: 'The day before',
  after: 'The day after',
  'not-a-day': 'This is not a day up to today.',
  loading: 'The day is being counted',
  'save-csv': 'Save as CSV',
  'saved-csv': 'Saved as a table.',
  'not-closed': 'The day is not closed',
  open: '1 entry is still open: {parts}. | {n} entries are still open: {parts}.',
  'open-waiting': '1 waits to be sent | {n} wait to be sent',
  'open-unconfirmed': '1 is unconfirmed | {n} are unconfirmed',
  'open-to-correct': '1 is to correct | {n} are to correct',
  'open-needs-someone': '1 needs someone | {n} need someone',
  'todo-by-itself': 'What waits and what is unconfirmed is settled by itself once there is a connection.',
  'todo-to-correct': 'What was turned down is to be corrected, or discarded.',
  'todo-needs-someone': 'What needs someone needs a decision.',
  'show-to-correct': 'Show what is to correct',
  'show-needing': 'Show what needs someone',
  'show-open': 'Show the outbox',
  closed: 'Nothing is open: the day is closed',
  'closed-today': 'Nothing is open: the day can be closed',
  'closed-detail': 'Everything captured up to then was received by the insurer or taken back by an officer.',
  unreadable:
    '1 entry cannot be opened on this computer and is not counted. | {n} entries cannot be opened on this computer and are not counted.',
  'before-retention':
    'Received claims are kept on this computer for {n} days. Of this day some may be gone already: the figures may be too low.',
  empty: 'Nothing on this day',
  'empty-detail': 'Nothing was captured or received on it, and nothing is left open from before.',
  table: 'Sums of {day}',
  officer: 'Officer',
  product: 'Product',
  'no-officer': 'No officer',
  'unknown-officer': 'An officer who has left',
  products: { keke: 'Keke claims', okada: 'Okada claims', 'pharmacy-request': 'Pharmacy requests' },
  columns: {
    captured: 'Captured',
    received: 'Received',
    waiting: 'Waiting',
    unconfirmed: 'Unconfirmed',
    'to-correct': 'To correct',
    'needs-someone': 'Needs someone',
  },
  total: 'Total',
  'total-product': 'All officers',
  'total-officer': 'All products',
  counted: 'What is counted',
  means: {
    captured: 'Submitted on this computer on that day, from midnight to midnight of its clock.',
    received: 'Received by the insurer on that day, whenever it was captured.',
    waiting:
      'Captured up to the end of that day, and not sent as things stand now, also while its files go up.',
    unconfirmed:
      'Captured up to the end of that day, and sent, but not sure it arrived: it is looked for at the insurer.',
    'to-correct':
      'Captured up to the end of that day and turned down by the insurer: until it is submitted again or discarded, also as a draft.',
    'needs-someone':
      'Captured up to the end of that day: in doubt, perhaps found, refused alone, with a file that is lost, or in the insurer’s list more than once. Someone has to decide.',
  },
  amounts: 'Amounts are the estimates of repair in the claims. Pharmacy requests have none.',
  drafts: 'Other drafts are not counted.',
  'awaiting-files':
    '1 claim waits until its files are up. Not in the file store yet: {files} ({size}). | {n} claims wait until their files are up. Not in the file store yet: {files} ({size}).',
  'taken-back':
    '1 captured on that day was taken back by an officer and is not counted ({amount}). | {n} captured on that day were taken back by an officer and are not counted ({amount}).',
  hours: 'This day has {n} hours: the clocks are changed.',
  'scope-all': 'Of everybody who works at this computer.',
  'scope-own': 'Of your own work, and of the office’s from before there were officers.',
  environment: { practice: 'Practice', sandbox: 'Sandbox', live: 'Live' },
  'counted-at': 'counted at {when}',
  'as-of': 'As it stood {when}.',
  'closed-by': 'Closed by',
  signature: 'Name, signature, date',
} as const

/** Slips, files and the sums of a day. */
export const enPaper = { paper, slip, day } as const
