import type { DayProduct } from '../day-report.ts'
import type { ClaimFieldName } from '../domain/claim-fields.ts'
import type { NotSentCause, UncertainCause } from '../outbox/attempt-outcome.ts'
import type { UploadHold } from '../outbox/entry-files.ts'
import type { DeliveryProof, QueuedReason, ReviewCause } from '../outbox/entry.ts'
import type { ClaimAction } from './actions.ts'
import type { ClaimGroup } from './claim.ts'
import type { ClaimTopic, Situation } from './describe.ts'

/** The name of each situation, in a word or two. */
const badge = {
  draft: 'Draft',
  recovered: 'Recovered',
  correcting: 'Being corrected',
  waiting: 'Waiting',
  files: 'Waiting for upload',
  'file-lost': 'A file is lost',
  sending: 'Sending',
  confirming: 'Confirming delivery',
  'ask-customer': 'Needs your decision',
  candidate: 'Possibly found',
  review: 'Needs your decision',
  blocked: 'Blocked',
  'to-correct': 'Not accepted',
  'chosen-elsewhere': 'Not sent',
  received: 'Received',
  removed: 'Removed',
  wrong: 'Wrong',
  twice: 'Listed twice',
  'to-draft': 'Moved to drafts',
  corrected: 'Corrected',
  discarded: 'Discarded',
  listed: 'Status {value}',
} as const satisfies Record<Situation, string>

const waiting = {
  new: 'Saved on this computer. {Insurer} cannot have it yet.',
  'not-sent': 'It did not leave this computer: {cause}.',
  'key-refused': 'The insurer did not accept the key. Nothing was taken.',
  'rate-limited': 'The insurer asked to wait. Nothing was taken.',
  forbidden: 'The insurer’s system blocked it. The key is being checked.',
  'proved-absent': 'Two checks at the insurer did not find it, so it is sent again.',
  'officer-resend': 'An officer sent it again. The first one may have arrived.',
} as const satisfies Record<QueuedReason['type'], string>

const notSent = {
  dns: 'the insurer’s address was not found',
  refused: 'there was no connection to the insurer',
  tls: 'there was no secure connection',
  proxy: 'the proxy did not let the connection through',
  'connect-timeout': 'there was no connection in time',
  network: 'there was no network',
} as const satisfies Record<NotSentCause, string>

const uncertain = {
  timeout: 'no answer came in time',
  reset: 'the connection broke off',
  truncated: 'the answer broke off',
  garbled: 'the answer could not be read',
  'server-error': 'the insurer’s system had a problem',
  'wrong-shape': 'the answer could not be understood',
  stopped: 'Claims Desk was closed while sending',
  suspended: 'the computer went to sleep while sending',
  intercepted: 'something else answered instead of the insurer',
  'copied-here': 'another computer may have sent it',
} as const satisfies Record<UncertainCause, string>

const review = {
  'absent-again': 'Sent {n} times, never seen at the insurer.',
  'reference-lost': 'The answer was lost, and this insurer loses references.',
  'list-unreadable': 'The answer was lost, and the insurer’s list cannot be read.',
  'other-address': 'The answer was lost, and the insurer’s address was changed since.',
} as const satisfies Record<ReviewCause, string>

const received = {
  answer: '{Insurer} confirmed it.',
  details: 'The answer was lost, but {insurer} shows it.',
  list: 'The answer was lost, but it is in the insurer’s list.',
  officer: 'An officer marked or recognised it as received.',
} as const satisfies Record<DeliveryProof, string>

/** What holds the files back, and the one thing to do. */
const holds = {
  offline: 'The upload continues once connected.',
  paused: 'Sending is paused.',
  'no-store': 'No file store or access key is set: enter it in Settings.',
  'wrong-key': 'The file store does not accept the access key: correct it in Settings.',
  'no-bucket': 'The file store has no such bucket: correct its name in Settings.',
  'not-allowed': 'The access key may not add files: ask IT support.',
  'link-not-public': 'The insurer cannot open the links: ask IT support.',
  'clock-wrong': 'Set this computer’s clock: the file store does not accept it.',
  'no-connection': 'The file store cannot be reached. It is tried again automatically.',
  tls: 'There is no secure connection to the file store: ask IT support about its certificate.',
  'not-a-store': 'Something else answers instead of the file store: check its address in Settings.',
  busy: 'The file store is busy. It is tried again automatically.',
  full: 'The file store is full: ask IT support.',
  'file-lost': 'A file is missing or damaged here. Select “Move to drafts” and add it again.',
} as const satisfies Record<UploadHold, string>

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

const actions = {
  continue: 'Continue',
  compare: 'Is this it?',
  'send-now': 'Send now',
  earlier: 'Earlier claim',
  'look-now': 'Check now',
  correct: 'Correct',
  'to-draft': 'Move to drafts',
  discard: 'Discard',
  arrived: 'It arrived',
  'send-again': 'Send again',
  acknowledge: 'Insurer told',
  told: 'Insurer told',
  slip: 'Customer’s slip',
} as const satisfies Record<ClaimAction, string>

/** What Help says of a situation. */
const means = {
  waiting: 'It is saved on this computer and will be sent automatically. The insurer does not have it yet.',
  files: 'Its files are uploaded first, then it is sent. The insurer has nothing yet.',
  sending: 'It is being sent. The insurer has not answered yet.',
  confirming:
    'It was sent, but no clear answer came. Claims Desk checks automatically whether the insurer has it. Never enter it again.',
  candidate: 'The insurer has a claim of this policy without our reference. Compare the two.',
  review: 'Claims Desk cannot find out whether it arrived. Sent again, it could arrive twice.',
  blocked: 'The insurer’s system sends an error for this one. Nothing was taken.',
  'to-correct': 'The insurer did not accept it and has not recorded it. It is not sent again as it is.',
  received: 'The insurer has it. Once the insurer says more, its status stands in this place.',
  removed: 'The insurer took it out of its list. It may not be paid.',
  wrong: 'An officer noted a mistake in a claim that the insurer has.',
  twice: 'The insurer’s list shows more claims of this policy than were sent: this one might be paid twice.',
  discarded:
    'An officer discarded it, corrected it, or moved it to drafts. It stays under “Everything” in Claims.',
} as const satisfies Record<ClaimTopic, string>

/** What one is. */
const kinds = {
  keke: 'Keke claim',
  okada: 'Okada claim',
  'pharmacy-request': 'Pharmacy request',
} as const satisfies Record<DayProduct, string>

/** The groups of the list, everything, and what the report of a day counts beside them. */
const groups = {
  captured: 'Submitted',
  'needs-you': 'Needs you',
  'on-its-way': 'On its way',
  drafts: 'Drafts',
  received: 'Received',
  all: 'Everything',
} as const satisfies Record<ClaimGroup | 'all' | 'captured', string>

/** How many are in a group, in a sentence. */
const counts = {
  'needs-you': '1 needs you. | {n} need you.',
  'on-its-way': 'Nothing waits. | 1 on its way. | {n} on their way.',
  wrong: '1 marked wrong, not in the sum ({amount}). | {n} marked wrong, not in the sum ({amount}).',
  'received-today': 'Nothing received today. | 1 received today. | {n} received today.',
} as const

/** What a claim or a pharmacy request is: every word for its situation. */
export const enSays = {
  says: {
    badge,
    fields,
    actions,
    decide: 'Decide',
    /** A situation and how many are in it. */
    count: '{what}: {count}.',
    kinds,
    means,
    groups,
    counts,
    status: 'Status {value}',
    'status-empty': 'No status',
    'status-others': 'Other statuses',
    when: { today: 'at {when}', 'another-day': 'on {when}' },
    draft: {
      ready: 'Ready to submit',
      missing: '1 field left: {names} | {n} fields left: {names}',
      problems: 'Correct 1 field: {names} | Correct {n} fields: {names}',
      others: '{names} and 1 more | {names} and {n} more',
      unchanged: 'Nothing was changed yet.',
      still: '1 field not changed yet: {names} | {n} fields not changed yet: {names}',
      recovered: 'Claims Desk stopped while it was open. Check the last lines.',
      next: 'Continue it, then submit it.',
      submit: 'Submit it again.',
      unnamed: 'Draft of {when}',
    },
    waiting,
    'not-sent': notSent,
    uncertain,
    files: {
      count: 'Its file is not uploaded yet | {uploaded} of {n} files uploaded',
      left: '{count}, about {duration} left.',
      'left-soon': '{count}, less than a minute left.',
      follows: 'The claim goes after that.',
      holds,
      unremoved:
        '1 file is still to be removed from the file store. | {n} files are still to be removed from the file store.',
    },
    duration: {
      seconds: 'less than a minute',
      minutes: '1 minute | {n} minutes',
      hours: '1 hour | {n} hours',
      days: '1 day | {n} days',
      two: '{first} {second}',
    },
    next: {
      try: 'Next try: {when}, automatically.',
      soon: 'It will be sent automatically.',
      behind:
        'It waits: an earlier claim of this policy may have arrived. It will be sent automatically once that is known.',
      held: '{why} It will be sent automatically once that changes.',
      look: 'Next check at the insurer: {when}. It is sent again only if the insurer does not have it.',
      'look-soon': 'Checking at the insurer now. It is sent again only if the insurer does not have it.',
      'look-held':
        'Checked as soon as the insurer can be asked. It is sent again only if the insurer does not have it.',
      answer: 'The answer appears here.',
      none: 'No action needed.',
      tell: 'Tell the customer.',
      reopened: 'Open again. Tell the customer.',
    },
    sending: 'Sent {when}. No answer yet.',
    confirming: {
      says: 'Sent {when}, but {cause}. It may have arrived.',
      looked: 'Checked once, not found. | Checked {n} times, not found.',
      copied: 'From a backup. The other computer may have sent it.',
    },
    request: {
      says: 'Sent {when}, but {cause}. Requests cannot be checked at the insurer.',
      next: 'Ask the customer whether the SMS or email came, then decide.',
      rejected: 'The customer got nothing. {reason}',
      blocked: 'The key works. The customer got nothing.',
      elsewhere: 'Its pharmacy was selected at another address of the insurer.',
      'next-elsewhere': 'Select “Correct”, then the pharmacy again, or discard it.',
    },
    candidate: {
      says: 'The insurer has a claim that may be this one, without our reference. | The insurer has {n} claims that may be this one, without our reference.',
      next: 'Select “Is this it?” to compare. Until then, nothing is sent.',
    },
    review: {
      ...review,
      copied: 'From a backup.',
      next: 'Ask the insurer about this policy, then decide.',
      'next-copied': 'Make sure that the other computer never sends it, then decide.',
    },
    blocked: {
      says: 'The insurer’s system blocks this one. The key works. Nothing was taken.',
      next: 'Ask the insurer why, then decide.',
    },
    rejected: {
      said: 'The insurer said: “{message}”',
      field: '{field}: “{message}”',
      more: '{reason} And 1 more reason. | {reason} And {n} more reasons.',
      silent: 'The insurer gave no reason.',
      unread: 'The insurer’s answer could not be read.',
      pharmacy: 'Pharmacy',
      next: 'Correct and submit it again, or discard it.',
      'next-silent': 'Ask the insurer why. Then correct or discard it.',
      'next-unread':
        'Ask the insurer why, then correct or discard it. Its history has the form of the answer for IT support.',
    },
    received: {
      ...received,
      number: 'Number {id} in its list.',
      'no-status': 'Its status is not known yet.',
      status: '{Insurer} says “{status}”, as of {when}.',
      'as-of': 'As of {when}.',
      since: 'Since {since} (was “{was}”), as of {when}.',
      changed: '“{status}” since {since} (was “{was}”), as of {when}.',
      removed: '{Insurer} removed it from its list, as of {when}.',
      asked: 'Its status is looked up automatically.',
      lists: 'Only the lists tell its status: update them.',
      'no-longer': 'No longer followed after sixty days. Select “Ask now” for its status.',
      'next-removed': 'Call the insurer if it should be there.',
    },
    slip: {
      captured: 'Submitted, not yet received by the insurer',
      saved: 'Your claim is saved at our branch. The insurer has not confirmed it yet.',
      received: '{Insurer} has received your claim.',
      ask: 'Ask us how it stands.',
      wrong: 'There is a mistake in it: ask us about it.',
      again: 'Submitted again',
      replaced:
        'There was a mistake in your claim {reference}. It was submitted again, under the reference below.',
    },
    wrong: {
      badge: 'Wrong, replaced by {reference}',
      says: 'Something is wrong with it.',
      what: '{what} is wrong.',
      told: '{Insurer} was told.',
      next: 'Call the insurer. Then select “Insurer told”.',
      'next-final': 'Ask the insurer what becomes of its decision.',
    },
    twice: {
      says: 'The insurer’s list shows more claims of this policy than were sent: {ids}. It might be paid twice.',
      next: 'Ask the insurer to compare them with this one, and to remove what is there twice. Then select “Insurer told”.',
    },
    'taken-out': {
      'to-draft': 'An officer moved it to drafts {when}.',
      corrected: 'Corrected {when}. Another request was sent.',
      discarded: 'Discarded {when}, before it arrived as far as known.',
      doubt: 'Discarded {when}. It may have arrived; Claims Desk no longer checks.',
    },
    listed: 'In the insurer’s list, as of {when}. Not submitted on this computer.',
  },
} as const
