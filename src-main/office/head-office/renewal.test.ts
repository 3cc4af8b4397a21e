import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { openFolderFeed } from '#testing/head-office/folder-feed.ts'
import { answering, cheap, fleetFile, key, passphrase } from '#testing/head-office/head-office.ts'
import type { Office as Computer } from '#testing/app/office.ts'
import { newComputer, takeIn } from '#testing/head-office/new-computer.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { testAccessKey, testStoreAt, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { FleetFile } from '../../../scripts/head-office/fleet-file.ts'
import { makeOrder, sealSetUp, setUpContent, type Branch } from '../../../scripts/head-office/make-files.ts'
import { newFleet } from '../../../scripts/head-office/new-fleet.ts'
import { fleetFileName } from './kept-fleet.ts'
import { orderFileName } from './order-format.ts'

const newKey = 'made-up-key-number-two'
const now = new Date()

interface InUse {
  readonly server: TestInsurer
  readonly one: Computer
  readonly office: FleetFile
  /** What is served as the signed file for all. */
  readonly put: (order: Buffer) => void
  /** The access keys that were tried. */
  readonly tried: unknown[]
}

/** A computer of Ikeja that was set up, and head office. */
async function inUse(says = true): Promise<InUse> {
  const server = await startForTest({ now: () => new Date(), pharmacyCount: 20, key })
  const shared = createTestFolder()
  const feed = await openFolderFeed(shared)
  onTestFinished(() => feed.close())
  const { file, office, pins } = await fleetFile({ baseUrl: server.url, settings: { updateFeed: feed.url } })
  let isSetUp = false
  const tried: unknown[] = []
  const one = await newComputer({
    checkStore: ({ accessKey }) => {
      tried.push(accessKey)
      return Promise.resolve({ type: 'works', isListable: false, removes: true })
    },
    setUpDialogs: { ...answering(true), ask: () => Promise.resolve(says || !isSetUp) },
  })
  expect(await takeIn(one, file)).toMatchObject({ type: 'set-up' })
  isSetUp = true
  const { officers } = await one.status()
  const id = officers.type === 'locked' ? (officers.officers[0]?.id ?? '') : ''
  await one.services.handlers['officers:sign-in']({ id, secret: pins.Ada, next: 'a made-up sentence' })
  const put = (order: Buffer): void => writeFileSync(join(shared, orderFileName), order)
  return { server, one, office, put, tried }
}

/** What head office gives a branch then. */
async function fileOf(
  office: FleetFile,
  branch: Branch = { name: 'Ikeja', officers: [{ name: 'Chi', role: 'manager' }] },
  privateKey = office.privateKey,
): Promise<string> {
  const content = setUpContent(office, branch, { validDays: 30, now })
  const file = join(createTestFolder(), 'Ikeja.cdsetup')
  writeFileSync(file, await sealSetUp(content, passphrase, privateKey, cheap))
  return file
}

/** Head office after a theft: another key, and a secret that no signed file brings. */
function afterTheft(office: FleetFile): ReturnType<typeof makeOrder> {
  const places = office.places.map((place) => ({ ...place, key: newKey }))
  return makeOrder(office, { places, newSecret: 'by-hand', validDays: 60, now })
}

const works = async ({ services }: Computer): Promise<string> =>
  (await services.workspace.environment.connection.api.checkConnection()).type
/** What is known of head office; sealed anew whenever it is written. */
const kept = ({ folder }: Computer): Buffer => readFileSync(join(folder, fleetFileName))
async function standing({ services: { orders } }: Computer) {
  await orders.reload()
  await orders.look()
  return orders.status()
}

it('a computer in use takes a newer file of its branch, with everything that is there kept', async () => {
  const { server, one, office, put } = await inUse()
  const claim = claimSubmission()
  expect(await one.services.handlers['outbox:accept'](claim)).toMatchObject({ ok: true })
  const before = await one.status()
  const { order, file: later } = afterTheft(office)
  server.setKey(newKey)
  expect(await works(one)).toBe('key-refused')
  put(order)
  expect(await standing(one)).toMatchObject({ keyNumber: 0, problem: 'unreadable' })
  expect(await takeIn(one, await fileOf(later))).toMatchObject({
    type: 'renewed',
    says: 'This computer has what head office gives now.',
  })
  expect(await works(one)).toBe('works')
  const after = await one.status()
  expect([after.officers, after.environment, after.settings]).toEqual([
    before.officers,
    before.environment,
    before.settings,
  ])
  expect(await one.services.handlers['outbox:list'](undefined)).toMatchObject({ value: [{ id: claim.id }] })
  const changes = [{ environment: 'live', what: 'key', now: null }]
  expect(await standing(one)).toMatchObject({ keyNumber: 1, problem: null, lastChange: { changes } })
  put(makeOrder(later, { validDays: 60, now }).order)
  expect(await standing(one)).toMatchObject({ keyNumber: 2, problem: null })
  await one.stop()
  await one.start()
  const { officers } = await one.status()
  expect(officers).toMatchObject({ type: 'locked', officers: [{ name: 'Ada' }, { name: 'Bayo' }] })
})

it('its branch gets another access key by it, under the same number', async () => {
  const { server, one, office, tried } = await inUse()
  const store = testStoreAt(server.port)
  const placed = makeOrder(office, {
    places: office.places.map((place) => ({ ...place, fileStore: { store, accessKey: null } })),
    validDays: 60,
    now,
  }).file
  const keys = ['first', 'second'].map((id) => ({ ...testAccessKey, id }))
  for (const accessKey of keys) {
    const file = await fileOf(placed, { name: 'Ikeja', officers: [], accessKey })
    expect(await takeIn(one, file)).toMatchObject({ type: 'renewed' })
  }
  expect(tried).toEqual(keys)
  // What is in use is not tried again, and stays where a file for all has none.
  const again = await fileOf(placed, { name: 'Ikeja', officers: [], accessKey: keys[1] ?? null })
  expect(await takeIn(one, again)).toMatchObject({ type: 'renewed' })
  expect(tried).toEqual(keys)
})

it('takes no older one, none of another branch or head office, and none that head office did not sign', async () => {
  const { one, office } = await inUse()
  const older = await fileOf(office)
  const later = await fileOf(makeOrder(office, { validDays: 60, now }).file)
  const state = kept(one)
  expect(await takeIn(one, await fileOf(office, { name: 'Yaba', officers: [] }))).toBe('in-use')
  expect(await takeIn(one, await fileOf({ ...office, fleet: newFleet().fleet }))).toBe('damaged')
  const strange = newFleet()
  expect(await takeIn(one, await fileOf({ ...office, ...strange }))).toBe('in-use')
  expect(await takeIn(one, await fileOf(office, undefined, strange.privateKey))).toBe('damaged')
  expect(kept(one)).toEqual(state)
  expect(await takeIn(one, later)).toMatchObject({ type: 'renewed' })
  expect(await takeIn(one, later)).toBe('taken-in-before')
  expect(await takeIn(one, older)).toBe('taken-in-before')
})

it('changes nothing where the person says no, or the new key cannot be tried or is refused', async () => {
  const declined = await inUse(false)
  const file = await fileOf(afterTheft(declined.office).file)
  const before = kept(declined.one)
  expect(await takeIn(declined.one, file)).toEqual({ type: 'cancelled' })
  expect(kept(declined.one)).toEqual(before)
  const { server, one, office } = await inUse()
  const renewal = await fileOf(afterTheft(office).file)
  const state = kept(one)
  // The insurer accepts the key in use, and not yet the new one.
  expect(await takeIn(one, renewal)).toBe('key-refused')
  await server.disconnect()
  expect(await takeIn(one, renewal)).toBe('no-connection')
  expect(kept(one)).toEqual(state)
  await server.reconnect()
  server.setKey(newKey)
  expect(await takeIn(one, renewal)).toMatchObject({ type: 'renewed' })
})
