/** The state of the connection to the insurer, with its cause, as the page shows it. */
export const connectivityKinds = [
  'works',
  /** This computer has no network at all. */
  'no-network',
  /** There is a network, but the insurer's name is not found: usually a router without internet. */
  'dns',
  /** The insurer's address is known, but nothing answers there, or the connection breaks. */
  'no-answer',
  /** Something answers, in a way that cannot be read. */
  'garbled',
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
  /** What cannot be read, for IT support, where the kind is `garbled`: the code of the parser. */
  readonly code?: string
  readonly since: string | null
  /** Null until the insurer's first response. */
  readonly clock: ClockDifference | null
}
