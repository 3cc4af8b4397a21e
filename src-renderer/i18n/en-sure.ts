import type { LookPlace, UnprovableCause } from '#shared/outbox/entry.ts'
import type {
  AbsenceProof,
  CandidateStep,
  LookInVain,
  OfficerDecision,
  UncountedReason,
  UnreadReason,
} from '#shared/outbox/history.ts'

interface Answer {
  /** The answer in a word or two. */
  readonly verdict: string
  /** The answer in a paragraph. */
  readonly says: string
  /** What happens next, or what the officer can do. */
  readonly next: string
}

const callThenDecide = 'Ask the insurer about this policy, then decide.'
const nothingToDo = 'No action needed.'

const answers = {
  'answered-listed': {
    verdict: 'Received by {insurer}',
    says: 'Confirmed, with the number {id}.',
    next: nothingToDo,
  },
  answered: {
    verdict: 'Received by {insurer}',
    says: 'Confirmed. Its number is not known yet.',
    next: 'No action needed.',
  },
  'answered-request': {
    verdict: 'Received by {insurer}',
    says: '{Insurer} confirmed it.',
    next: 'No action needed.',
  },
  found: {
    verdict: 'Received by {insurer}',
    says: 'In the insurer’s list as number {id}.',
    next: nothingToDo,
  },
  shown: {
    verdict: 'Received by {insurer}',
    says: 'The answer was lost, but the insurer shows it with our reference.',
    next: nothingToDo,
  },
  identified: {
    verdict: 'Received, recognised by an officer',
    says: 'Recognised {when} among the insurer’s claims.',
    next: nothingToDo,
  },
  'said-by-officer': {
    verdict: 'Marked as received by an officer',
    says: 'Marked {when}. Claims Desk has seen no proof.',
    next: 'It is not sent again.',
  },
  'said-and-listed': {
    verdict: 'Received by {insurer}',
    says: 'Marked, and in the insurer’s list as number {id}.',
    next: nothingToDo,
  },
  'listed-twice': {
    verdict: '{Insurer} has it more than once',
    says: 'Numbers in its list: {ids}.',
    next: 'Ask the insurer to remove the extra ones. Then select “I have called the insurer”.',
  },
  rejected: {
    verdict: 'Not accepted by {insurer}',
    says: '{reason}',
    next: 'Correct and submit it again, or discard it.',
  },
  'rejected-request': {
    verdict: 'Not accepted by {insurer}',
    says: 'The customer got nothing. {reason}',
    next: 'Correct and send it again, or discard it.',
  },
  'rejected-silent': {
    verdict: 'Not accepted by {insurer}',
    says: 'It gave no reason.',
    next: 'Ask the insurer why. Then correct or discard it.',
  },
  'refused-alone': {
    verdict: 'The insurer’s system blocks this claim',
    says: 'The key works. Nothing was taken.',
    next: 'Ask the insurer why, then decide.',
  },
  'refused-alone-request': {
    verdict: 'The insurer’s system blocks this request',
    says: 'The key works. The customer got nothing.',
    next: 'Ask the insurer why, then decide.',
  },
  'not-sent-yet': {
    verdict: 'Saved here, not sent yet',
    says: 'The insurer cannot have it yet.',
    next: '{plan}',
  },
  'files-first': {
    verdict: 'Saved here, uploading files first',
    says: 'The insurer cannot have it yet. {uploaded}',
    next: '{plan}',
  },
  'file-lost': {
    verdict: 'Not sent: a file is lost',
    says: 'The insurer cannot have it. {uploaded}',
    next: '{plan}',
  },
  'never-left': {
    verdict: 'Saved here, not sent yet',
    says: 'It did not leave this computer: {cause}.',
    next: '{plan}',
  },
  'not-taken': {
    verdict: 'Saved here, not taken yet',
    says: '{cause} Nothing was taken.',
    next: '{plan}',
  },
  'proved-absent': {
    verdict: 'It did not arrive and is sent again',
    says: 'Two checks at the insurer did not find it.',
    next: '{plan}',
  },
  'sent-again': {
    verdict: 'Waiting to be sent again',
    says: 'An officer sent it again. The first one may have arrived.',
    next: '{plan}',
  },
  sending: {
    verdict: 'Sending',
    says: 'Sent {when}. No answer yet.',
    next: 'The answer appears here.',
  },
  unconfirmed: {
    verdict: 'Confirming delivery',
    says: 'Sent {when}, but {cause}. It may have arrived. {looked}',
    next: '{plan} If missing, it is sent again. No action needed.',
  },
  'unconfirmed-request': {
    verdict: 'Needs your decision',
    says: 'Sent {when}, but {cause}. Requests cannot be checked at the insurer.',
    next: 'Ask the customer whether the SMS or email came, then decide.',
  },
  candidate: {
    verdict: 'Needs your decision',
    says: '{candidates} Our reference cannot be read there.',
    next: 'Select “Is this it?” to compare. Until then, nothing is sent.',
  },
  'review-absent-again': {
    verdict: 'Needs your decision',
    says: 'Sent {n} times, never seen at the insurer.',
    next: callThenDecide,
  },
  'review-reference-lost': {
    verdict: 'Needs your decision',
    says: 'The answer was lost, and this insurer loses references.',
    next: callThenDecide,
  },
  'review-list-unreadable': {
    verdict: 'Needs your decision',
    says: 'The answer was lost, and the insurer’s list cannot be read.',
    next: callThenDecide,
  },
  'copied-claim': {
    verdict: 'Confirming delivery',
    says: 'From a backup. The other computer may have sent it. {looked}',
    next: '{plan} If not found, you decide.',
  },
  'copied-request': {
    verdict: 'Needs your decision',
    says: 'From a backup. The other computer may have sent it.',
    next: 'Ask the customer whether the SMS or email came, then decide.',
  },
  'copied-review': {
    verdict: 'Needs your decision',
    says: 'From a backup.',
    next: 'Make sure that the other computer never sends it, then decide.',
  },
  'back-to-draft': {
    verdict: 'Moved to drafts',
    says: 'Moved {when}. It is no longer sent.',
    next: 'Find it under “Drafts”, if not submitted again.',
  },
  corrected: {
    verdict: 'Corrected',
    says: 'Corrected {when}. Another request was sent.',
    next: nothingToDo,
  },
  discarded: {
    verdict: 'Discarded',
    says: 'Discarded {when}, before it arrived as far as known.',
    next: nothingToDo,
  },
  'discarded-in-doubt': {
    verdict: 'Discarded, delivery not known',
    says: 'Discarded {when}. It may have arrived; Claims Desk no longer checks.',
    next: 'Only the insurer knows.',
  },
} as const satisfies Record<string, Answer>
export type SureAnswer = keyof typeof answers

const decisions = {
  'accepted-as-sent': 'An officer marked it as received.',
  'sent-again': 'An officer sent it again.',
  'to-draft': 'An officer moved it to drafts.',
  discarded: 'An officer discarded it.',
  'discard-undone': 'Discard undone.',
  corrected: 'An officer corrected it.',
  'copied-here': 'From a backup, as a copy.',
  'moved-here': 'From a computer that stopped sending.',
} as const satisfies Record<OfficerDecision, string>

const uncounted = {
  shorter: 'Not complete: fewer claims than before.',
  older: 'The newest claims were missing.',
  'shorter-with-match': 'Not complete, but with a claim of the same contents.',
  'older-with-match': 'Without the newest, but with a claim of the same contents.',
} as const satisfies Record<UncountedReason, string>

const unread = {
  offline: 'No connection.',
  timeout: 'No answer in time.',
  tls: 'No secure connection.',
  intercepted: 'Something else answered.',
  'no-key': 'No key is set.',
  'key-refused': 'Key not accepted.',
  'rate-limited': 'The insurer asked to wait.',
  'server-error': 'The insurer’s system had a problem.',
  'wrong-shape': 'An unreadable answer.',
  other: 'An unexpected answer.',
} as const satisfies Record<UnreadReason, string>

const absent = {
  details: 'Not found by its policy. | Not found by its policy, {n} times.',
  list: 'Not in the insurer’s list. | Not in the insurer’s list, {n} times.',
} as const satisfies Record<LookPlace, string>

const absentAgain = {
  details: 'Again not found by its policy.',
  list: 'Again not in the insurer’s list.',
} as const satisfies Record<LookPlace, string>

const lookedInVain = {
  nothing: 'No claim shown. | No claim shown, {n} times.',
  another: 'Another claim shown. | Another claim shown, {n} times.',
} as const satisfies Record<LookInVain, string>

const couldNotLook = {
  details: 'The insurer could not be asked. | The insurer could not be asked, {n} times.',
  list: 'The insurer’s list could not be read. | The insurer’s list could not be read, {n} times.',
} as const satisfies Record<LookPlace, string>

const candidate = {
  seen: 'Possibly found at the insurer. | {n} possible claims at the insurer.',
  'ruled-out': 'An officer compared: not this claim. | An officer compared {n} claims: not this one.',
  identified: 'An officer compared: this claim. | An officer compared: one is this claim.',
} as const satisfies Record<CandidateStep, string>

const unprovable = {
  'reference-lost': 'This insurer loses references, so absence proves nothing.',
  'list-unreadable': 'The insurer’s list cannot be read in time.',
} as const satisfies Record<UnprovableCause, string>

const proofs = {
  'sent-again': 'Missing again after five minutes or more: it did not arrive, and is sent again.',
  'asked-officer': 'Missing after every try. An officer decides.',
} as const satisfies Record<AbsenceProof, string>

/** "How sure is this?": the page of one entry. */
export const enSure = {
  sure: {
    title: 'Delivery status',
    short: 'Delivery status',
    of: 'Delivery status: claim of policy {policy}',
    back: 'Outbox',
    loading: 'Loading',
    next: 'What happens next',
    history: 'History',
    order: 'The clock was changed: times may jump.',
    unknown: 'This item is not on this computer',
    'unknown-detail': 'It may be in another environment.',
    answers,
    when: { today: 'at {when}', 'another-day': 'on {when}' },
    plan: {
      next: 'Next try: {when}, automatically.',
      soon: 'It will be sent automatically.',
      held: 'It is sent once this is solved.',
      files: 'The claim follows once its files are uploaded.',
      look: 'Next check at the insurer: {when}.',
      'look-soon': 'Checking at the insurer now.',
      'look-held': 'Checked as soon as the insurer can be asked.',
    },
    looked: 'Not checked yet. | Checked once, not found. | Checked {n} times, not found.',
    'looked-uncounted': 'Checked, nothing proved yet.',
    'looked-unread': 'The insurer could not be asked yet.',
    candidates:
      'The insurer has a claim that may be this one. | The insurer has {n} claims that may be this one.',
    'not-taken': {
      'key-refused': 'The insurer did not accept the key.',
      forbidden: 'The insurer’s system blocked it. The key is being checked.',
      'rate-limited': 'The insurer asked to wait.',
    },
    line: {
      accepted: 'Submitted and saved on this computer.',
      try: 'Try {n}:',
      open: 'sending, no answer yet.',
      delivered: 'sent and confirmed by {insurer}.',
      rejected: 'sent, not accepted by the insurer.',
      'not-sent': 'did not leave this computer.',
      'key-refused': 'key not accepted, nothing taken.',
      forbidden: 'blocked by the insurer’s system, nothing taken.',
      'rate-limited': 'the insurer asked to wait.',
      uncertain: 'sent, but {cause}.',
      other: 'ended in an unknown way.',
      'in-doubt': 'It may have arrived.',
      'no-doubt': 'It cannot have arrived.',
      says: 'The insurer said: “{message}”',
      uncounted: 'The insurer’s list does not count. | The insurer’s list does not count, {n} times.',
      unprovable: 'Nothing can prove whether it arrived. An officer decides.',
      shown: '{Insurer} shows it for its policy.',
      found: 'In the insurer’s list as number {id}.',
      surplus: 'In the insurer’s list again, as number {id}.',
      'surplus-acknowledged': 'An officer called the insurer about it.',
      between: '{from} to {until}',
    },
    absent,
    'absent-again': absentAgain,
    corrected: 'This was wrong: it turned up later.',
    'looked-in-vain': lookedInVain,
    'could-not-look': couldNotLook,
    candidate,
    unprovable,
    decisions,
    uncounted,
    unread,
    proofs,
  },
} as const
