import type { Exchange, LostCause } from './exchange-result.ts'
import { connectFailure, connectTrouble } from './transport-error.ts'

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
