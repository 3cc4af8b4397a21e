import type { ClaimFieldName, FieldProblem } from '#shared/domain/claim.ts'

const validation = {
  required: '{label} is missing.',
  'too-long': '{label} is too long: at most {limit} characters.',
  'not-a-date': 'Enter the date as day/month/year, such as 14/3/2026.',
  'date-in-future': 'This day is still to come. Check the date.',
  'not-https': 'This is not a link that begins with https://. Copy the whole address of the file.',
  'not-a-number': 'Write the amount in figures, such as 185,000 or 185000.50.',
  negative: 'The amount cannot be less than zero.',
  'too-large': 'The amount is too large: at most ₦1,000,000,000.',
  'too-many-decimals': 'At most two figures after the point: naira and kobo.',
  'control-characters': 'There are hidden characters in this text. Type it again instead of pasting it.',
} as const satisfies Record<FieldProblem, string>

const hints = {
  policyNumber: 'As printed on the policy certificate, with its slashes.',
  claimantIdentification: 'NIN, voter’s card, licence or passport number.',
  occurrenceDate: 'The day it happened, such as 14/3/2026, 3 Nov or yesterday. Press ↓ for a calendar.',
  occurrenceAddress: 'Street, town and state, so that someone could find the place.',
  incidentDetails: 'Who, how, and what was damaged or who was hurt.',
  incidentPictureUrl: 'Link to the uploaded picture.',
  medicalReportUrl: 'Link to the uploaded report.',
  deathCertificateUrl: 'Link to the uploaded certificate.',
  originalPolicyCertificateUrl: 'Link to the uploaded certificate.',
  repairEstimate: 'In naira, as on the workshop’s estimate.',
} as const satisfies Record<ClaimFieldName, string>

const claim = {
  'choose-title': 'New claim',
  'choose-intro': 'Which policy does the customer have?',
  keke: { choice: 'Keke pass', detail: 'Tricycle', title: 'Keke claim' },
  okada: { choice: 'Okada pass', detail: 'Motorbike', title: 'Okada claim' },
  groups: {
    policy: 'Who and which policy',
    incident: 'The incident',
    attachments: 'Photos and papers',
    amount: 'Amount',
  },
  'files-intro': {
    store:
      'Each takes a photo, a PDF or a link: drop it there, paste it, or press Enter to choose a file. Files are encrypted on this computer, and are uploaded automatically before the claim.',
    links:
      'The insurer takes links only, which begin with https://. Until there are links, keep the files here: they are encrypted on this computer.',
  },
  hints,
  missing: 'All fields filled in | 1 field left | {n} fields left',
  'all-needed': 'All ten fields are needed.',
  earlier: {
    label: 'From earlier claims',
    hint: 'Press ↓ to choose from earlier claims.',
    open: 'Show what was written in earlier claims',
  },
  'odd-policy':
    'Policy numbers have parts with slashes between them. Compare this one with the certificate; it can be submitted as it is.',
  counter: '{n} of {limit} characters',
  reference: 'Reference {reference}. A reference is put before the details when they are sent.',
  save: {
    unchanged: 'Saved as you type',
    saving: 'Saving…',
    saved: 'Saved on this computer {when}',
    'not-saved': 'Not saved: {reason}',
    'not-saved-title': 'What you type is not saved here now',
    'not-saved-copy': 'An encrypted copy was kept by Claims Desk’s other store. Leave this window open.',
    'not-saved-nowhere': 'Leave this window open, so that nothing is lost.',
    'disk-full': 'the disk is full',
    other: 'the page’s storage does not answer',
    newer: 'the storage is of a newer version',
  },
  submit: 'Submit claim',
  problems: 'Correct 1 field | Correct {n} fields',
  'problems-detail': 'Not submitted. Select a field to correct it.',
  'future-title': 'The date is in the future',
  'future-detail': '{date} is still to come. Submit the claim with this date?',
  'future-confirm': 'Submit with this date',
  'future-cancel': 'Change the date',
  rejected: 'The insurer did not accept this claim',
  'rejected-detail': 'Correct it and submit it again, as a new claim.',
  'rejected-safe': 'Nothing is lost. Select “Correct” to change it and submit it again.',
  'rejected-field': 'The insurer says: {message}',
  recovered: 'Recovered',
  'recovered-detail':
    'Claims Desk stopped while this claim was open, or it was brought back from the encrypted copy. Check the last lines you typed.',
  'other-recovered': 'A claim was recovered | {n} claims were recovered',
  'open-drafts': 'Open drafts',
  gone: 'This draft is not here any more',
  'gone-detail': 'It was submitted or deleted.',
  'not-open': 'Drafts cannot be opened now',
  'not-open-detail': 'Nothing was changed. A claim can be submitted once they open again.',
  done: {
    title: 'Saved on this computer',
    waits: {
      title: 'Waiting to be sent',
      detail: 'It will be sent automatically, as soon as there is a connection. You can close the window.',
    },
    files: {
      title: 'Its file is uploaded first, then the claim | Its {n} files are uploaded first, then the claim',
      detail: 'All by itself, as soon as there is a connection. You can close the window.',
    },
    sending: { title: 'Being sent now', detail: 'The answer appears here by itself.' },
    received: {
      title: 'The insurer has it',
      detail: 'The customer’s slip says so from now on, under the same reference.',
    },
    what: 'What was saved',
    product: 'Claim',
    policy: 'Policy number',
    amount: 'Estimate of repair',
    reference: 'Reference',
    outbox: 'Open the outbox',
    another: 'New claim',
  },
  reading: 'Reading the draft',
} as const

const drafts = {
  title: 'Drafts',
  intro: 'Claims that were begun and not submitted yet. They stay on this computer.',
  list: 'Drafts',
  'no-policy': 'No policy number yet',
  missing: 'Ready to submit | 1 field left: {names} | {n} fields left: {names}',
  problems: 'Correct 1 field: {names} | Correct {n} fields: {names}',
  'and-others': '{names} and 1 more | {names} and {n} more',
  changed: 'Changed {when}',
  recovered: 'Recovered',
  rejected: 'Not accepted',
  'recovered-title': '1 claim was recovered | {n} claims were recovered',
  'recovered-detail': 'Claims Desk stopped while it was open, or it came back from the encrypted copy.',
  open: 'Open',
  'open-name': 'Open the {product} draft {policy}',
  delete: 'Delete',
  'delete-name': 'Delete the {product} draft {policy}',
  'delete-title': 'Delete this draft?',
  'delete-detail': 'The {product} draft “{policy}” is removed from this computer. It was never sent.',
  'delete-confirm': 'Delete draft',
  'delete-cancel': 'Keep it',
  deleted: 'Draft deleted',
  'put-back': 'Put it back',
  empty: 'No drafts',
  'empty-detail': 'A claim appears here from the first letter you type until you submit it.',
  unreadable: 'A draft cannot be opened',
  'unreadable-detail':
    'It was encrypted with another key, and there is no other copy. It is left as it is, changed {when}.',
  reading: 'Reading the drafts',
  'not-open': {
    newer:
      'A newer version of Claims Desk was used on this computer. Nothing was changed. Install the newer version again to open them.',
    'disk-full':
      'The disk of this computer is full. Delete files that are not needed, or empty the bin, then restart Claims Desk. Nothing is lost.',
    other:
      'What they are kept in could not be opened, and nothing in it was changed. Restart Claims Desk; if it stays, tell head office. What was submitted goes on being sent.',
  },
  failed: 'The drafts cannot be read now',
  'failed-detail': 'Nothing was changed. Restart Claims Desk; if it stays, tell head office.',
} as const

/** The texts of the claim form and the drafts. */
export const enClaims = { validation, claim, drafts } as const
