import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore, type TestStore } from '#main/keys/testing/store.ts'
import type { AppServices } from '#main/services.ts'
import { startOffice } from './office.ts'
import { insurer, key, thief } from './servers.ts'

/*
 * Somebody who can write into the folder leads the next start to a server of their own and removes the key, so that a
 * manager types it again. Nobody answers main's question. That server must not get the key that was typed.
 */
interface Place {
  readonly folder: string
  readonly store: TestStore
}

async function start({ folder, store }: Place, isAllowed = false): Promise<AppServices> {
  return await startOffice({
    dataFolder: folder,
    protection: { safeStorage: store, platform: 'linux' },
    confirmAddress: () => Promise.resolve(isAllowed),
  })
}

/** An office that has used the insurer, and is closed. */
async function usedOffice(): Promise<Place> {
  const { url: baseUrl } = await insurer()
  const place = { folder: createTestFolder(), store: createTestStore() }
  const office = await start(place, true)
  const wish = { environment: 'live', baseUrl, key, evenOffline: false } as const
  expect(await office.handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
  await office.workspace.close()
  return place
}

function remove({ folder }: Place, ...names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true })
}

function lead({ folder }: Place, url: string): void {
  const settings = { configured: true, environment: 'live', sandboxBaseUrl: url, liveBaseUrl: url }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
}

async function typeTheKey({ handlers }: AppServices, baseUrl: string): Promise<void> {
  await handlers['key:set']({ key })
  await handlers['connection:check'](undefined)
  await handlers['environment:connect']({ environment: 'live', baseUrl, key, evenOffline: false })
  await handlers['connection:check'](undefined)
}

it('after all that shows a used office was removed', async () => {
  const place = await usedOffice()
  const { url, got } = await thief()
  remove(place, 'data-key.json', 'settings.sealed', 'practice', 'sandbox', 'live', 'keys')
  lead(place, url)
  await typeTheKey(await start(place), url)
  expect(got).toEqual([])
})

it('while the data key cannot be opened', async () => {
  const place = await usedOffice()
  const { url, got } = await thief()
  remove(place, 'keys')
  lead(place, url)
  writeFileSync(join(place.folder, 'data-key.json'), '{}')
  await typeTheKey(await start(place), url)
  expect(got).toEqual([])
})

it('in a whole folder of their own, made where no keyring is', async () => {
  const { url, got } = await thief()
  const place = { folder: createTestFolder(), store: createTestStore() }
  place.store.available = false
  const settings = { configured: true, environment: 'live', sandboxBaseUrl: '', liveBaseUrl: url }
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify(settings))
  const theirs = await start(place)
  await theirs.workspace.close()
  place.store.available = true
  await typeTheKey(await start(place), url)
  expect(got).toEqual([])
})
