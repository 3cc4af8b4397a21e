import type { LookPlace } from '#shared/outbox/entry.ts'
import type { AbsenceProof, CandidateStep, LookInVain, OfficerDecision } from '#shared/outbox/history.ts'

/** The page of one claim: what it shows beside what `says` says. */
const dialogs = {
  discard: {
    title: 'Discard this {what}?',
    description: 'The insurer does not get it.',
    warning: 'It may have arrived. Discarding does not remove it at the insurer, and checks stop.',
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
    cancel: 'Do not send',
  },
  arrived: {
    title: 'Mark this {what} as received?',
    description: 'Only if the insurer or the customer told you so. It is not sent again.',
    cancel: 'Not yet',
  },
} as const

const compare = {
  description: 'The insurer has a claim of the same policy. Compare the two.',
  none: 'Nothing left to compare.',
  which: 'Claim {n} of {count} at the insurer',
  table: 'The two claims, field by field',
  field: 'Field',
  here: 'Submitted here',
  verdicts: {
    same: 'Same',
    similar: 'Same, written differently',
    different: 'Different',
    missing: 'Missing at the insurer',
    unread: 'Not clear',
  },
  sum: 'All {of} fields are the same. | Look at 1 of {of} fields: {fields}. | Look at {n} of {of} fields: {fields}.',
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
  noted: 'Noted: another one. Here is the next.',
  done: { 'is-it': 'The claim counts as received', 'is-another': 'Noted: the insurer has another one' },
} as const

const page = {
  of: '{what} of policy {policy}',
  unknown: {
    title: 'This claim is not on this computer',
    request: 'This request is not on this computer',
    text: 'It may be in another environment, or was removed.',
  },
  'pharmacy-id': 'Number in the directory',
  steps: {
    label: 'How far it is',
    saved: 'Saved',
    sent: 'Sent',
    decided: 'Status',
    'not-yet': 'not yet',
  },
  next: 'What happens next',
  ask: 'Ask now',
  asking: 'Asking the insurer…',
  'as-listed': 'As the insurer lists it',
  reference: 'Reference',
  number: 'Number at the insurer',
  'captured-by': '{when}, by {name}',
  delivery: 'Delivery',
  'insurer-title': 'At the insurer',
  'insurer-detail': 'The customer and the policy, as the insurer has them now.',
  'show-insurer': 'Ask for customer and policy',
  changes: 'What the insurer said',
  'change-first': 'First seen: {status}.',
  'change-status': '{status} (was {was}).',
  'change-estimate': 'Estimate {amount}.',
  'change-removed': 'Removed from its list.',
  note: 'Note',
  'note-hint': 'Kept on this computer only.',
  'note-by': 'Changed {when} by {name}.',
  'note-at': 'Changed {when}.',
  'note-saved': 'Note saved.',
  others: 'Claims of this policy that are known here',
  menu: 'More',
  'same-owner': 'Same owner, another vehicle',
  'replaced-by': 'Replaced by {reference}',
  replaces: 'Replaces {reference}',
  'replaces-untold': 'Replaces {reference}: the insurer is still to be told',
  wrong: {
    mark: 'Something is wrong',
    title: 'Something is wrong with this claim',
    text: 'A received claim cannot be changed from here. Call the insurer, and name both references.',
    replaced: 'Reference of the claim that replaces it',
    'replaced-hint': 'Only where that claim was submitted already.',
    'not-a-reference': 'Enter a reference such as 7F3K-92QD.',
    what: 'What is wrong',
    'not-said': 'Something else',
    right: 'Submit the right claim now',
    'right-hint':
      'It opens a copy to correct. Once submitted, it is linked here. The insurer is still to be told.',
    save: 'Mark as wrong',
    undo: 'Nothing is wrong',
    tell: 'Call the insurer and name this reference: {reference}.',
    'tell-both': 'Call the insurer and name both references: {reference} is wrong, {replacedBy} is right.',
    whom: 'Who at the insurer was told?',
    'whom-hint': 'A name, or how. It may stay empty.',
    'note-title': 'Correction of a claim',
    'note-says': 'This claim was submitted with a mistake and must not be paid.',
    'note-replaced': 'It is replaced by the claim with reference {reference}.',
  },
  done: {
    'sent-now': 'Sending as soon as possible.',
    looking: 'Checking at the insurer.',
    discarded: 'Discarded.',
    arrived: 'Marked as received.',
    'sent-again': 'It waits to be sent again.',
    noted: 'Noted.',
    told: 'Noted: the insurer was told.',
  },
  'what-in-sentence': { claim: 'claim', request: 'pharmacy request' },
} as const

const decisions = {
  'accepted-as-sent': 'An officer marked it as received.',
  'sent-again': 'An officer sent it again.',
  'to-draft': 'An officer moved it to drafts.',
  discarded: 'An officer discarded it.',
  'discard-undone': 'Discard undone.',
  corrected: 'An officer corrected it.',
  'copied-here': 'From a backup, as a copy.',
  'chosen-elsewhere': 'Not sent: its pharmacy was selected at another address of the insurer.',
} as const satisfies Record<OfficerDecision, string>

const absent = {
  details: 'Not found by its policy. | Not found by its policy, {n} times.',
  list: 'Not in the insurer’s list. | Not in the insurer’s list, {n} times.',
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

const proofs = {
  'sent-again': 'Missing again after five minutes or more: it did not arrive, and is sent again.',
  'asked-officer': 'Missing after every try. An officer decides.',
} as const satisfies Record<AbsenceProof, string>

/** The page of one claim, beside what `says` says: what can be done, and what happened to it. */
export const enClaimPage = {
  'claim-page': { ...page, dialogs, compare },
  history: {
    order: 'The clock was changed: times may jump.',
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
      uncounted: 'The insurer’s list does not count. | The insurer’s list does not count, {n} times.',
      unprovable: 'Nothing can prove whether it arrived. An officer decides.',
      shown: '{Insurer} shows it for its policy.',
      found: 'In the insurer’s list as number {id}.',
      surplus: 'In the insurer’s list again, as number {id}.',
      'surplus-acknowledged': 'An officer called the insurer about it.',
      between: '{from} to {until}',
      wrong: 'Marked as wrong.',
      'wrong-what': 'Marked as wrong: {what}.',
      told: '{Insurer} was told.',
      'told-whom': '{Insurer} was told: {whom}.',
      by: 'By {name}.',
    },
    absent,
    corrected: 'This was wrong: it turned up later.',
    'looked-in-vain': lookedInVain,
    'could-not-look': couldNotLook,
    candidate,
    decisions,
    uncounted: 'Not complete: fewer claims than before.',
    proofs,
  },
} as const
