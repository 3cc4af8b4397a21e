import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Settings } from '#shared/settings.ts'
import { allowing, connect, newPlace, startOffice, statusOf, type Place } from './office.ts'
import { insurer } from './servers.ts'

/*
 * Somebody who can write into the folder edits the settings while the application is closed: to move the key to
 * another address, or to open what the office closed.
 */
/** An office that has used the insurer, and is closed. */
async function usedOffice(): Promise<Place & { readonly chosen: Settings }> {
  const place = newPlace()
  const office = await startOffice(allowing, place)
  await connect(office, (await insurer()).url)
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
  expect((await statusOf(await startOffice(allowing, place))).settings).toEqual(place.chosen)
})

it('gives no address by a file of its own when the sealed one is removed', async () => {
  const place = await usedOffice()
  const thief = await insurer()
  const settings = { ...place.chosen, sandboxBaseUrl: '', liveBaseUrl: thief.url }
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify(settings))
  rmSync(join(place.folder, 'settings.sealed'))
  const office = await startOffice(allowing, place)
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
  const office = await startOffice(allowing, place)
  await office.handlers['connection:check'](undefined)
  expect(await statusOf(office)).toMatchObject({ environment: 'live', storage: { type: 'locked' } })
  expect(await office.handlers['settings:change']({ lockAfterMinutes: 0 })).toMatchObject({ ok: false })
  place.store.available = true
  await office.handlers['app:storage-retry'](undefined)
  await office.handlers['connection:check'](undefined)
  expect(thief.arrivals('all-pharmacies')).toBe(0)
  expect(await statusOf(office)).toMatchObject({ settings: place.chosen, storage: { type: 'ready' } })
})
