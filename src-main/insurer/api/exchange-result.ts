import type { NotSentCause } from '#shared/outbox/attempt-outcome.ts'
import type { KeyHider } from './hide-key.ts'
import type { ConnectTrouble } from './transport-error.ts'

/** Why an exchange ended early after the request's headers had left. */
export type LostCause = 'timeout' | 'reset' | 'stopped' | 'suspended'

/** The body of an answer, as far as it arrived. */
export type AnswerBody =
  | { readonly type: 'complete'; readonly text: string }
  | { readonly type: 'broken-off'; readonly cause: LostCause }
  /** Longer than the limit; reading stopped there. */
  | { readonly type: 'too-large' }
  /** A list of which something cannot be read; reading stopped there. */
  | { readonly type: 'unreadable' }
  /** 304 to a request that named the version it knows. */
  | { readonly type: 'not-modified' }

/** When an answer's headers arrived, for comparing clocks. */
export interface AnswerTiming {
  /** The `Date` header as received. */
  readonly date: string | null
  /** The `Age` header: a cache's answer has an old date. */
  readonly age: string | null
  /** System time, milliseconds since 1970. */
  readonly askedAtMs: number
  readonly headersAtMs: number
  /** Duration in milliseconds by the monotonic clock. */
  readonly tookMs: number
}

export type Method = 'GET' | 'POST'

/** What the classification needs from an HTTP answer. Contains neither the request nor its headers, so no key. */
export interface InsurerAnswer {
  readonly type: 'answered'
  readonly method: Method
  readonly status: number
  /** `Location` as an absolute URL; null when missing or invalid. */
  readonly location: URL | null
  readonly retryAfter: string | null
  readonly contentType: string
  readonly body: AnswerBody
  /** When it arrived, milliseconds since 1970; without a `Date` header, a `Retry-After` date is measured from it. */
  readonly receivedAtMs: number
  readonly hideKey: KeyHider
  readonly timing?: AnswerTiming
}

/** The raw outcome of one HTTP exchange, before classification. */
export type Exchange =
  | InsurerAnswer
  /** Proved by the `sendHeaders` channel for requests that must arrive once; by the error for those that may repeat. */
  | { readonly type: 'not-sent'; readonly cause: NotSentCause; readonly trouble?: ConnectTrouble }
  | { readonly type: 'lost'; readonly cause: LostCause; readonly trouble?: ConnectTrouble }
  /** There is no key, or none that is valid in a header. */
  | { readonly type: 'no-key' }
  | { readonly type: 'unusable-key' }
