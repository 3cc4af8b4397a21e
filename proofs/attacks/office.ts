import { expect } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'
import type { AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { openServices } from '#testing/app/open-services.ts'
import { key } from './servers.ts'

/** A computer: what is left of an office that is closed. */
export interface Place {
  readonly folder: string
  readonly store: TestStore
}

export const newPlace = (): Place => ({ folder: createTestFolder(), store: createTestStore() })

/** Somebody answers yes to main's question about an address, as the office does that chose it. */
export const allowing = { confirmAddress: () => Promise.resolve(true) } as const

/**
 * The real services behind their gate, without windows, as an attacker meets them: by requests of the page, or by
 * files in the folder between two starts. Closed when the test ends.
 */
export async function startOffice(
  given: Partial<ServicesOptions> = {},
  place = newPlace(),
): Promise<AppServices> {
  return await openServices({
    dataFolder: place.folder,
    protection: { safeStorage: place.store, platform: 'linux' },
    ...given,
  })
}

/** Connects an office that allows it to the insurer at this address. */
export async function connect({ handlers }: AppServices, baseUrl: string): Promise<void> {
  const wish = { environment: 'live', baseUrl, key, evenOffline: false } as const
  expect(await handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
}

/** A computer on which an office was connected, and closed. */
export async function usedPlace(baseUrl: string): Promise<Place> {
  const place = newPlace()
  const office = await startOffice(allowing, place)
  await connect(office, baseUrl)
  await office.workspace.close()
  return place
}

export async function statusOf({ handlers }: AppServices): Promise<AppStatus> {
  const status = await handlers['app:status'](undefined)
  if (!status.ok) throw new Error(status.error.type)
  return status.value
}

/** The id of an officer who is in the list; empty where there is none of that name. */
export async function officerId(office: AppServices, name: string): Promise<string> {
  const { officers } = await statusOf(office)
  return ('officers' in officers ? officers.officers.find((one) => one.name === name)?.id : undefined) ?? ''
}
