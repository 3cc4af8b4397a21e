/** Why a reading of the insurer's list proves nothing about an entry: the list was shorter or older than before. */
export const uncountedReasons = ['shorter', 'older', 'shorter-with-match', 'older-with-match'] as const
export type UncountedReason = (typeof uncountedReasons)[number]

/** Why the insurer's list could not be read. */
export const unreadReasons = [
  'offline',
  'timeout',
  'tls',
  'intercepted',
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

export const officerDecisions = [
  'accepted-as-sent',
  'sent-again',
  'to-draft',
  'discarded',
  'handed-over',
  'hand-over-ended',
  /** It came here out of a backup; the computer that wrote it may go on sending. */
  'copied-here',
  /** Another computer handed it over to this one. */
  'moved-here',
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
  /** What the list held before the first attempt; `lookAlikes` are rows that can therefore not be this entry. */
  | { readonly type: 'baseline'; readonly count: number; readonly lookAlikes: readonly number[] }
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
  | ({ readonly type: 'absent'; readonly proof: AbsenceProof | null } & Readings)
  | ({ readonly type: 'uncounted'; readonly reason: UncountedReason } & Readings)
  | ({ readonly type: 'unread'; readonly reason: UnreadReason } & Readings)
  | { readonly type: 'officer'; readonly at: string; readonly decision: OfficerDecision }
  | { readonly type: 'found'; readonly at: string; readonly claimId: number }
  | { readonly type: 'surplus'; readonly at: string; readonly claimId: number }
  | { readonly type: 'surplus-acknowledged'; readonly at: string }
