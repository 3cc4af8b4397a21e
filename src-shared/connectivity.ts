/** How the way to the insurer stands, with its cause: what the diary keeps and the page puts into words. */
export const connectionKinds = [
  'works',
  /** This computer has no network at all. */
  'no-network',
  /** There is a network, but the insurer's name is not found: mostly a router without internet. */
  'dns',
  /** The insurer's address is known, but nobody answers there, or the line breaks off. */
  'no-answer',
  'intercepted',
  'tls',
  /** The certificate does not fit the date of this computer. */
  'tls-date',
  'no-key',
  'key-refused',
  'rate-limited',
  'list-unavailable',
  'server-error',
] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** The kinds that mean: from here to the insurer's system and back, whatever that answers. */
const reaching: ReadonlySet<ConnectionKind> = new Set<ConnectionKind>([
  'works',
  'no-key',
  'key-refused',
  'rate-limited',
  'list-unavailable',
  'server-error',
])

/** Whether the office was online to the insurer. */
export function isOnlineKind(kind: ConnectionKind): boolean {
  return reaching.has(kind)
}

/** A stretch of time (ISO, this computer's clock) in which the connection stood like that. */
export interface ConnectionSpan {
  readonly kind: ConnectionKind
  readonly beganAt: string
  /** The last moment it is known to have stood like that. */
  readonly seenUntil: string
}

/** This computer's clock against the insurer's, as last compared. */
export interface ClockDifference {
  /** Positive: this computer is ahead. */
  readonly aheadMs: number
  readonly comparedAt: string
  /** More than two minutes off, whatever the way there and back took. */
  readonly isWrong: boolean
}

export interface ConnectionNow {
  /** Null while nothing has been tried yet. */
  readonly kind: ConnectionKind | null
  readonly since: string | null
  /** Null until the insurer answered once. */
  readonly clock: ClockDifference | null
}

export interface ConnectionDiary {
  /** The newest first. */
  readonly spans: readonly ConnectionSpan[]
}
