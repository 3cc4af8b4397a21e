import type { Exchange, LostCause } from './exchange-result.ts'
import { connectFailure, connectTrouble } from './transport-error.ts'

/**
 * What an exchange without an answer came to: lost when its headers may have left, else not sent.
 *
 * @param sent whether the headers left; null where nobody watched, because a second try does no harm: the error tells.
 * @param cause why it broke off: the network's `reset`, or one of our own reasons.
 */
export function brokenOff(error: unknown, sent: boolean | null, cause: LostCause): Exchange {
  const connecting = connectFailure(error)
  // What we stopped ourselves shows nothing of the network.
  const seen = { reset: connectTrouble(error), timeout: 'no-answer', stopped: null, suspended: null } as const
  const trouble = seen[cause] === null ? {} : { trouble: seen[cause] }
  if (sent ?? connecting === 'network') return { type: 'lost', cause, ...trouble }
  if (cause === 'reset') return { type: 'not-sent', cause: connecting, ...trouble }
  // Broken off by us while still connecting: too late, or stopped.
  return { type: 'not-sent', cause: cause === 'timeout' ? 'connect-timeout' : 'network', ...trouble }
}
