/** The state of the connection to the insurer, with its cause; stored in the diary and shown by the page. */
export const connectivityKinds = [
  'works',
  /** This computer has no network at all. */
  'no-network',
  /** There is a network, but the insurer's name is not found: usually a router without internet. */
  'dns',
  /** The insurer's address is known, but nothing answers there, or the connection breaks. */
  'no-answer',
  'intercepted',
  /** No secure connection, for another reason than the two below. */
  'tls',
  /** The certificate comes from an authority that this computer does not trust. */
  'tls-authority',
  /** The certificate is not valid for this computer's date. */
  'tls-date',
  /** The proxy of the office's network does not let the connection through, or cannot be reached. */
  'proxy',
  /** The proxy asks for a name and a password, or refuses those it got. */
  'proxy-asks',
  'no-key',
  'key-refused',
  'rate-limited',
  'server-error',
] as const
export type ConnectivityKind = (typeof connectivityKinds)[number]

/** The kinds in which a safe connection failed. */
type TlsKind = Extract<ConnectivityKind, `tls${string}`>

/** Whether a safe connection failed. */
export function isTlsKind(kind: string | null | undefined): kind is TlsKind {
  return kind === 'tls' || kind === 'tls-authority' || kind === 'tls-date'
}

/** The kinds in which the insurer's system responds, whatever the response is. */
const reaching: ReadonlySet<ConnectivityKind> = new Set<ConnectivityKind>([
  'works',
  'no-key',
  'key-refused',
  'rate-limited',
  'server-error',
])

/** Whether the office was online to the insurer. */
export function isOnlineKind(kind: ConnectivityKind): boolean {
  return reaching.has(kind)
}

/** A period (ISO, this computer's clock) in which the connection was in this state. */
export interface ConnectivitySpan {
  readonly kind: ConnectivityKind
  readonly beganAt: string
  /** The last time this state was observed. */
  readonly seenUntil: string
}

/** This computer's clock against the insurer's, as last compared. */
export interface ClockDifference {
  /** Positive: this computer is ahead. */
  readonly aheadMs: number
  readonly comparedAt: string
  /** More than two minutes off, after allowing for the round trip. */
  readonly isWrong: boolean
}

export interface ConnectivityNow {
  /** Null while nothing has been tried yet. */
  readonly kind: ConnectivityKind | null
  readonly since: string | null
  /** Null until the insurer's first response. */
  readonly clock: ClockDifference | null
}

export interface ConnectivityDiary {
  /** Newest first. */
  readonly spans: readonly ConnectivitySpan[]
}
