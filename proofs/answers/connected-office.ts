import { expect } from 'vitest'
import type { AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { openServices } from '#testing/app/open-services.ts'

/** An office that its officer connected to an insurer. */
export async function connectedOffice(
  baseUrl: string,
  given: Partial<ServicesOptions> = {},
): Promise<AppServices> {
  const office = await openServices({ confirmAddress: () => Promise.resolve(true), ...given })
  const wish = { environment: 'live', baseUrl, key: 'made-up-key', evenOffline: false } as const
  expect(await office.handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
  return office
}

/** How its entries stand. */
export async function statesOf({ handlers }: AppServices): Promise<readonly string[]> {
  const list = await handlers['outbox:list'](undefined)
  return list.ok ? list.value.map(({ state }) => state.name) : []
}
