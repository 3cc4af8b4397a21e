import type { RequestChannel, RequestInput, RequestResult } from '#shared/contract/calls.ts'
import { err } from '#shared/result.ts'

/**
 * Asks main. A rejected call (a bug on either side, or main going away) is one more failure, so that a screen can always
 * say something.
 */
export async function askMain<C extends RequestChannel>(
  channel: C,
  ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
): Promise<RequestResult<C>> {
  try {
    return await window.desk.request(channel, ...input)
  } catch {
    return err({ type: 'unexpected' })
  }
}
