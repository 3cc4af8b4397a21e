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

const callThenDecide =
  'Ask the insurer about this policy. Then select “It arrived”, “Send again” or “Discard”.'
const nothingToDo = 'No action needed.'

const answers = {
  'answered-listed': {
    verdict: 'Received by the insurer',
    says: 'The insurer confirmed it. Its number there is {id}.',
    next: nothingToDo,
  },
  answered: {
    verdict: 'Received by the insurer',
    says: 'The insurer confirmed it. Its number there is not known yet.',
    next: 'No action needed.',
  },
  'answered-request': {
    verdict: 'Received by the insurer',
    says: 'The insurer confirmed it.',
    next: 'No action needed.',
  },
  found: {
    verdict: 'Received by the insurer',
    says: 'The answer was lost, but the claim is in the insurer’s list under number {id}.',
    next: nothingToDo,
  },
  shown: {
    verdict: 'Received by the insurer',
    says: 'The answer was lost, but the insurer shows the claim with our reference.',
    next: nothingToDo,
  },
  identified: {
    verdict: 'Received, recognised by an officer',
    says: 'An officer recognised it {when} among the insurer’s claims.',
    next: nothingToDo,
  },
  'said-by-officer': {
    verdict: 'Marked as received by an officer',
    says: 'An officer marked it {when}. Claims Desk has seen no proof.',
    next: 'It is not sent again.',
  },
  'said-and-listed': {
    verdict: 'Received by the insurer',
    says: 'An officer marked it as received. It is in the insurer’s list under number {id}.',
    next: nothingToDo,
  },
  'listed-twice': {
    verdict: 'The insurer has it more than once',
    says: 'It is in the insurer’s list under {ids}.',
    next: 'Ask the insurer to remove the extra ones. Then select “I have called the insurer”.',
  },
  rejected: {
    verdict: 'Not accepted by the insurer',
    says: 'It did not become a claim there. {reason}',
    next: 'Select “Correct” to change and submit it again, or discard it.',
  },
  'rejected-request': {
    verdict: 'Not accepted by the insurer',
    says: 'The customer got nothing. {reason}',
    next: 'Select “Correct” to change and send it again, or discard it.',
  },
  'rejected-silent': {
    verdict: 'Not accepted by the insurer',
    says: 'The insurer gave no reason.',
    next: 'Ask the insurer for the reason. Then correct or discard it.',
  },
  'refused-alone': {
    verdict: 'The insurer’s system blocks this claim',
    says: 'It sent an error, although the key works. It did not become a claim.',
    next: 'Ask the insurer why. Then send it again, move it to drafts or discard it.',
  },
  'refused-alone-request': {
    verdict: 'The insurer’s system blocks this request',
    says: 'It sent an error, although the key works. The customer got nothing.',
    next: 'Ask the insurer why. Then send it again or discard it.',
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
    says: 'The last try did not leave this computer: {cause}. The insurer cannot have it.',
    next: '{plan}',
  },
  'not-taken': {
    verdict: 'Saved here, not taken yet',
    says: '{cause} Nothing was taken, so it waits on this computer.',
    next: '{plan}',
  },
  'proved-absent': {
    verdict: 'It did not arrive and is sent again',
    says: 'Two checks at the insurer, five minutes apart or more, did not find it. That is the proof.',
    next: '{plan}',
  },
  'sent-again': {
    verdict: 'Waiting to be sent again',
    says: 'An officer sent it again. The first one may have arrived.',
    next: '{plan} If both arrived, an alert appears here.',
  },
  sending: {
    verdict: 'Sending',
    says: 'It was sent {when}. The insurer has not answered yet.',
    next: 'The answer appears here.',
  },
  unconfirmed: {
    verdict: 'Confirming delivery',
    says: 'It was sent {when}, but {cause}. It may have arrived or not. {looked}',
    next: '{plan} If proved missing, it is sent again automatically. No action needed.',
  },
  'unconfirmed-request': {
    verdict: 'Needs your decision',
    says: 'It was sent {when}, but {cause}. The insurer has no list of requests to check.',
    next: 'Ask the customer whether the SMS or email came. Then select “It arrived” or “Send again”.',
  },
  candidate: {
    verdict: 'Needs your decision',
    says: '{candidates} Our reference cannot be read in its text.',
    next: 'Select “Is this it?” and compare the two. Until then it is not sent again.',
  },
  'review-absent-again': {
    verdict: 'Needs your decision',
    says: 'It was sent {n} times and never appeared at the insurer.',
    next: callThenDecide,
  },
  'review-reference-lost': {
    verdict: 'Needs your decision',
    says: 'The answer was lost, and this insurer loses references. Nothing here can prove whether it arrived.',
    next: callThenDecide,
  },
  'review-list-unreadable': {
    verdict: 'Needs your decision',
    says: 'The answer was lost, and the insurer’s list cannot be read. Nothing here can prove whether it arrived.',
    next: callThenDecide,
  },
  'copied-claim': {
    verdict: 'Confirming delivery',
    says: 'It came from a backup. The other computer may have sent it. {looked}',
    next: '{plan} If not found, you decide whether to send it from here.',
  },
  'copied-request': {
    verdict: 'Needs your decision',
    says: 'It came from a backup. The other computer may have sent it; the insurer has no list of requests.',
    next: 'Ask the customer whether the SMS or email came. Then select “It arrived” or “Send again”.',
  },
  'copied-review': {
    verdict: 'Needs your decision',
    says: 'It came from a backup and is not known to have arrived.',
    next: 'Make sure that the other computer never sends it. Then select “Send again” or “It arrived”.',
  },
  'handed-over': {
    verdict: 'Handed over',
    says: 'Handed over {when}. Another computer sends it.',
    next: nothingToDo,
  },
  'back-to-draft': {
    verdict: 'Moved to drafts',
    says: 'An officer moved it to drafts {when}. It is no longer sent.',
    next: 'If it was not submitted again, it is under “Drafts”.',
  },
  corrected: {
    verdict: 'Corrected',
    says: 'It was not accepted. An officer corrected it {when}, and another request was sent in its place.',
    next: nothingToDo,
  },
  discarded: {
    verdict: 'Discarded',
    says: 'An officer discarded it {when}, before it arrived as far as known here.',
    next: nothingToDo,
  },
  'discarded-in-doubt': {
    verdict: 'Discarded, delivery not known',
    says: 'An officer discarded it {when}. It may have arrived; Claims Desk no longer checks.',
    next: 'Only the insurer knows whether it has it.',
  },
} as const satisfies Record<string, Answer>
export type SureAnswer = keyof typeof answers

const decisions = {
  'accepted-as-sent': 'An officer marked it as received.',
  'sent-again': 'An officer sent it again after a warning.',
  'to-draft': 'An officer moved it to drafts.',
  discarded: 'An officer discarded it.',
  'discard-undone': 'The discard was undone.',
  corrected: 'An officer corrected it, and another request was sent in its place.',
  'handed-over': 'It was handed over to another computer.',
  'hand-over-ended': 'Its handover was undone.',
  'copied-here': 'It came from a backup, as a copy.',
  'moved-here': 'Another computer handed it over to this one.',
} as const satisfies Record<OfficerDecision, string>

const uncounted = {
  shorter: 'It had fewer claims than before, so it was not complete.',
  older: 'The newest claims were missing.',
  'shorter-with-match': 'It had a claim with the same contents, but was not complete.',
  'older-with-match': 'It had a claim with the same contents, but lacked the newest.',
} as const satisfies Record<UncountedReason, string>

const unread = {
  offline: 'No connection.',
  timeout: 'No answer in time.',
  tls: 'There was no secure connection.',
  intercepted: 'Something else answered instead of the insurer.',
  'no-key': 'No key is set.',
  'key-refused': 'The insurer did not accept the key.',
  'rate-limited': 'The insurer asked to wait.',
  'server-error': 'The insurer’s system had a problem.',
  'wrong-shape': 'The answer could not be understood.',
  other: 'An unexpected answer.',
} as const satisfies Record<UnreadReason, string>

const absent = {
  details:
    'The insurer shows no claim for its policy. | The insurer showed no claim for its policy, {n} times.',
  list: 'Not in the insurer’s list. | Not in the insurer’s list, checked {n} times.',
} as const satisfies Record<LookPlace, string>

const absentAgain = {
  details: 'The insurer again shows no claim for its policy.',
  list: 'Again not in the insurer’s list.',
} as const satisfies Record<LookPlace, string>

const lookedInVain = {
  nothing:
    'The insurer showed no claim for its policy. | The insurer showed no claim for its policy, {n} times.',
  another:
    'The insurer showed another claim for its policy. | The insurer showed another claim for its policy, {n} times.',
} as const satisfies Record<LookInVain, string>

const couldNotLook = {
  details:
    'The insurer could not be asked for its policy. | The insurer could not be asked for its policy, {n} times.',
  list: 'The insurer’s list could not be read. | The insurer’s list could not be read, {n} times.',
} as const satisfies Record<LookPlace, string>

const candidate = {
  seen: 'The insurer has a claim that may be this one. | The insurer has {n} claims that may be this one.',
  'ruled-out':
    'An officer compared a claim at the insurer: not this one. | An officer compared {n} claims at the insurer: not this one.',
  identified:
    'An officer compared a claim at the insurer: it is this one. | An officer compared claims at the insurer: one is this one.',
} as const satisfies Record<CandidateStep, string>

const unprovable = {
  'reference-lost': 'This insurer loses references, so absence proves nothing.',
  'list-unreadable': 'The insurer’s list cannot be read in reasonable time.',
} as const satisfies Record<UnprovableCause, string>

const proofs = {
  'sent-again':
    'Missing again, five minutes later or more: that proves that it did not arrive. It is sent again.',
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
    order: 'The clock was changed: the lines are in the sequence they happened.',
    unknown: 'This item is not on this computer',
    'unknown-detail': 'It may be in another environment.',
    answers,
    when: { today: 'at {when}', 'another-day': 'on {when}' },
    plan: {
      next: 'It will be sent automatically. Next try: {when}.',
      soon: 'It will be sent automatically.',
      held: 'It will be sent automatically once this is solved.',
      files: 'Once the files are uploaded, the claim will be sent automatically.',
      look: 'Next check at the insurer: {when}.',
      'look-soon': 'Checking at the insurer now.',
      'look-held': 'The insurer is checked as soon as it can be asked.',
    },
    looked:
      'Not checked yet. | Checked once at the insurer, not found. | Checked {n} times at the insurer, not found.',
    'looked-uncounted': 'Checked at the insurer, nothing proved yet.',
    'looked-unread': 'The insurer could not be asked yet.',
    candidates:
      'The insurer has a claim of this policy that may be this one. | The insurer has {n} claims of this policy that may be this one.',
    'not-taken': {
      'key-refused': 'The insurer did not accept the key.',
      forbidden: 'The insurer’s system blocked it. The key is being checked.',
      'rate-limited': 'The insurer asked to wait.',
    },
    line: {
      accepted: 'Submitted, and saved on this computer’s disk.',
      try: 'Try {n}:',
      open: 'sending, no answer yet.',
      delivered: 'sent and confirmed by the insurer.',
      rejected: 'sent, not accepted by the insurer.',
      'not-sent': 'did not leave this computer.',
      'key-refused': 'the insurer did not accept the key and took nothing.',
      forbidden: 'the insurer’s system blocked it and took nothing.',
      'rate-limited': 'the insurer asked to wait and took nothing.',
      uncertain: 'sent, but {cause}.',
      other: 'ended in a way this version does not know.',
      'in-doubt': 'It may have arrived or not.',
      'no-doubt': 'It cannot have arrived.',
      says: 'The insurer said: “{message}”',
      uncounted:
        'The insurer’s list was read, but does not count. | The insurer’s list was read {n} times, but does not count.',
      unprovable: 'Nothing here can prove whether it arrived. An officer decides.',
      shown: 'The insurer shows it for its policy.',
      found: 'In the insurer’s list as number {id}.',
      surplus: 'In the insurer’s list a second time, as number {id}.',
      'surplus-acknowledged': 'An officer called the insurer about it.',
      between: '{from} to {until}',
    },
    absent,
    'absent-again': absentAgain,
    corrected: 'This was wrong: it turned up later, so it had arrived.',
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
