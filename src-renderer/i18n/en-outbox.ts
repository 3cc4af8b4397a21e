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
  'not-sent': 'The last try did not leave this computer: {cause}.',
  'key-refused': 'The insurer did not accept the key. It waits for a new one.',
  'rate-limited': 'The insurer asked to wait.',
  forbidden: 'The insurer’s system refused it. Whether the key works is being checked.',
  'proved-absent': 'It did not arrive, so it is sent again.',
  'officer-resend': 'An officer chose to send it again.',
} as const satisfies Record<QueuedReason['type'], string>

const notSent = {
  dns: 'the insurer’s address was not found',
  refused: 'the connection was refused',
  tls: 'there was no secure connection',
  proxy: 'the proxy of this network did not let the connection through',
  'connect-timeout': 'no connection came about in time',
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
  'copied-here': 'it came out of a backup, and the other computer may have sent it',
} as const satisfies Record<UncertainCause, string>

const proof = {
  answer: 'The insurer confirmed it.',
  details: 'The insurer shows it when asked for its policy.',
  list: 'It was found in the insurer’s list.',
  officer: 'An officer marked it as arrived.',
} as const satisfies Record<DeliveryProof, string>

const needsReview = {
  'absent-again': 'It was sent {n} times and never appeared at the insurer. Call the insurer, then decide.',
  'reference-lost':
    'Nothing here can tell whether it arrived: this insurer loses the reference. Call the insurer, then decide.',
  'list-unreadable':
    'Nothing here can tell whether it arrived: the insurer’s list cannot be read. Call the insurer, then decide.',
} as const satisfies Record<ReviewCause, string>

const actions = {
  compare: 'Is this it?',
  'send-now': 'Send now',
  'look-now': 'Look for it now',
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
    description: 'It is taken out of the outbox and is not sent. This cannot be undone.',
    warning:
      'It may have arrived already. Discarding it here does not take it back from the insurer, and nobody here will follow it any more.',
    confirm: 'Discard',
    cancel: 'Keep it',
  },
  'send-again': {
    title: 'Send this {what} again?',
    description: 'Nobody knows whether the first one arrived.',
    'description-refused': 'The insurer’s system refused it and took nothing. It waits to be sent again.',
    'warning-claim': 'It may arrive twice. Call the insurer first if you can.',
    'warning-candidate':
      'The insurer has a claim of this policy that may be this one. Select “Is this it?” first: if it is, this would be a second claim.',
    'warning-request': 'The customer may get the same SMS and email twice.',
    'warning-copy':
      'It came out of a backup. If the other computer sends it too, it arrives twice: make sure first that it never does.',
    confirm: 'Send again',
    cancel: 'Do not send',
  },
  arrived: {
    title: 'Mark this {what} as arrived?',
    description:
      'It is counted as received and is not sent again. Choose this only if the insurer or the customer told you that it arrived.',
    confirm: 'It arrived',
    cancel: 'Not yet',
  },
} as const

const compare = {
  title: 'Is this it?',
  description:
    'The answer to this claim was lost, and the insurer has a claim of the same policy. Compare the two: is it this one?',
  loading: 'Reading both claims',
  none: 'There is nothing left to compare.',
  which: 'Claim {n} of {count} at the insurer',
  previous: 'Previous claim',
  following: 'Next claim',
  table: 'The two claims, field by field',
  field: 'Field',
  here: 'Submitted here',
  there: 'At the insurer',
  verdicts: {
    same: 'Same',
    similar: 'Same, written otherwise',
    different: 'Different',
    missing: 'Missing at the insurer',
  },
  sum: 'All 10 fields are the same. | 1 of 10 fields is different: {fields}. | {n} of 10 fields are different: {fields}.',
  sent: 'First sent {when}',
  made: 'created at the insurer {when}',
  reference: 'Our reference',
  'no-reference': 'Cannot be read in its text',
  number: 'Number in the insurer’s list',
  'no-number': 'Not known',
  empty: 'Nothing',
  'is-it': 'This is it',
  'is-it-follows': 'The claim counts as received and is never sent again.',
  'is-another': 'This is another one',
  'is-another-follows': {
    unconfirmed: 'You are not asked about that one again. The claim is looked for further.',
    'needs-review': 'You are not asked about that one again. You still decide what becomes of the claim.',
  },
  noted: 'Noted: that was another one. Here is the next.',
  done: {
    'is-it': {
      title: 'The claim counts as received',
      detail:
        'You said that the insurer has it. It is never sent again, and the slip for the customer says “Received”.',
    },
    unconfirmed: {
      title: 'Noted: the insurer has another one',
      detail:
        'The claim is looked for further, by itself. Once it is proved missing, it is sent again; should it turn up, it counts as received. No action needed.',
    },
    'needs-review': {
      title: 'Noted: the insurer has another one',
      detail:
        'Call the insurer if you can. Then select “It arrived”, “Send again” or “Discard” in the outbox.',
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
    intro: 'Everything submitted on this computer, from “waiting” to “received”.',
    loading: 'Loading',
    empty: 'Nothing has been submitted yet',
    'empty-detail': 'Claims and pharmacy requests that you submit appear here until the insurer has them.',
    'empty-filter': 'Nothing here',
    'empty-filter-detail': 'No entry is in this group now.',
    list: 'Entries of the outbox',
    filter: 'Show',
    filters: {
      all: 'All',
      'needs-officer': 'Needs your decision',
      waiting: 'Waiting',
      sending: 'Sending',
      unconfirmed: 'Confirming delivery',
      rejected: 'Not accepted',
      received: 'Received',
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
      look: 'Next look: {when}.',
      'look-soon': 'Next look: now.',
      'look-held': 'Next look: as soon as the insurer can be asked.',
    },
    tries: 'not tried yet | tried once | tried {n} times',
    reference: 'Ref {reference}',
    'claim-id': 'Claim {id} in the insurer’s list',
    unconfirmed: 'It was sent, but {cause}.',
    'unconfirmed-claim': 'It is looked for at the insurer by itself; nothing is sent twice.',
    'unconfirmed-request': 'Ask the customer whether the message came, then decide.',
    'absent-readings': 'Looked for once so far. | Looked for {n} times so far.',
    'needs-review': needsReview,
    candidates:
      'The insurer has a claim of this policy that may be this one. Compare them. | The insurer has {n} claims of this policy that may be this one. Compare them.',
    'candidate-badge': 'Perhaps found',
    'refused-alone': {
      badge: 'Refused',
      says: 'The insurer’s system refuses this one, although the key works. Call the insurer, then decide.',
    },
    rejected: 'The insurer said: “{message}”',
    'rejected-field': '{field}: “{message}”',
    'rejected-more': '{reason} And 1 more reason. | {reason} And {n} more reasons.',
    'rejected-silent': 'The insurer gave no reason.',
    'withdrawn-draft': 'Moved to drafts.',
    'withdrawn-discarded': 'Discarded by an officer.',
    'withdrawn-handed-over': 'Handed over to another computer, which sends it.',
    'copied-claim':
      'It came out of a backup. The other computer may have sent it, so it is looked for at the insurer first.',
    'copied-request':
      'It came out of a backup. The other computer may have sent it: ask the customer whether the message came, then decide.',
    'copied-review':
      'It came out of a backup and is not known to have arrived. Make sure that the other computer never sends it, then decide.',
    duplicate: {
      title: 'The insurer’s list shows this claim more than once',
      detail: 'Call the insurer and have the surplus removed. Claim numbers: {ids}.',
      badge: 'Listed twice',
    },
    detail: {
      title: 'Details',
      loading: 'Reading the details',
      submitted: 'What was submitted',
      history: 'Attempts',
      'no-history': 'No attempt so far.',
      accepted: 'Submitted {when}',
      open: 'under way',
      pharmacy: 'Pharmacy',
      'pharmacy-id': 'Number in the directory',
      'field-errors': 'What to correct',
      reference: 'Reference',
    },
    history: {
      delivered: 'Received by the insurer',
      rejected: 'Not accepted by the insurer',
      'not-sent': 'Did not leave this computer',
      'key-refused': 'The insurer did not accept the key',
      forbidden: 'The insurer’s system refused it',
      'rate-limited': 'The insurer asked to wait',
      uncertain: 'Sent, but {cause}',
      other: 'Ended: {outcome}',
    },
    done: {
      'sent-now': 'It is sent as soon as possible.',
      looking: 'It is being looked for at the insurer.',
      discarded: 'Discarded.',
      arrived: 'Marked as arrived.',
      'sent-again': 'It waits to be sent again.',
      acknowledged: 'Noted. The alarm is closed.',
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
