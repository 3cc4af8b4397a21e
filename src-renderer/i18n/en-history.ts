import type { LookPlace } from '#shared/outbox/entry.ts'
import type {
  AbsenceProof,
  CandidateStep,
  LookInVain,
  OfficerDecision,
  UncountedReason,
} from '#shared/outbox/history.ts'

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

/** What happened to one claim or request, line by line. */
export const enHistory = {
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
    corrected: 'This was wrong: it turned up later.',
    'looked-in-vain': lookedInVain,
    'could-not-look': couldNotLook,
    candidate,
    decisions,
    uncounted,
    proofs,
  },
} as const
