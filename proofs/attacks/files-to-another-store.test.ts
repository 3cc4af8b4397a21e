import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { calls } from '#shared/contract/calls.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { testStoreAt, testAccessKey, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import { connect, newPlace, startOffice, type Place } from './office.ts'
import { insurer } from './servers.ts'

/*
 * Photos of injuries are to go to a store of the attacker's: by a page that was taken over, or by somebody who can
 * write into the folder while the application is closed.
 */
interface Attacked extends Place {
  readonly merchant: TestInsurer
  readonly thief: TestInsurer
}

const allowed = { isIt: true }

async function start(place: Attacked): Promise<AppServices> {
  const office = await startOffice({ confirmAddress: () => Promise.resolve(allowed.isIt) }, place)
  await connect(office, place.merchant.url)
  return office
}

/** An office whose store was set by a person, and that is not asked anything more. */
async function usedOffice(): Promise<
  Attacked & { readonly office: AppServices; readonly chosen: FileStore }
> {
  const place = { ...newPlace(), merchant: await insurer(), thief: await insurer() }
  allowed.isIt = true
  const office = await start(place)
  const chosen = testStoreAt(place.merchant.port)
  const wish = {
    environment: 'live',
    store: chosen,
    accessKey: testAccessKey,
    evenOffline: false,
  } as const
  expect(await office.handlers['file-store:set'](wish)).toMatchObject({ value: { type: 'set' } })
  allowed.isIt = false
  return { ...place, office, chosen }
}

const requestsTo = ({ thief }: Attacked): number =>
  Object.values(thief.storeRequests()).reduce((sum, count) => sum + count, 0)

async function inUse(office: AppServices): Promise<FileStore | null> {
  return (await office.workspace.environment.connection.fileStore())?.store ?? null
}

it.each<[string, (place: Attacked & { readonly chosen: FileStore }) => FileStore]>([
  ['another store', ({ thief }) => testStoreAt(thief.port)],
  // Anybody may have one beside the chosen one.
  ['another bucket', ({ chosen }) => ({ ...chosen, bucket: 'of-the-thief' })],
])('goes nowhere by a page that names %s, or by that in the settings file', async (_, elsewhere) => {
  const place = await usedOffice()
  const before = place.merchant.storeRequests()
  const store = elsewhere(place)
  for (const accessKey of [testAccessKey, null])
    for (const evenOffline of [false, true]) {
      const wish = { environment: 'live', store, accessKey, evenOffline } as const
      expect(await place.office.handlers['file-store:set'](wish)).toMatchObject({
        value: { type: 'unchanged', check: null },
      })
    }
  expect(place.merchant.storeRequests()).toEqual(before)
  expect(await inUse(place.office)).toEqual(place.chosen)
  await place.office.workspace.close()
  const settings = { sandboxFileStore: null, liveFileStore: store }
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify(settings))
  const office = await start(place)
  await office.handlers['file-store:check'](undefined)
  expect(requestsTo(place)).toBe(0)
  expect(await inUse(office)).toEqual(place.chosen)
})

it('is no setting that a page can change', () => {
  const { takes } = calls['settings:change']
  expect(v.safeParse(takes, { notifications: true }).success).toBe(true)
  expect(v.safeParse(takes, { notifications: true, liveFileStore: testStoreAt(9) }).success).toBe(false)
})
