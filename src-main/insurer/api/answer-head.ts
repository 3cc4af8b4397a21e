import type { InsurerAnswer, AnswerTiming, Exchange, LostCause } from './exchange-result.ts'
import { connectFailure, connectTrouble } from './transport-error.ts'

// An error about a value that is refused as a header would quote it, including the key.
const headerText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** The key for one exchange, or the exchange that is over because there is none. */
export async function usableKey(readKey: () => Promise<string | null>): Promise<string | Exchange> {
  const key = await readKey()
  if (key === null || key === '') return { type: 'no-key' }
  return headerText.test(key) ? key : { type: 'unusable-key' }
}

/** The moment of asking, by both clocks. */
export interface AskedMoment {
  readonly atMs: number
  readonly monotonicMs: number
}

export const askedNow = (): AskedMoment => ({ atMs: Date.now(), monotonicMs: performance.now() })

/** A header of an answer; null where it is missing. */
type Header = (name: string) => string | null

/** When the headers arrived; call it at once. */
export function timingOf(header: Header, asked: AskedMoment): AnswerTiming {
  return {
    date: header('date'),
    age: header('age'),
    askedAtMs: asked.atMs,
    headersAtMs: Date.now(),
    tookMs: performance.now() - asked.monotonicMs,
  }
}

type Given = Pick<InsurerAnswer, 'method' | 'status' | 'body' | 'hideKey'> & { readonly timing: AnswerTiming }

/** The answer as the classification sees it. @param url what was asked, against which `Location` is resolved */
export function answerOf(given: Given, header: Header, url: string): InsurerAnswer {
  const location = header('location')
  return {
    ...given,
    type: 'answered',
    location: location === null ? null : URL.parse(location, url),
    retryAfter: header('retry-after'),
    contentType: header('content-type') ?? '',
    receivedAtMs: Date.now(),
  }
}

/**
 * The outcome of an exchange without an answer: lost when its headers may have left, otherwise not sent.
 *
 * @param sent whether the headers left; null if not tracked, because a retry does no harm: then the error decides.
 * @param cause why it ended early: the network's `reset`, or one of our own reasons.
 */
export function brokenOff(error: unknown, sent: boolean | null, cause: LostCause): Exchange {
  const connecting = connectFailure(error)
  // What we stopped ourselves shows nothing about the network.
  const seen = { reset: connectTrouble(error), timeout: 'no-answer', stopped: null, suspended: null } as const
  const trouble = seen[cause] === null ? {} : { trouble: seen[cause] }
  if (sent ?? connecting === 'network') return { type: 'lost', cause, ...trouble }
  if (cause === 'reset') return { type: 'not-sent', cause: connecting, ...trouble }
  // Aborted by us while still connecting: timed out, or stopped.
  return { type: 'not-sent', cause: cause === 'timeout' ? 'connect-timeout' : 'network', ...trouble }
}
