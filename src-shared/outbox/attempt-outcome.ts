import type { ServerWords } from '../domain/correction.ts'

/** Why an attempt is known not to have left this computer. */
export const notSentCauses = ['dns', 'refused', 'tls', 'connect-timeout', 'network', 'proxy'] as const
export type NotSentCause = (typeof notSentCauses)[number]

/**
 * Why it is not yet known whether the server processed the request. `garbled`: something answered in a way that cannot
 * be read. `copied-here`: the entry came out of a backup, and
 * the computer that wrote it may have sent it.
 */
export const uncertainCauses = [
  'timeout',
  'reset',
  'truncated',
  'garbled',
  'server-error',
  'wrong-shape',
  'stopped',
  'suspended',
  'intercepted',
  'copied-here',
] as const
export type UncertainCause = (typeof uncertainCauses)[number]

/**
 * The outcome of one attempt. The spec does not show errors, so this is our policy
 * (src-main/insurer/api/classify.ts holds the table).
 */
export type AttemptOutcome =
  | {
      readonly type: 'delivered'
      readonly serverMessage: string
      /** Whether the answer repeats our reference; null when it does not repeat the text, or there is none. */
      readonly keptReference: boolean | null
    }
  | ({ readonly type: 'rejected' } & ServerWords)
  /** Provably not sent: the request's headers never left. */
  | { readonly type: 'not-sent'; readonly cause: NotSentCause }
  /** 403: the key, or this request alone. A request that only reads tells which; nothing was done. */
  | { readonly type: 'forbidden' }
  /** The server refused before doing anything: the key. */
  | { readonly type: 'key-refused' }
  /** The server asked to wait. */
  | { readonly type: 'rate-limited'; readonly retryAfterMs: number }
  /** Something between us and the API may or may not have passed it on. */
  | {
      readonly type: 'uncertain'
      readonly cause: UncertainCause
      readonly httpStatus: number | null
      /** What cannot be read, where it is garbled: the code of the parser. */
      readonly code?: string
    }
