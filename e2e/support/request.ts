import type { Page } from 'playwright-core'
import type { RequestChannel, RequestInput } from '#shared/contract/calls.ts'

/** The bridge, for a call whose types were checked before it went to the page. */
interface AnyBridge {
  readonly request: (
    channel: string,
    ...input: readonly unknown[]
  ) => Promise<{ readonly ok: boolean; readonly error?: { readonly type: string } }>
}

/** Asks main as the page does, where a spec is about what comes after. @throws where main refuses. */
export async function request<C extends RequestChannel>(
  page: Page,
  channel: C,
  ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
): Promise<void> {
  const asked: readonly [string, readonly unknown[]] = [channel, input]
  const refused = await page.evaluate(async ([name, given]) => {
    const { bridge } = window as unknown as { readonly bridge: AnyBridge }
    const answer = await bridge.request(name, ...given)
    return answer.ok ? null : (answer.error?.type ?? 'no reason')
  }, asked)
  if (refused !== null) throw new Error(`Main refused ${channel}: ${refused}.`)
}
