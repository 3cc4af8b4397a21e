import type { NotSentCause } from '#shared/outbox/attempt-outcome.ts'
import type { KeyHider } from '#main/insurer/network/hide-key.ts'
import type { AnswerTiming, LostCause, Outgoing } from '#main/insurer/network/send.ts'
import { connectFailure, connectTrouble, type ConnectTrouble } from '#main/insurer/network/transport-error.ts'

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

/** What the classification needs from an HTTP answer. Contains neither the request nor its headers, so no key. */
export interface InsurerAnswer {
  readonly type: 'answered'
  readonly method: Outgoing['method']
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
  /** Proved by the socket for requests that must arrive once; by the error for those that may repeat. */
  | { readonly type: 'not-sent'; readonly cause: NotSentCause; readonly trouble?: ConnectTrouble }
  | { readonly type: 'lost'; readonly cause: LostCause; readonly trouble?: ConnectTrouble }
  /** There is no key, or none that is valid in a header. */
  | { readonly type: 'no-key' }
  | { readonly type: 'unusable-key' }

/**
 * The outcome of an exchange without an answer: lost when its headers may have left, otherwise not sent.
 *
 * @param hasLeft whether the headers left; null if not tracked, because a retry does no harm: then the error decides.
 */
export function brokenOff(error: unknown, hasLeft: boolean | null, cause: LostCause): Exchange {
  const connecting = connectFailure(error)
  // What we stopped ourselves shows nothing about the network.
  const seen = { reset: connectTrouble(error), timeout: 'no-answer', stopped: null, suspended: null } as const
  const trouble = seen[cause] === null ? {} : { trouble: seen[cause] }
  if (hasLeft ?? connecting === 'network') return { type: 'lost', cause, ...trouble }
  if (cause === 'reset') return { type: 'not-sent', cause: connecting, ...trouble }
  // Aborted by us while still connecting: timed out, or stopped.
  return { type: 'not-sent', cause: cause === 'timeout' ? 'connect-timeout' : 'network', ...trouble }
}
