import type { Page } from 'playwright-core'
import type { RequestChannel, RequestInput, RequestResult, RequestValue } from '#shared/contract/calls.ts'

/** The bridge, for a call whose types were checked before it went to the page. */
interface AnyBridge<C extends RequestChannel> {
  readonly request: (channel: string, ...input: readonly unknown[]) => Promise<RequestResult<C>>
}

/** Asks main as the page does, where a spec is about what comes after. @throws where main refuses. */
export async function request<C extends RequestChannel>(
  page: Page,
  channel: C,
  ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
): Promise<RequestValue<C>> {
  const asked: readonly [string, readonly unknown[]] = [channel, input]
  const answer = await page.evaluate(async ([name, given]) => {
    const { bridge } = window as unknown as { readonly bridge: AnyBridge<C> }
    return await bridge.request(name, ...given)
  }, asked)
  if (!answer.ok) throw new Error(`Main refused ${channel}: ${answer.error.type}.`)
  return answer.value
}
