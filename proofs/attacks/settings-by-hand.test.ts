import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { Settings } from '#shared/settings.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore, type TestStore } from '#main/keys/testing/store.ts'
import type { TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { AppServices } from '#main/services.ts'
import { startOffice } from './office.ts'
import { insurer, key } from './servers.ts'

/*
 * Somebody who can write into the folder edits the settings while the application is closed: to move the key to
 * another address, or to open what the office closed.
 */
interface Place {
  readonly folder: string
  readonly store: TestStore
  readonly insurer: TestInsurer
}

async function start({ folder, store }: Place): Promise<AppServices> {
  return await startOffice({
    dataFolder: folder,
    protection: { safeStorage: store, platform: 'linux' },
    // The address that the office chose itself.
    confirmAddress: () => Promise.resolve(true),
  })
}

async function statusOf({ handlers }: AppServices): Promise<AppStatus> {
  const status = await handlers['app:status'](undefined)
  if (!status.ok) throw new Error(status.error.type)
  return status.value
}

/** An office that has used the insurer, and is closed. */
async function usedOffice(): Promise<Place & { readonly chosen: Settings }> {
  const place = { folder: createTestFolder(), store: createTestStore(), insurer: await insurer() }
  const office = await start(place)
  const baseUrl = place.insurer.url
  const wish = { environment: 'live', baseUrl, key, evenOffline: false } as const
  expect(await office.handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
  await office.handlers['settings:change']({ sharedOutbox: false, lockAfterMinutes: 3 })
  const { settings } = await statusOf(office)
  await office.workspace.close()
  return { ...place, chosen: settings }
}

it.each([
  { sharedOutbox: true },
  { lockAfterMinutes: 0 },
  { environment: 'practice' },
  { updateFeed: 'https://updates.thief.example' },
  { keepReceivedDays: 1 },
  { sandboxBaseUrl: '', liveBaseUrl: 'https://thief.example' },
])('changes nothing that the office chose by the file that lies in the open: %j', async (changes) => {
  const place = await usedOffice()
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify({ ...place.chosen, ...changes }))
  expect((await statusOf(await start(place))).settings).toEqual(place.chosen)
})

it('gives no address by a file of its own when the sealed one is removed', async () => {
  const place = await usedOffice()
  const thief = await insurer()
  const settings = { ...place.chosen, sandboxBaseUrl: '', liveBaseUrl: thief.url }
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify(settings))
  rmSync(join(place.folder, 'settings.sealed'))
  const office = await start(place)
  await office.handlers['connection:check'](undefined)
  expect(thief.arrivals('all-pharmacies')).toBe(0)
  expect(await statusOf(office)).toMatchObject({
    environment: 'live',
    settings: { liveBaseUrl: '' },
    settingsLost: { keptAs: null },
  })
})

it('changes nothing by being read before the keyring is open', async () => {
  const place = await usedOffice()
  const thief = await insurer()
  const settings = { ...place.chosen, sharedOutbox: true, sandboxBaseUrl: '', liveBaseUrl: thief.url }
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify(settings))
  place.store.available = false
  const office = await start(place)
  await office.handlers['connection:check'](undefined)
  expect(await statusOf(office)).toMatchObject({ environment: 'live', storage: { type: 'locked' } })
  expect(await office.handlers['settings:change']({ lockAfterMinutes: 0 })).toMatchObject({ ok: false })
  place.store.available = true
  await office.handlers['app:storage-retry'](undefined)
  await office.handlers['connection:check'](undefined)
  expect(thief.arrivals('all-pharmacies')).toBe(0)
  expect(await statusOf(office)).toMatchObject({ settings: place.chosen, storage: { type: 'ready' } })
})
