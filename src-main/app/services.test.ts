import { randomUUID } from 'node:crypto'
import fs, { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { err, ok } from '#shared/result.ts'
import { delivered } from '#testing/outbox/entries.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testKey } from '#testing/insurer/test-insurer.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { knownPolicy, Office } from '#testing/app/office.ts'
import { openServices } from '#testing/app/open-services.ts'

const policy = policyNumberOf(madeUpClaim().policyNumber)

it('a restored computer is told what the office says of itself and its insurer', async () => {
  const file = join(createTestFolder(), 'made-up.cdbackup')
  const backupFiles = { toSave: () => Promise.resolve(file), toOpen: () => Promise.resolve(file) }
  const before = await Office.open({ backupFiles })
  const [asked, told]: [string[], unknown[]] = [[], []]
  const after = await Office.open({
    backupFiles,
    // While main asks, head office's file may set some of it.
    ask: async ({ detail }) => {
      asked.push(detail)
      await after.services.workspace.change({ branchName: 'Oshodi' })
      return true
    },
    announce: (channel, news) => {
      if (channel === 'app:status-changed') told.push(news)
    },
  })
  const link = 'https://links.example/later'
  const theirs = { notAvailableLink: link, branchName: 'Ikeja', sharedOutbox: false }
  const names = { statusNames: { '3': 'Paid', '4': 'No' }, finalStatuses: ['3'] }
  await before.services.workspace.change({ ...theirs, ...names })
  await after.services.workspace.change({ statusNames: { '4': 'Declined' } })
  await before.handlers['practice:connect']({ connected: false })
  await before.accept(claimSubmission({ policyNumber: knownPolicy }))
  const passphrase = 'made up words for a backup 4711'
  expect(await before.handlers['backup:write']({ passphrase })).toMatchObject({ value: { type: 'written' } })
  await after.handlers['backup:choose'](undefined)
  expect(await after.handlers['backup:open']({ passphrase })).toMatchObject({ value: { type: 'opened' } })
  expect((await after.status()).settings.statusNames).toEqual({ '4': 'Declined' })
  const taken = await after.handlers['backup:take-in'](undefined)
  expect(taken).toMatchObject({
    value: { type: 'taken-in', brought: { open: 1 }, settings: ['statusNames', 'notAvailableLink'] },
  })
  expect(asked).toEqual([expect.stringContaining(link)])
  const settings = {
    statusNames: { '3': 'Paid', '4': 'Declined' },
    finalStatuses: ['3'],
    notAvailableLink: link,
    branchName: 'Oshodi',
    sharedOutbox: true,
  }
  expect(told.at(-1)).toMatchObject({ settings })
})

describe('environments', () => {
  it('keep queues apart: what waits in practice is never sent elsewhere', async () => {
    const server = await startForTest({ now: () => new Date(), pharmacyCount: 20, key: testKey })
    const app = await Office.open()
    await app.handlers['practice:connect']({ connected: false })
    await app.accept(claimSubmission({ policyNumber: knownPolicy }))
    await app.services.workspace.change({
      environment: 'sandbox',
      configured: true,
      sandboxBaseUrl: server.url,
      liveBaseUrl: '',
    })
    expect(await app.handlers['key:set']({ key: testKey })).toEqual(ok(null))
    expect((await app.status()).key).toEqual({ type: 'kept' })
    const submission = claimSubmission({ policyNumber: knownPolicy })
    await app.accept(submission)
    await app.received(submission.id)
    expect(server.arrivals('create-keke-claim')).toBe(1)
    const waiting = await app.services.workspace.within('practice', ({ kept }) =>
      Promise.resolve(ok(kept.about(policyNumberOf(knownPolicy)))),
    )
    expect(waiting).toMatchObject({ value: { value: { entries: [{ state: 'queued' }] } } })
  })

  it('live delivers what waits there while practice is shown, once the network is back, and exactly once', async () => {
    const server = await startForTest({ now: () => new Date(), pharmacyCount: 20, key: testKey })
    const app = await Office.open()
    const { workspace } = app.services
    await workspace.change({ environment: 'live', configured: true, liveBaseUrl: server.url })
    await app.handlers['key:set']({ key: testKey })
    await server.disconnect()
    await app.accept(claimSubmission({ policyNumber: knownPolicy }))
    await workspace.change({ environment: 'practice' })
    const beside = async (): Promise<unknown> => await app.handlers['engine:status'](undefined)
    expect(await beside()).toMatchObject({ value: { live: { undelivered: 1 } } })
    expect(server.arrivals('create-keke-claim')).toBe(0)
    await server.reconnect()
    app.services.networkChanged(true)
    await expect.poll(beside, { timeout: 10_000 }).toMatchObject({ value: { live: { undelivered: 0 } } })
    expect(server.arrivals('create-keke-claim')).toBe(1)
    expect((await app.status()).environment).toBe('practice')
    expect(await app.handlers['outbox:list'](undefined)).toEqual(ok([]))
  })

  it('that are not in use lose what has expired, too', async () => {
    const server = await startForTest({ now: () => new Date(), pharmacyCount: 20, key: testKey })
    const app = await Office.open()
    const { workspace } = app.services
    workspace.using(({ outbox }) => delivered(outbox, '2020-11-20T09:00:00.000Z'))
    const kept = (): Promise<unknown> =>
      workspace.within('practice', (files) => Promise.resolve(ok(files.kept.about(policy))))
    expect(await kept()).toMatchObject({ value: { value: { entries: [{ state: 'delivered' }] } } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await workspace.change({ environment: 'sandbox', configured: true, sandboxBaseUrl: server.url })
    await app.handlers['key:set']({ key: testKey })
    await workspace.environment.connection.api.checkConnection()
    vi.advanceTimersByTime(20_000)
    expect(await kept()).toMatchObject({ value: { value: { entries: [] } } })
  })

  it('fall back to practice and the first screen when the settings name no usable address', async () => {
    const app = new Office()
    app.writeSettings({ environment: 'live', configured: true })
    await app.start()
    expect((await app.status()).settings).toMatchObject({ environment: 'practice', configured: false })
  })
})

it('practice that another program holds is not cleared, and stays open', async () => {
  const app = await Office.open()
  const isOfPractice = (path: string): boolean => path === join(app.folder, 'practice')
  for (const [files, call] of [
    [fs, 'rmSync'],
    [promises, 'rm'],
  ] as const)
    refuseFiles(files, call, 'ENOTEMPTY', isOfPractice)
  expect((await app.handlers['privacy:clear-practice'](undefined)).ok).toBe(false)
  expect((await app.status()).storage).toEqual({ type: 'ready' })
  await app.accept(claimSubmission({ policyNumber: knownPolicy }))
})

it('storage waits for a keyring that cannot open it, keeps the queue, and overwrites nothing', async () => {
  const app = await Office.open()
  await app.handlers['practice:connect']({ connected: false })
  const submission = claimSubmission({ policyNumber: knownPolicy })
  await app.accept(submission)
  await app.stop()

  const key = readFileSync(join(app.folder, 'data-key.json'))
  app.store.available = false
  await app.start()
  expect((await app.status()).storage).toEqual({ type: 'locked' })
  expect(await app.handlers['outbox:accept'](claimSubmission())).toEqual(err({ type: 'locked' }))
  expect(readFileSync(join(app.folder, 'data-key.json'))).toEqual(key)
  app.store.available = true
  expect(await app.handlers['app:storage-retry'](undefined)).toEqual(ok(null))
  expect((await app.status()).storage).toEqual({ type: 'ready' })
  await app.received(submission.id)
})

it('a start removes what a kill left unfinished, which may hold the data key', async () => {
  const dataFolder = createTestFolder()
  const left = ['', 'keys', 'updates'].map((name) => join(dataFolder, name, `.a.json.${randomUUID()}.tmp`))
  for (const file of left) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
  await openServices({ dataFolder })
  expect(left.filter((file) => fs.existsSync(file))).toEqual([])
})

describe('the system’s store', () => {
  it('when it stays locked is retried by a new process, and when it opens late is used by this one', async () => {
    let starts = 0
    const app = await Office.open({ startAgain: () => (starts += 1) })
    await app.stop()
    app.store.available = false
    await app.start()
    const storage = () => app.services.workspace.environment.storage.type
    expect(storage()).toBe('locked')
    await app.handlers['app:storage-retry'](undefined)
    expect(starts).toBe(1)
    app.store.available = true
    await app.services.storeReady()
    expect(storage()).toBe('ready')
    await app.handlers['app:storage-retry'](undefined)
    expect(starts).toBe(1)
  })

  it('seals a data key that lies in the open once its own key is on disk, and what is open stays open', async () => {
    const kept = { is: false }
    const store = { safeStorage: createTestStore(), platform: 'win32', isStoreKept: () => kept.is } as const
    const app = await Office.open({ protection: store })
    await app.handlers['engine:pause']({ paused: true })
    await app.accept(claimSubmission())
    const { environment } = app.services.workspace
    const keyFile = (): string => readFileSync(join(app.folder, 'data-key.json'), 'utf8')
    expect(keyFile()).not.toContain('"open":null')
    kept.is = true
    await app.services.storeReady()
    expect(keyFile()).toContain('"open":null')
    expect(app.services.workspace.environment).toBe(environment)
  })
})

describe('an officer', () => {
  it('still has a pharmacy request that was discarded; a claim is in the list of claims', async () => {
    const app = await Office.open()
    await app.handlers['practice:connect']({ connected: false })
    const [request, claim] = [pharmacySubmission(), claimSubmission({ policyNumber: knownPolicy })]
    for (const one of [request, claim]) {
      await app.accept(one)
      expect(await app.handlers['outbox:discard']({ id: one.id })).toMatchObject({ ok: true })
    }
    await expect.poll(() => app.told.get(request.id)?.state.name).toBe('withdrawn')
    expect(app.told.get(claim.id)).toBeUndefined()
    const listed = await app.handlers['outbox:list'](undefined)
    expect(listed).toMatchObject({ ok: true, value: [{ id: request.id }] })
    expect(listed.ok && listed.value).toHaveLength(1)
  })
})
