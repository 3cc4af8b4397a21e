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
  'Call the insurer and ask for this policy. Then select “It arrived”, “Send again” or “Discard”.'
const nothingToDo = 'No action needed.'

const answers = {
  'answered-listed': {
    verdict: 'Received by the insurer',
    says: 'The insurer answered yes, and the claim stands in its list under number {id}.',
    next: nothingToDo,
  },
  answered: {
    verdict: 'Received by the insurer',
    says: 'The insurer answered yes. Its number in the insurer’s list is not known here yet.',
    next: 'No action needed. The number is noted here as soon as the list shows it.',
  },
  'answered-request': {
    verdict: 'Received by the insurer',
    says: 'The insurer answered that the details were sent to the customer.',
    next: 'Whether SMS and email were read only the customer can tell.',
  },
  found: {
    verdict: 'Received by the insurer',
    says: 'The answer to it was lost on the way, but the claim was found in the insurer’s list under number {id}.',
    next: nothingToDo,
  },
  shown: {
    verdict: 'Received by the insurer',
    says: 'The answer to it was lost on the way, but the insurer shows it, with our reference, when asked for its policy.',
    next: nothingToDo,
  },
  identified: {
    verdict: 'Recognised by an officer',
    says: 'An officer compared it {when} with a claim at the insurer and said that it is the same.',
    next: nothingToDo,
  },
  'said-by-officer': {
    verdict: 'Marked as arrived by an officer',
    says: 'An officer marked it as arrived {when}. It is as sure as what the officer was told: this computer has seen no proof.',
    next: 'It is not sent again. Should it turn up in the insurer’s list, its number is noted here.',
  },
  'said-and-listed': {
    verdict: 'Received by the insurer',
    says: 'An officer marked it as arrived, and since then it was found in the insurer’s list under number {id}.',
    next: nothingToDo,
  },
  'listed-twice': {
    verdict: 'The insurer has it more than once',
    says: 'The insurer’s list shows this claim under more than one number: {ids}.',
    next: 'Call the insurer and have the surplus removed, then select “I have called the insurer”.',
  },
  rejected: {
    verdict: 'Not accepted by the insurer',
    says: 'The insurer answered no, and it did not become a claim there. {reason}',
    next: 'Select “Correct”, change what the insurer named and submit it again, or discard it.',
  },
  'rejected-request': {
    verdict: 'Not accepted by the insurer',
    says: 'The insurer answered no, and sent nothing to the customer. {reason}',
    next: 'A request cannot be changed. Discard it, then send the pharmacy again with what the insurer named put right.',
  },
  'rejected-silent': {
    verdict: 'Not accepted by the insurer',
    says: 'The insurer answered no and gave no reason. It did not become a claim there.',
    next: 'Call the insurer for the reason. Then select “Correct”, or discard it.',
  },
  'refused-alone': {
    verdict: 'The insurer’s system refuses this one',
    says: 'It answered with an error of its own although the key works, and gave no reason. Nothing was taken: it did not become a claim there.',
    next: 'Call the insurer and ask why. Then select “Send again”, take it back to a draft to change it, or discard it.',
  },
  'refused-alone-request': {
    verdict: 'The insurer’s system refuses this one',
    says: 'It answered with an error of its own although the key works, and gave no reason. Nothing was sent to the customer.',
    next: 'Call the insurer and ask why. Then select “Send again”, or discard it.',
  },
  'not-sent-yet': {
    verdict: 'Safe here, not sent yet',
    says: 'It is written on the disk of this computer and nothing of it has left. The insurer cannot have it yet.',
    next: '{plan}',
  },
  'files-first': {
    verdict: 'Safe here, its files are uploaded first',
    says: 'It is written on the disk of this computer, and the claim itself has not left: the insurer cannot have it yet. {uploaded}',
    next: '{plan}',
  },
  'file-lost': {
    verdict: 'Not sent: a file is lost',
    says: 'The claim is written on the disk of this computer and has not left: the insurer cannot have it. {uploaded}',
    next: '{plan}',
  },
  'never-left': {
    verdict: 'Safe here, not sent yet',
    says: 'The last try did not leave this computer: {cause}. That try cannot have reached the insurer.',
    next: '{plan}',
  },
  'not-taken': {
    verdict: 'Safe here, not taken yet',
    says: '{cause} Nothing was taken, so it waits on this computer.',
    next: '{plan}',
  },
  'proved-absent': {
    verdict: 'It did not arrive, and is sent again',
    says: 'It was looked for at the insurer twice, at least five minutes apart, and it was not there. That is the proof that it did not arrive.',
    next: '{plan}',
  },
  'sent-again': {
    verdict: 'Waiting to be sent again',
    says: 'An officer chose to send it again, though nobody knows whether the first one arrived.',
    next: '{plan} Should both have arrived, an alarm appears here.',
  },
  sending: {
    verdict: 'On its way now',
    says: 'It was sent {when}, and the insurer’s answer has not come yet.',
    next: 'This page shows the answer as soon as it is there.',
  },
  unconfirmed: {
    verdict: 'Not known yet',
    says: 'It was sent {when}, but {cause}. It may have arrived or not. {looked}',
    next: '{plan} If it is there, it is certain. If it is missing twice, five minutes apart and ten minutes after it was sent, it did not arrive and is sent again by itself. You do not have to do anything.',
  },
  'unconfirmed-request': {
    verdict: 'Not known: it needs you',
    says: 'It was sent {when}, but {cause}. Nobody knows whether the customer got the message, and the insurer has no list of requests to look in.',
    next: 'Ask the customer whether the SMS or email came. Then select “It arrived” or “Send again”.',
  },
  candidate: {
    verdict: 'Not known: it needs you',
    says: '{candidates} Our reference cannot be read in its text, so only a person can tell.',
    next: 'Select “Is this it?”, compare the two and say which it is. Until then nothing is sent again.',
  },
  'review-absent-again': {
    verdict: 'Not known: it needs you',
    says: 'It was sent {n} times and never appeared at the insurer. Something is wrong that sending again does not solve.',
    next: callThenDecide,
  },
  'review-reference-lost': {
    verdict: 'Not known: it needs you',
    says: 'The answer to it was lost, and this insurer was seen to lose the reference in the text of a claim. That none with our reference is there therefore proves nothing.',
    next: callThenDecide,
  },
  'review-list-unreadable': {
    verdict: 'Not known: it needs you',
    says: 'The answer to it was lost, and the insurer’s list of claims cannot be read in a reasonable time. Nothing here can tell whether it arrived.',
    next: callThenDecide,
  },
  'copied-claim': {
    verdict: 'Not known yet',
    says: 'It came here out of a backup. The computer that wrote the backup may have sent it. {looked}',
    next: '{plan} If it is there, it is certain. If it is missing twice, at least five minutes apart, you decide whether it is sent from here.',
  },
  'copied-request': {
    verdict: 'Not known: it needs you',
    says: 'It came here out of a backup. The computer that wrote the backup may have sent it, and the insurer has no list of requests to look in.',
    next: 'Ask the customer whether the SMS or email came. Then select “It arrived” or “Send again”.',
  },
  'copied-review': {
    verdict: 'Not known: it needs you',
    says: 'It came here out of a backup and is not known to have arrived.',
    next: 'Make sure that the other computer never sends it. Then select “Send again”, or “It arrived” if the insurer has it.',
  },
  'handed-over': {
    verdict: 'Handed over',
    says: 'It was handed over to another computer {when}. It is not sent from this one any more.',
    next: nothingToDo,
  },
  'back-to-draft': {
    verdict: 'Moved to drafts',
    says: 'An officer moved it to drafts {when}. This one is not sent any more; what was made of it has an entry of its own.',
    next: 'If that is not submitted yet, it stands under “Drafts”.',
  },
  discarded: {
    verdict: 'Discarded',
    says: 'An officer discarded it {when}. It had not arrived as far as this computer knows.',
    next: nothingToDo,
  },
  'discarded-in-doubt': {
    verdict: 'Discarded, and not known',
    says: 'An officer discarded it {when}, after it may have arrived. Nobody here follows it any more.',
    next: 'Only the insurer can tell whether it has it.',
  },
} as const satisfies Record<string, Answer>
export type SureAnswer = keyof typeof answers

const decisions = {
  'accepted-as-sent': 'An officer marked it as arrived.',
  'sent-again': 'After a warning, an officer chose to send it again.',
  'to-draft': 'An officer moved it to drafts.',
  discarded: 'An officer discarded it.',
  'handed-over': 'It was handed over to another computer.',
  'hand-over-ended': 'It was taken back from another computer.',
  'copied-here': 'It came here out of a backup, as a copy.',
  'moved-here': 'Another computer handed it over to this one.',
} as const satisfies Record<OfficerDecision, string>

const uncounted = {
  shorter: 'It held fewer claims than before, so something was missing in it.',
  older: 'Its newest claims were missing.',
  'shorter-with-match':
    'A claim with the same contents stood in it, but it held fewer claims than before, so something was missing in it.',
  'older-with-match': 'A claim with the same contents stood in it, but the newest claims were missing in it.',
} as const satisfies Record<UncountedReason, string>

const unread = {
  offline: 'There was no connection.',
  timeout: 'It did not come in time.',
  tls: 'There was no secure connection.',
  intercepted: 'Something else answered instead of the insurer.',
  'no-key': 'No key was set.',
  'key-refused': 'The insurer did not accept the key.',
  'rate-limited': 'The insurer asked to wait.',
  'server-error': 'The insurer’s system had a problem.',
  'wrong-shape': 'The answer could not be understood.',
  other: 'The insurer did not answer as expected.',
} as const satisfies Record<UnreadReason, string>

const absent = {
  details:
    'The insurer was asked for its policy and said that there is no claim. | The insurer was asked for its policy {n} times and said that there is no claim.',
  list: 'The insurer’s list was read: it was not there. | The insurer’s list was read {n} times: it was not there.',
} as const satisfies Record<LookPlace, string>

const absentAgain = {
  details: 'The insurer was asked for its policy again and said that there is no claim.',
  list: 'The insurer’s list was read again: it was not there.',
} as const satisfies Record<LookPlace, string>

const lookedInVain = {
  nothing:
    'The insurer was asked for its policy and showed no claim. | The insurer was asked for its policy {n} times and showed no claim.',
  another:
    'The insurer was asked for its policy and showed another claim. | The insurer was asked for its policy {n} times and showed another claim.',
} as const satisfies Record<LookInVain, string>

const couldNotLook = {
  details:
    'The insurer could not be asked for its policy. | The insurer could not be asked for its policy {n} times.',
  list: 'The insurer’s list could not be read. | The insurer’s list could not be read {n} times.',
} as const satisfies Record<LookPlace, string>

const candidate = {
  seen: 'A claim that may be this one was seen at the insurer. | {n} claims that may be this one were seen at the insurer.',
  'ruled-out':
    'An officer compared it with a claim at the insurer: that is another one. | An officer compared it with {n} claims at the insurer: those are others.',
  identified:
    'An officer compared it with a claim at the insurer: that is this one. | An officer compared it with claims at the insurer: one is this one.',
} as const satisfies Record<CandidateStep, string>

const unprovable = {
  'reference-lost':
    'This insurer was seen to lose the reference in the text of a claim, so that none with our reference is there proves nothing.',
  'list-unreadable': 'The insurer’s list of claims cannot be read in a reasonable time.',
} as const satisfies Record<UnprovableCause, string>

const proofs = {
  'sent-again':
    'It was missing again, at least five minutes after the first time. That proves that it did not arrive, so it was put in line to be sent again.',
  'asked-officer':
    'It was missing once more after every try. It is not sent again by itself: an officer decides.',
} as const satisfies Record<AbsenceProof, string>

/** "How sure is this?": the page of one entry. */
export const enSure = {
  sure: {
    title: 'Delivery status',
    short: 'Delivery status',
    of: 'Delivery status: claim of policy {policy}',
    back: 'Outbox',
    loading: 'Reading the history',
    next: 'What happens next',
    history: 'What happened so far',
    order:
      'The clock of this computer was changed in between: the lines stand in the order in which things happened, whatever their times say.',
    unknown: 'This entry is not on this computer',
    'unknown-detail': 'It may belong to another environment. The outbox shows what is here.',
    answers,
    when: { today: 'at {when}', 'another-day': 'on {when}' },
    plan: {
      next: 'It will be sent automatically. Next try: {when}.',
      soon: 'It will be sent automatically.',
      held: 'It will be sent automatically as soon as that has changed.',
      files:
        'Its files are uploaded automatically. Once all are in the file store, the claim will be sent automatically too.',
      look: 'It is looked for at the insurer again {when}.',
      'look-soon': 'It is being looked for at the insurer now.',
      'look-held': 'It is looked for at the insurer as soon as the insurer can be asked.',
    },
    looked:
      'It has not been looked for yet. | It was looked for once at the insurer and was not there. | It was looked for {n} times at the insurer and was not there.',
    'looked-uncounted': 'It was looked for, but nothing that proves anything was seen so far.',
    'looked-unread': 'It is looked for, but the insurer could not be asked so far.',
    candidates:
      'The insurer has a claim of this policy that may be this one. | The insurer has {n} claims of this policy that may be this one.',
    'not-taken': {
      'key-refused': 'The insurer did not accept the key.',
      forbidden: 'The insurer’s system refused it. Whether it is the key or this one alone is being checked.',
      'rate-limited': 'The insurer asked to wait.',
    },
    line: {
      accepted: 'Submitted, and written to the disk of this computer.',
      try: 'Try {n}:',
      open: 'on its way, no answer yet.',
      delivered: 'sent, and the insurer answered yes.',
      rejected: 'sent, and the insurer answered no.',
      'not-sent': 'it did not leave this computer.',
      'key-refused': 'the insurer did not accept the key and took nothing.',
      forbidden: 'the insurer’s system refused it and took nothing.',
      'rate-limited': 'the insurer asked to wait and took nothing.',
      uncertain: 'sent, but {cause}.',
      other: 'it ended in a way this version does not know.',
      'in-doubt': 'It may have arrived or not.',
      'no-doubt': 'It cannot have arrived.',
      says: 'The insurer said: “{message}”',
      uncounted:
        'The insurer’s list was read, but this reading did not count. | The insurer’s list was read {n} times, but these readings did not count.',
      unprovable: 'Whether it arrived cannot be proved from here. An officer decides.',
      shown: 'The insurer shows it when asked for its policy.',
      found: 'Found in the insurer’s list as number {id}.',
      surplus: 'The insurer’s list shows it once more, as number {id}.',
      'surplus-acknowledged': 'An officer noted that the insurer was called about it.',
      between: '{from} to {until}',
    },
    absent,
    'absent-again': absentAgain,
    corrected: 'This was not so: it turned up later, so it had arrived after all.',
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
