import type { NotSentCause } from '#shared/outbox/attempt-outcome.ts'
import type { KeyHider } from './hide-key.ts'
import type { ConnectTrouble } from './transport-error.ts'

/** Why an exchange broke off after the request's headers had left. */
export type LostCause = 'timeout' | 'reset' | 'stopped' | 'suspended'

/** The body of an answer, as far as it came. */
export type AnswerBody =
  | { readonly type: 'complete'; readonly text: string }
  | { readonly type: 'broken-off'; readonly cause: LostCause }
  /** Longer than the limit: not read on. */
  | { readonly type: 'too-large' }

/** When an answer's headers came, for comparing clocks. */
export interface AnswerTiming {
  /** The `Date` header as it came. */
  readonly date: string | null
  /** The `Age` header: a cache's answer has an old date. */
  readonly age: string | null
  /** By the clock on the wall, milliseconds since 1970. */
  readonly askedAtMs: number
  readonly headersAtMs: number
  /** The same stretch by the clock that cannot be set. */
  readonly tookMs: number
}

/** What the classification needs of an HTTP answer. No request, no header of ours: errors stop before this. */
export interface Answer {
  readonly type: 'answered'
  readonly status: number
  /** `Location`, made absolute; null when missing or no address. */
  readonly location: URL | null
  readonly retryAfter: string | null
  readonly contentType: string
  readonly body: AnswerBody
  /** When it came, milliseconds since 1970: a `Retry-After` date is counted from here. */
  readonly receivedAtMs: number
  readonly hideKey: KeyHider
  readonly timing?: AnswerTiming
}

/** What one HTTP exchange came to, before anyone judges it. */
export type Exchange =
  | Answer
  /** Proved by the `sendHeaders` channel for what must arrive once; by the error for what may be asked again. */
  | { readonly type: 'not-sent'; readonly cause: NotSentCause; readonly trouble?: ConnectTrouble }
  | { readonly type: 'lost'; readonly cause: LostCause; readonly trouble?: ConnectTrouble }
  /** There is no key, or none that can stand in a header. */
  | { readonly type: 'no-key' }
  | { readonly type: 'unusable-key' }
