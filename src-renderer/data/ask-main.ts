import type { RequestChannel, RequestInput, RequestResult } from '#shared/contract/calls.ts'
import { err } from '#shared/result.ts'

/**
 * Sends a request to main. A rejected call (a bug on either side, or main shutting down) becomes a failure too, so that
 * a screen can always show something.
 */
export async function askMain<C extends RequestChannel>(
  channel: C,
  ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
): Promise<RequestResult<C>> {
  try {
    return await window.bridge.request(channel, ...input)
  } catch {
    return err({ type: 'unexpected' })
  }
}
