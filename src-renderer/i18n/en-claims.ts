import type { AttachmentField } from '#shared/domain/attachment.ts'
import type { ClaimFieldName, FieldProblem } from '#shared/domain/claim.ts'

const validation = {
  required: 'Enter: {label}.',
  'too-long': '{label} is too long: at most {limit} characters.',
  'not-a-date': 'Enter the date as day/month/year, such as 14/3/2026.',
  'date-in-future': 'This date is in the future.',
  'not-https': 'Enter a link that begins with https://.',
  'not-a-number': 'Enter figures, such as 185,000 or 185000.50.',
  negative: 'Enter an amount of zero or more.',
  'too-large': 'Enter at most ₦1,000,000,000.',
  'too-many-decimals': 'Enter at most two figures after the point.',
  'control-characters': 'The text has hidden characters. Type it instead.',
} as const satisfies Record<FieldProblem, string>

const hints = {
  policyNumber: 'As on the policy certificate.',
  claimantIdentification: 'NIN, voter’s card, licence or passport.',
  occurrenceDate: 'Such as 14/3/2026, 3 Nov or yesterday. ↓ opens a calendar.',
  occurrenceAddress: 'Street, town and state.',
  incidentDetails: 'Who, how, and what was damaged or who was hurt.',
  repairEstimate: 'In naira, as on the workshop’s estimate.',
} as const satisfies Record<Exclude<ClaimFieldName, AttachmentField>, string>

const claim = {
  'choose-title': 'New claim',
  'choose-intro': 'Which policy does the customer have?',
  keke: { choice: 'Keke pass', detail: 'Tricycle' },
  okada: { choice: 'Okada pass', detail: 'Motorbike' },
  groups: {
    policy: 'Customer and policy',
    incident: 'The incident',
    attachments: 'Photos and documents',
    amount: 'Amount',
  },
  'files-intro': {
    store: 'Add a photo, a PDF or a link to each. Files are uploaded automatically.',
    links: 'The insurer needs links. Files you add stay here, encrypted.',
  },
  hints,
  delete: 'Delete draft',
  deleted: 'Draft deleted',
  still: '1 field not changed yet | {n} fields not changed yet',
  missing: 'All fields filled in | 1 field left | {n} fields left',
  'all-needed': 'All fields are required.',
  'odd-policy': 'Policy numbers usually have slashes. Compare it with the certificate.',
  counter: '{n} of {limit} characters',
  reference: 'Reference {reference} is added in front of it.',
  save: {
    unchanged: 'Saved as you type',
    saving: 'Saving…',
    saved: 'Saved on this computer {when}',
    'not-saved': 'Not saved: {reason}',
    'not-saved-title': 'What you type is not saved',
    'not-saved-nowhere':
      'It is tried again automatically. Leave this window open, or what you typed is lost.',
  },
  submit: 'Submit claim',
  problems: 'Correct 1 field | Correct {n} fields',
  'problems-detail': 'Not submitted. Select a field to correct it.',
  'rejected-field': 'The insurer says: {message}',
  'other-recovered': 'A claim was recovered | {n} claims were recovered',
  'open-drafts': 'Show drafts',
  gone: 'This draft is no longer here',
  'gone-detail': 'It was submitted or deleted.',
  'not-open': 'Drafts cannot be opened now',
  'not-open-detail': 'Claims can be submitted once drafts open again.',
  done: {
    title: 'Saved on this computer',
    claims: 'Show in Claims',
    another: 'New claim',
  },
} as const

/** The texts of the claim form. */
export const enClaims = { validation, claim } as const
