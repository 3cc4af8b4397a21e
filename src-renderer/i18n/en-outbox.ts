import type { ClaimFieldName } from '#shared/domain/claim.ts'
import type { NotSentCause, UncertainCause } from '#shared/outbox/attempt-outcome.ts'
import type { DeliveryProof, EntryStateName, QueuedReason, ReviewCause } from '#shared/outbox/entry.ts'

const state = {
  queued: 'Waiting',
  sending: 'Sending',
  unconfirmed: 'Confirming delivery',
  'needs-review': 'Needs your decision',
  delivered: 'Received',
  rejected: 'Not accepted',
  withdrawn: 'Taken out',
} as const satisfies Record<EntryStateName, string>

const queued = {
  new: 'Not sent yet.',
  'not-sent': 'It did not leave this computer: {cause}.',
  'key-refused': 'The insurer did not accept the key.',
  'rate-limited': 'The insurer asked to wait.',
  forbidden: 'The insurer’s system blocked it. The key is being checked.',
  'proved-absent': 'It did not arrive, so it is sent again.',
  'officer-resend': 'An officer sent it again.',
} as const satisfies Record<QueuedReason['type'], string>

const notSent = {
  dns: 'the insurer’s address was not found',
  refused: 'the connection was not accepted',
  tls: 'there was no secure connection',
  proxy: 'the proxy did not let the connection through',
  'connect-timeout': 'there was no connection in time',
  network: 'there was no network',
} as const satisfies Record<NotSentCause, string>

const uncertain = {
  timeout: 'no answer came in time',
  reset: 'the connection broke off',
  truncated: 'the answer broke off',
  'server-error': 'the insurer’s system had a problem',
  'wrong-shape': 'the answer could not be understood',
  stopped: 'Claims Desk was closed while sending',
  suspended: 'the computer went to sleep while sending',
  intercepted: 'something else answered instead of the insurer',
  'copied-here': 'another computer may have sent it',
} as const satisfies Record<UncertainCause, string>

const proof = {
  answer: '{Insurer} confirmed it.',
  details: '{Insurer} shows it for its policy.',
  list: 'It is in the insurer’s list.',
  officer: 'An officer marked it as received.',
} as const satisfies Record<DeliveryProof, string>

const needsReview = {
  'absent-again': 'Sent {n} times, never seen. Call the insurer, then decide.',
  'reference-lost': 'This insurer loses references. Call the insurer, then decide.',
  'list-unreadable': 'The insurer’s list cannot be read. Call the insurer, then decide.',
} as const satisfies Record<ReviewCause, string>

const actions = {
  compare: 'Is this it?',
  'send-now': 'Send now',
  'look-now': 'Check now',
  correct: 'Correct',
  'to-draft': 'Move to drafts',
  discard: 'Discard',
  arrived: 'It arrived',
  'send-again': 'Send again',
  acknowledge: 'I have called the insurer',
  details: 'Details',
} as const

const dialogs = {
  discard: {
    title: 'Discard this {what}?',
    description: 'It is not sent.',
    warning: 'It may have arrived. Discarding does not remove it at the insurer, and checks stop.',
    confirm: 'Discard',
    cancel: 'Keep it',
  },
  'send-again': {
    title: 'Send this {what} again?',
    description: 'The first one may have arrived.',
    'description-refused': 'The insurer’s system blocked it and took nothing.',
    'warning-claim': 'It may arrive twice. Call the insurer first if you can.',
    'warning-candidate': 'The insurer may have it already. Select “Is this it?” first.',
    'warning-request': 'The customer may get the SMS and email twice.',
    'warning-copy': 'From a backup: make sure first that the other computer never sends it.',
    confirm: 'Send again',
    cancel: 'Do not send',
  },
  arrived: {
    title: 'Mark this {what} as received?',
    description: 'Only if the insurer or the customer told you so. It is not sent again.',
    confirm: 'It arrived',
    cancel: 'Not yet',
  },
} as const

const compare = {
  title: 'Is this it?',
  description: 'The insurer has a claim of the same policy. Compare the two.',
  loading: 'Loading',
  none: 'Nothing left to compare.',
  which: 'Claim {n} of {count} at the insurer',
  previous: 'Previous claim',
  following: 'Next claim',
  table: 'The two claims, field by field',
  field: 'Field',
  here: 'Submitted here',
  there: 'At the insurer',
  verdicts: {
    same: 'Same',
    similar: 'Same, written differently',
    different: 'Different',
    missing: 'Missing at the insurer',
  },
  sum: 'All 10 fields are the same. | 1 of 10 fields differs: {fields}. | {n} of 10 fields differ: {fields}.',
  sent: 'First sent {when}',
  made: 'created at the insurer {when}',
  reference: 'Our reference',
  'no-reference': 'Not readable in its text',
  number: 'Number in the insurer’s list',
  'no-number': 'Not known',
  empty: 'Nothing',
  'is-it': 'This is it',
  'is-it-follows': 'It counts as received and is never sent again.',
  'is-another': 'This is another one',
  'is-another-follows': {
    unconfirmed: 'Claims Desk keeps checking.',
    'needs-review': 'You still decide.',
  },
  noted: 'Noted: another one. Here is the next.',
  done: {
    'is-it': {
      title: 'The claim counts as received',
      detail: 'It is never sent again.',
    },
    unconfirmed: {
      title: 'Noted: the insurer has another one',
      detail: 'Claims Desk keeps checking. No action needed.',
    },
    'needs-review': {
      title: 'Noted: the insurer has another one',
      detail: 'Call the insurer if you can, then decide in the outbox.',
    },
  },
} as const

const fields = {
  policyNumber: 'Policy number',
  claimantIdentification: 'Claimant’s identification',
  occurrenceDate: 'Date of the incident',
  occurrenceAddress: 'Place of the incident',
  incidentDetails: 'What happened',
  incidentPictureUrl: 'Picture of the incident',
  medicalReportUrl: 'Medical report',
  deathCertificateUrl: 'Death certificate',
  originalPolicyCertificateUrl: 'Original policy certificate',
  repairEstimate: 'Estimate of repair',
} as const satisfies Record<ClaimFieldName, string>

export const enOutbox = {
  outbox: {
    title: 'Outbox',
    intro: 'What you submitted, and what became of it.',
    loading: 'Loading',
    empty: 'Nothing has been submitted yet',
    'empty-detail': 'What you submit appears here.',
    'empty-filter': 'Nothing here',
    'empty-filter-detail': 'No items in this group.',
    list: 'Items in the outbox',
    filter: 'Show',
    search: 'Policy number, reference, place, identification, pharmacy or officer',
    found: 'No matches | 1 match | {n} matches',
    'empty-search': 'No matches',
    'empty-search-detail': 'Nothing in this group matches “{text}”.',
    'clear-search': 'Clear the search',
    more: 'More',
    'more-of': 'More for {what}',
    decide: 'Decide',
    'decide-of': 'Decide about {what}',
    filters: {
      all: 'All',
      'needs-officer': 'Needs your decision',
      waiting: 'Waiting',
      sending: 'Sending',
      unconfirmed: 'Confirming delivery',
      rejected: 'Not accepted',
      received: 'Received',
      'taken-back': 'Discarded and moved',
    },
    'taken-back': {
      empty: 'Nothing was discarded or moved',
      by: 'by {name}',
      'open-draft': 'Open',
      'open-draft-name': 'Open the draft of policy {policy}',
      'open-entry': 'Show',
      'open-entry-name': 'Show policy {policy} in the outbox',
    },
    what: {
      keke: 'Keke claim',
      okada: 'Okada claim',
      request: 'Pharmacy request',
      'in-sentence-claim': 'claim',
      'in-sentence-request': 'pharmacy request',
    },
    since: 'since {when}',
    next: {
      try: 'Next try: {when}.',
      look: 'Next check: {when}.',
      'look-soon': 'Next check: now.',
      'look-held': 'Next check: once the insurer can be asked.',
    },
    tries: 'not tried yet | tried once | tried {n} times',
    reference: 'Ref {reference}',
    'claim-id': 'Claim {id} in the insurer’s list',
    unconfirmed: 'It was sent, but {cause}.',
    'unconfirmed-claim': 'Checking automatically. It is not sent twice.',
    'unconfirmed-request': 'Ask the customer whether the message came, then decide.',
    'absent-readings': 'Checked once. | Checked {n} times.',
    'needs-review': needsReview,
    candidates:
      'The insurer may have it already. Compare the two. | The insurer has {n} claims that may be this one. Compare them.',
    'candidate-badge': 'Possibly found',
    'refused-alone': {
      badge: 'Blocked',
      says: 'The insurer’s system blocks this one. Call the insurer, then decide.',
    },
    rejected: 'The insurer said: “{message}”',
    'rejected-field': '{field}: “{message}”',
    'rejected-more': '{reason} And 1 more reason. | {reason} And {n} more reasons.',
    'rejected-silent': 'The insurer gave no reason.',
    'withdrawn-draft': 'Moved to drafts.',
    'withdrawn-discarded': 'Discarded.',
    'withdrawn-corrected': 'Corrected: another request was sent.',
    'copied-claim': 'From a backup, perhaps sent already: checking at the insurer first.',
    'copied-request':
      'From a backup, perhaps sent already. Ask the customer whether the message came, then decide.',
    'copied-review': 'From a backup. Make sure that the other computer never sends it, then decide.',
    duplicate: 'The insurer’s list shows this claim more than once: {ids}. Ask it to remove the extra ones.',
    'duplicate-badge': 'Listed twice',
    detail: {
      title: 'Details',
      loading: 'Loading',
      submitted: 'What was submitted',
      history: 'Attempts',
      'no-history': 'No attempt so far.',
      accepted: 'Submitted {when}',
      open: 'sending',
      pharmacy: 'Pharmacy',
      'pharmacy-id': 'Number in the directory',
      'field-errors': 'What to correct',
      reference: 'Reference',
    },
    history: {
      delivered: 'Received by {insurer}',
      rejected: 'Not accepted by {insurer}',
      'not-sent': 'Did not leave this computer',
      'key-refused': 'The insurer did not accept the key',
      forbidden: 'The insurer’s system blocked it',
      'rate-limited': 'The insurer asked to wait',
      uncertain: 'Sent, but {cause}',
      other: 'Ended: {outcome}',
    },
    done: {
      'sent-now': 'Sending as soon as possible.',
      looking: 'Checking at the insurer.',
      discarded: 'Discarded.',
      arrived: 'Marked as received.',
      'sent-again': 'It waits to be sent again.',
      acknowledged: 'Noted.',
    },
    compare,
    fields,
    state,
    queued,
    'not-sent': notSent,
    uncertain,
    proof,
    actions,
    dialogs,
  },
} as const
