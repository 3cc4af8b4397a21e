import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FileStore } from '#shared/domain/file-store.ts'
import type { HeadOfficeChange, HeadOfficeStatus } from '#shared/head-office.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createBackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import { createStoreKeys } from '#main/platform/keys/store-keys.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { samplePolicies, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import type { Office } from '#testing/app/office.ts'
import { quietSurroundings } from '#testing/app/quiet-surroundings.ts'
import type { FleetPlace } from './fleet-content.ts'
import type { FleetFile } from '../../../scripts/head-office/fleet-file.ts'
import { makeOrder, type Change } from '../../../scripts/head-office/make-files.ts'
import { orderFileName } from './order-format.ts'
import { openFolderFeed, type FolderFeed } from '#testing/head-office/folder-feed.ts'
import { fleetFile, key } from '#testing/head-office/head-office.ts'
import { newComputer, takeIn } from '#testing/head-office/new-computer.ts'

const newKey = 'made-up-key-number-two'
const atStore = {
  endpoint: 'https://store.example',
  region: 'auto',
  bucket: 'claims',
  prefix: '',
  style: 'path',
} as const

const insurer = (accepted: string, port = 0, now = () => new Date()): Promise<TestInsurer> =>
  startForTest({ now, pharmacyCount: 20, key: accepted, port })

interface Branch extends Office {
  storeWorks: boolean
  /** What the log has of head office's files. */
  readonly events: readonly string[]
}

async function branch(managed: Record<string, unknown> = {}): Promise<Branch> {
  const events: string[] = []
  const computer: Branch = Object.assign(
    await newComputer({
      checkStore: () =>
        Promise.resolve(
          computer.storeWorks
            ? { type: 'works', isListable: false, removes: true }
            : { type: 'problem', problem: 'wrong-key', saying: '', clockAheadMs: null },
        ),
      managedConfig: managedConfigOf('file', '/etc', managed),
      updateSources: { ...quietSurroundings.updateSources, replacesItself: true },
      onHeadOffice: (name, reason) => void events.push(reason ?? name),
    }),
    { storeWorks: true, events },
  )
  return computer
}

async function look({ services }: Office): Promise<HeadOfficeStatus | null> {
  await services.orders.look()
  return services.orders.status()
}

const keyAt = async ({ services }: Office): Promise<string> =>
  (await services.workspace.environment.connection.api.checkConnection()).type

interface Fleet {
  readonly computer: Branch
  readonly shared: string
  readonly feed: FolderFeed
  office: FleetFile
  /** Puts a new file into the folder. */
  readonly put: (change?: Partial<Change>, from?: FleetFile) => Buffer
}

function changesAt({ services }: Office): readonly HeadOfficeChange[] {
  return services.orders.status()?.lastChange?.changes ?? []
}

/** A computer set up at that server, and head office with a folder whose files are served beside the updates. */
async function office(baseUrl: string, managed: Record<string, unknown> = {}): Promise<Fleet> {
  const shared = createTestFolder()
  const feed = await openFolderFeed(shared)
  onTestFinished(() => feed.close())
  const { file, office } = await fleetFile({ baseUrl, settings: { updateFeed: feed.url } })
  const computer = await branch(managed)
  expect(await takeIn(computer, file)).toMatchObject({ type: 'set-up' })
  await computer.services.orders.reload()
  const made: Fleet = {
    computer,
    shared,
    feed,
    office,
    put: (change = {}, from = made.office) => {
      const places = from.places.map((place) => ({ ...place, key: newKey }))
      const given = { places, validDays: 60, now: new Date(), ...change }
      const { order, file: after } = makeOrder(from, given)
      made.office = after
      writeFileSync(join(shared, orderFileName), order)
      return order
    },
  }
  return made
}

describe('a new key by head office', () => {
  it('takes the place of one that still works, once the insurer accepts it, and stays after a restart', async () => {
    const old = await insurer(key)
    const { computer, put } = await office(old.url)
    expect(await look(computer)).toMatchObject({ keyNumber: 0, lastChange: null, problem: null })
    // It comes to a build without keys for updates, too.
    expect(computer.services.updates.status).toEqual({ type: 'off', reason: 'no-keys' })
    put()
    expect(await look(computer)).toMatchObject({ keyNumber: 0, problem: 'key-refused' })
    expect(await keyAt(computer)).toBe('works')
    await old.close()
    await insurer(newKey, old.port)
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
    expect(changesAt(computer)).toEqual([{ environment: 'live', what: 'key', now: null }])
    expect(await keyAt(computer)).toBe('works')
    expect(computer.events).toEqual(['key-refused', 'head-office-applied'])
    await computer.stop()
    await computer.start()
    expect(await keyAt(computer)).toBe('works')
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
  })

  it('takes the place of one that the insurer refuses, though neither works yet', async () => {
    const old = await insurer(key)
    const { computer, put } = await office(old.url)
    await old.close()
    const other = await insurer('neither', old.port)
    put()
    expect(await look(computer)).toMatchObject({ keyNumber: 1 })
    expect(await keyAt(computer)).toBe('key-refused')
    await other.close()
    await insurer(newKey, old.port)
    expect(await keyAt(computer)).toBe('works')
  })

  it('waits without a connection', async () => {
    const old = await insurer(key)
    const { computer, put } = await office(old.url)
    await old.close()
    put()
    expect(await look(computer)).toMatchObject({ keyNumber: 0, problem: null })
    await insurer(newKey, old.port)
    expect(await look(computer)).toMatchObject({ keyNumber: 1 })
  })

  it('brings another address, which is used from then on, and another secret', async () => {
    const old = await insurer(key)
    const { computer, put } = await office(old.url)
    const other = await insurer(newKey)
    const places = [{ environment: 'live' as const, baseUrl: other.url, key: newKey, fileStore: null }]
    put({ places, newSecret: 'sent' })
    expect(await look(computer)).toMatchObject({ keyNumber: 1 })
    expect(computer.services.workspace.settings.liveBaseUrl).toBe(other.url)
    expect(await keyAt(computer)).toBe('works')
    expect(changesAt(computer)).toEqual([
      { environment: 'live', what: 'address', now: other.url },
      { environment: 'live', what: 'key', now: null },
    ])
    put()
    expect(await look(computer)).toMatchObject({ keyNumber: 2, problem: null })
    // It changed nothing, so what the one before did is still what is said.
    expect(changesAt(computer)).toHaveLength(2)
  })

  it('comes to live while practice is shown, and what waits there goes to the new address', async () => {
    const old = await insurer(key)
    const { computer, put } = await office(old.url)
    const { workspace } = computer.services
    await old.close()
    const claim = claimSubmission({ policyNumber: samplePolicies('keke')[0] ?? '' })
    workspace.using(({ outbox }) => outbox.accept(claim, new Date().toISOString(), null))
    await workspace.change({ environment: 'practice' })
    const practice = workspace.environment
    const other = await insurer(newKey)
    put({ places: [{ environment: 'live', baseUrl: other.url, key: newKey, fileStore: null }] })
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
    await expect.poll(() => other.arrivals('create-keke-claim'), { timeout: 20_000 }).toBe(1)
    expect(workspace.environment).toBe(practice)
  })

  it('is said to be what it is: another address alone, another store, another access key', async () => {
    const old = await insurer(key)
    const other = await insurer(key)
    const { computer, put } = await office(old.url)
    const store = (base: string, secret: string): FleetPlace['fileStore'] => ({
      store: { ...atStore, links: base },
      accessKey: { id: 'branches', secret },
    })
    const files = 'https://files.example'
    const steps: readonly (readonly [
      string,
      FleetPlace['fileStore'],
      HeadOfficeChange['what'],
      string | null,
    ])[] = [
      [other.url, null, 'address', other.url],
      [other.url, store(files, 'one'), 'store', `https://store.example/claims/ (their links: ${files})`],
      [other.url, store(files, 'two'), 'access-key', null],
      [
        other.url,
        store(`${files}/2`, 'two'),
        'store',
        `https://store.example/claims/ (their links: ${files}/2)`,
      ],
      [old.url, store(`${files}/2`, 'two'), 'address', old.url],
    ]
    for (const [baseUrl, fileStore, what, now] of steps) {
      put({ places: [{ environment: 'live', baseUrl, key, fileStore }] })
      expect(await look(computer)).toMatchObject({ problem: null })
      expect(changesAt(computer)).toEqual([{ environment: 'live', what, now }])
    }
    await computer.stop()
    await computer.start()
    await computer.services.orders.reload()
    expect(changesAt(computer)).toEqual([{ environment: 'live', what: 'address', now: old.url }])
  })

  it('is said in full where it was taken by half before', async () => {
    const old = await insurer(key)
    const other = await insurer(newKey)
    const { computer, put } = await office(old.url)
    const store: FileStore = { ...atStore, links: 'https://files.example' }
    const fileStore = { store, accessKey: { id: 'branches', secret: 'one' } }
    put({ places: [{ environment: 'live', baseUrl: other.url, key: newKey, fileStore }] })
    computer.storeWorks = false
    expect(await look(computer)).toMatchObject({ keyNumber: 0, problem: 'store-refused' })
    const whole = ['address', 'key', 'store']
    expect(changesAt(computer).map(({ what }) => what)).toEqual(whole)
    computer.storeWorks = true
    await computer.stop()
    await computer.start()
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
    expect(changesAt(computer).map(({ what }) => what)).toEqual(whole)
  })

  it('keeps a branch’s own access key, and brings another store to it', async () => {
    const { computer, put } = await office((await insurer(key)).url)
    const store: FileStore = { ...atStore, links: 'https://files.example' }
    const placed = (fileStore: FleetPlace['fileStore']): Partial<Change> => ({
      places: [
        { environment: 'live', baseUrl: computer.services.workspace.settings.liveBaseUrl, key, fileStore },
      ],
    })
    const { secretsKey } = secretsIn(computer.folder, computer.store)
    const own = async (origin: string): Promise<unknown> =>
      await createStoreKeys({ folder: computer.folder, secretsKey }).read('live', origin)
    put(placed({ store, accessKey: null }))
    // It has none that could be tried.
    expect(await look(computer)).toMatchObject({ problem: 'store-refused' })
    put(placed({ store, accessKey: { id: 'ikeja', secret: 'made-up' } }))
    expect(await look(computer)).toMatchObject({ keyNumber: 2, problem: null })
    put(placed({ store, accessKey: null }))
    expect(await look(computer)).toMatchObject({ keyNumber: 3, problem: null })
    expect(await own('https://store.example')).toEqual({ id: 'ikeja', secret: 'made-up' })
    put(placed({ store: { ...store, endpoint: 'https://other.example' }, accessKey: null }))
    expect(await look(computer)).toMatchObject({ keyNumber: 4, problem: null })
    expect(await own('https://other.example')).toEqual({ id: 'ikeja', secret: 'made-up' })
  })

  it('replaces the access key of the bucket for status and backups, once', async () => {
    const server = await insurer(key)
    const { computer, put, office: made } = await office(server.url)
    const { places } = made
    const store = { endpoint: 'https://store.invalid', region: 'x', bucket: 'office', prefix: 'desk/' }
    const officeStore = { store: { ...store, style: 'path' as const }, accessKey: { id: 'two', secret: 'b' } }
    put({ officeStore, places })
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
    const change = { environment: 'live', what: 'office-store', now: 'https://store.invalid/office/desk/' }
    expect(changesAt(computer)).toEqual([change])
    await computer.stop()
    await computer.start()
    const { services } = computer
    expect(services.workspace.settings.officeStore).toEqual(officeStore.store)
    const keys = createStoreKeys(secretsIn(computer.folder, computer.store), 'office-store')
    expect(await keys.read('live', 'https://store.invalid')).toEqual(officeStore.accessKey)
    // The next file says it again, and nothing changes.
    put({ places })
    expect(await look(computer)).toMatchObject({ keyNumber: 2, problem: null })
    expect(services.orders.status()?.lastChange).toMatchObject({ changes: [change] })
  })

  it('is looked for again within the hour where nothing answered', async () => {
    const { computer, put, office: head, feed } = await office((await insurer(key)).url)
    await computer.stop()
    put({ places: head.places, withNewPassphrase: true })
    feed.isDown = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await computer.start()
    vi.advanceTimersByTime(10_000)
    await computer.services.orders.reload()
    feed.isDown = false
    vi.advanceTimersByTime(3_600_000)
    await computer.services.orders.reload()
    expect(computer.services.orders.status()).toMatchObject({ keyNumber: 1, problem: null })
  })

  it('replaces the passphrase of backups, also one that the branch chose, and only where it is another', async () => {
    const { computer, put, office: head } = await office((await insurer(key)).url)
    const read = (): Promise<string | null> =>
      createBackupPassphrase(secretsIn(computer.folder, computer.store)).read()
    const same = { places: head.places }
    await computer.services.office.setPassphrase('four lakes under a made-up moon')
    put(same)
    expect(await look(computer)).toMatchObject({ keyNumber: 1, lastChange: null })
    expect(await read()).toBe('four lakes under a made-up moon')
    put({ ...same, withNewPassphrase: true })
    expect(await look(computer)).toMatchObject({ keyNumber: 2, problem: null })
    expect(changesAt(computer)).toEqual([{ environment: 'live', what: 'backup-passphrase', now: null }])
    const given = await read()
    expect(given).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/)
    const asked = await computer.services.office.setPassphrase('another made-up moon of mine')
    expect(asked).toMatchObject({ value: 'set-by-head-office' })
    put(same)
    await look(computer)
    expect(await read()).toBe(given)
    put({ ...same, withNewPassphrase: true })
    await look(computer)
    expect(await read()).not.toBe(given)
  })

  it('is kept out where the policy sets another address', async () => {
    const old = await insurer(key)
    const { computer, put } = await office(old.url, { liveBaseUrl: old.url })
    const places = [
      { environment: 'live' as const, baseUrl: 'https://x.example', key: newKey, fileStore: null },
    ]
    put({ places })
    expect(await look(computer)).toMatchObject({ problem: 'set-by-organisation' })
  })
})

describe('a file that is not the newest of head office', () => {
  it('changes nothing, and is reported once', async () => {
    const server = await insurer(key)
    const { computer, put, shared } = await office(server.url)
    const late = put({ validDays: -1 })
    expect(await look(computer)).toMatchObject({ keyNumber: 0, problem: 'expired' })
    await look(computer)
    expect(computer.events).toEqual(['expired'])
    writeFileSync(join(shared, orderFileName), late.subarray(0, -1))
    expect(await look(computer)).toMatchObject({ problem: 'unreadable' })
    expect(await keyAt(computer)).toBe('works')
  })

  it.each([
    ['behind', -2, -1, 'key-refused'],
    ['ahead', 2, 1, 'expired'],
  ])('ends by the insurer’s clock: %s by two days', async (_how, days, validDays, problem) => {
    const now = (): Date => new Date(Date.now() + days * 86_400_000)
    const { computer, put } = await office((await insurer(key, 0, now)).url)
    expect(await keyAt(computer)).toBe('works')
    put({ validDays })
    expect(await look(computer)).toMatchObject({ problem })
  })

  it('is a problem where it has the number of another that holds here, and none where it holds here', async () => {
    const one = await office((await insurer(key)).url)
    const { computer, put, shared } = one
    const { places } = one.office
    put({ places, newSecret: 'sent' })
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
    // Its own new secret does not open it.
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
    await computer.stop()
    await computer.start()
    expect(await look(computer)).toMatchObject({ keyNumber: 1, problem: null })
    const second = put({ places })
    expect(await look(computer)).toMatchObject({ keyNumber: 2, problem: null })
    // By an old copy of head office's own file.
    put({ places }, { ...one.office, fleet: { ...one.office.fleet, number: 1 } })
    expect(await look(computer)).toMatchObject({ keyNumber: 2, problem: 'number-used' })
    expect(computer.events.at(-1)).toBe('number-used')
    writeFileSync(join(shared, orderFileName), second)
    expect(await look(computer)).toMatchObject({ problem: null })
  })

  it('is none on a computer that is set up after it, with its number and its new secret', async () => {
    const one = await office((await insurer(key)).url)
    one.put({ places: one.office.places, newSecret: 'sent' })
    const { file } = await fleetFile({ baseUrl: '' }, one.office)
    const later = await branch()
    await takeIn(later, file)
    await later.services.orders.reload()
    expect(await look(later)).toMatchObject({ keyNumber: 1, problem: null })
    one.put({ places: one.office.places })
    expect(await look(later)).toMatchObject({ keyNumber: 2, problem: null })
  })

  it('is not read when it is huge; where there is none, or no feed answers, nothing is said', async () => {
    const { computer, shared } = await office((await insurer(key)).url)
    const place = join(shared, orderFileName)
    expect(await look(computer)).toMatchObject({ problem: null })
    writeFileSync(place, Buffer.alloc(100_000))
    expect(await look(computer)).toMatchObject({ keyNumber: 0, problem: 'unreadable' })
    rmSync(place)
    expect(await look(computer)).toMatchObject({ problem: 'unreadable' })
  })
})
