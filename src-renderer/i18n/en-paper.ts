const paper = {
  print: 'Print',
  'save-pdf': 'Save as PDF',
  'saved-pdf': 'Saved as a PDF.',
  'not-real': {
    practice: 'PRACTICE: not a real claim',
    sandbox: 'TEST: not a real claim',
  },
  'printed-at': 'Printed {when}',
  'settings-title': 'Printing',
  branch: 'Branch name on slips',
  'branch-hint': 'Name, and if you like address and telephone number: customers read it on their slip.',
  'branch-save': 'Save branch name',
  'branch-too-long': 'This is too long for a slip: at most 200 characters.',
} as const

const slip = {
  action: 'Slip for the customer',
  'action-short': 'Customer’s slip',
  title: 'Slip for the customer',
  'detail-captured':
    'It says that the claim is submitted here. Once the insurer has received it, print the second one: it has the same reference.',
  'detail-received':
    'It says that the insurer has received the claim, under the reference of the first slip.',
  preview: 'The slip',
  heading: 'Your claim',
  captured: {
    stage: 'Submitted, not yet received by the insurer',
    means: 'Your claim is saved at our branch. It will be sent to the insurer automatically.',
    'means-sent':
      'Your claim is saved at our branch and was sent. We are finding out whether the insurer has received it.',
  },
  received: {
    stage: 'Received',
    means: 'The insurer has received your claim. The insurer has not decided your claim yet.',
  },
  steps: { captured: 'Submitted at our branch', received: 'Received by the insurer', 'not-yet': 'not yet' },
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
  intro: 'What was submitted and received on a day, and what still keeps it open.',
  link: 'Close the day',
  choose: 'Day',
  today: 'Today',
  'two-weeks': 'Last two weeks',
  weeks: { captured: 'Submitted', received: 'Received', open: 'Not received yet', day: 'Day' },
  'weeks-kept': 'Received claims stay here for {n} days: earlier days may show too few.',
  before: 'The day before',
  after: 'The day after',
  'not-a-day': 'This is not a day up to today.',
  loading: 'The day is being counted',
  'save-csv': 'Save as CSV',
  'saved-csv': 'Saved as a table.',
  'not-closed': 'The day is not closed',
  open: '1 entry is still open: {parts}. | {n} entries are still open: {parts}.',
  'open-waiting': '1 waits to be sent | {n} wait to be sent',
  'open-unconfirmed': '1 is confirming delivery | {n} are confirming delivery',
  'open-to-correct': '1 is to correct | {n} are to correct',
  'open-needs-someone': '1 needs your decision | {n} need your decision',
  'todo-by-itself': 'Waiting and confirming claims settle automatically when connected.',
  'todo-to-correct': 'Correct or discard what was not accepted.',
  'todo-needs-someone': 'Decide what needs your decision.',
  'show-to-correct': 'Show to correct',
  'show-needing': 'Show decisions needed',
  'show-open': 'Show the outbox',
  closed: 'Nothing is open: the day is closed',
  'closed-today': 'Nothing is open: the day can be closed',
  'closed-detail': 'Everything submitted up to then was received by the insurer or taken back by an officer.',
  unreadable:
    '1 entry cannot be opened on this computer and is not counted. | {n} entries cannot be opened on this computer and are not counted.',
  'before-retention':
    'Received claims are kept on this computer for {n} days. Of this day some may be gone already: the figures may be too low.',
  empty: 'Nothing on this day',
  'empty-detail': 'Nothing was submitted or received on it, and nothing is left open from before.',
  table: 'Sums of {day}',
  officer: 'Officer',
  product: 'Product',
  'no-officer': 'No officer',
  'unknown-officer': 'An officer who has left',
  products: { keke: 'Keke claims', okada: 'Okada claims', 'pharmacy-request': 'Pharmacy requests' },
  columns: {
    captured: 'Submitted',
    received: 'Received',
    waiting: 'Waiting',
    unconfirmed: 'Confirming delivery',
    'to-correct': 'To correct',
    'needs-someone': 'Needs your decision',
  },
  total: 'Total',
  'total-product': 'All officers',
  'total-officer': 'All products',
  counted: 'What is counted',
  means: {
    captured: 'Submitted on this computer on that day, from midnight to midnight of its clock.',
    received: 'Received by the insurer on that day, whenever it was submitted.',
    waiting:
      'Submitted up to the end of that day, and not sent as things stand now, also while its files are uploaded.',
    unconfirmed:
      'Submitted up to the end of that day, and sent, but not sure it arrived: it is looked for at the insurer.',
    'to-correct':
      'Submitted up to the end of that day and not accepted by the insurer: until it is submitted again or discarded, also as a draft.',
    'needs-someone':
      'Submitted up to the end of that day: in doubt, perhaps found, refused alone, with a file that is lost, or in the insurer’s list more than once. Someone has to decide.',
  },
  amounts: 'Amounts are the estimates of repair in the claims. Pharmacy requests have none.',
  drafts: 'Other drafts are not counted.',
  'awaiting-files':
    '1 claim waits until its files are uploaded. Not in the file store yet: {files} ({size}). | {n} claims wait until their files are uploaded. Not in the file store yet: {files} ({size}).',
  'taken-back':
    '1 submitted on that day was taken back by an officer and is not counted ({amount}). | {n} submitted on that day were taken back by an officer and are not counted ({amount}).',
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
