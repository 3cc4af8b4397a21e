import type { LookPlace, UnprovableCause } from './entry.ts'

/** Why the insurer could not be asked. */
export const unreadReasons = [
  'offline',
  'timeout',
  'tls',
  'intercepted',
  'garbled',
  'no-key',
  'key-refused',
  'rate-limited',
  'server-error',
  'wrong-shape',
  'other',
] as const
export type UnreadReason = (typeof unreadReasons)[number]

/** What a proof of absence led to: sent again automatically, or an officer is asked. */
export const absenceProofs = ['sent-again', 'asked-officer'] as const
export type AbsenceProof = (typeof absenceProofs)[number]

/** What the details of a policy showed instead of the claim: none at all, or another one. */
export const looksInVain = ['nothing', 'another'] as const
export type LookInVain = (typeof looksInVain)[number]

/** What became of a claim at the insurer that may be this one. */
export const candidateSteps = ['seen', 'ruled-out', 'identified'] as const
export type CandidateStep = (typeof candidateSteps)[number]

export const officerDecisions = [
  'accepted-as-sent',
  'sent-again',
  'to-draft',
  'discarded',
  'discard-undone',
  /** Another request was sent in its place. */
  'corrected',
  /** It came here out of a backup; the computer that wrote it may go on sending. */
  'copied-here',
  /** Its pharmacy was chosen at another address of the insurer. */
  'chosen-elsewhere',
] as const
export type OfficerDecision = (typeof officerDecisions)[number]

/** Equal readings share one line: the first, the last, and how many. */
interface Readings {
  readonly firstAt: string
  readonly lastAt: string
  readonly times: number
}

/** One line of an entry's history, oldest first. Times are those of this computer's clock (ISO). */
export type HistoryLine =
  | { readonly type: 'accepted'; readonly at: string }
  | {
      readonly type: 'attempt'
      readonly number: number
      readonly openedAt: string
      readonly closedAt: string | null
      /** `type`, `type/cause` or `type/cause/status` of an attempt's outcome; null while it is open. */
      readonly outcome: string | null
      /** The insurer's message; '' when there was none. */
      readonly serverMessage: string
    }
  /** `isCorrected`: it turned up after this proof, so it had arrived after all. */
  | ({
      readonly type: 'absent'
      readonly by: LookPlace
      readonly proof: AbsenceProof | null
      readonly isCorrected: boolean
    } & Readings)
  /** A look at the details of its policy that proves nothing. */
  | ({ readonly type: 'looked'; readonly showed: LookInVain } & Readings)
  /** A reading of the insurer's list that proves nothing: it was shorter than before. */
  | ({ readonly type: 'uncounted' } & Readings)
  | ({ readonly type: 'unread'; readonly by: LookPlace; readonly reason: UnreadReason } & Readings)
  | { readonly type: 'unprovable'; readonly at: string; readonly why: UnprovableCause }
  | ({ readonly type: 'candidate'; readonly step: CandidateStep } & Readings)
  | { readonly type: 'officer'; readonly at: string; readonly decision: OfficerDecision }
  /** Without an id when the details of its policy showed it. */
  | { readonly type: 'found'; readonly at: string; readonly claimId: number | null }
  | { readonly type: 'surplus'; readonly at: string; readonly claimId: number }
  | { readonly type: 'surplus-acknowledged'; readonly at: string }
