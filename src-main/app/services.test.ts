import { randomUUID } from 'node:crypto'
import fs, { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { ok } from '#shared/result.ts'
import { delivered } from '#testing/outbox/entries.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testKey } from '#testing/insurer/test-insurer.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import type { ProtectionSource } from '#main/platform/keys/protection.ts'
import { createTestStore } from '#testing/keys/store.ts'
import type { AppServices } from './services.ts'
import { Installation, knownPolicy } from '#testing/app/installation.ts'
import { openServices } from '#testing/app/open-services.ts'

const policy = policyNumberOf(madeUpClaim().policyNumber)

describe('environments', () => {
  it('keep queues apart: what waits in practice is never sent elsewhere', async () => {
    const server = await startForTest({ now: () => new Date(), pharmacyCount: 20, key: testKey })
    const app = await Installation.start()
    await app.handlers['practice:connect']({ connected: false })
    app.accept(claimSubmission({ policyNumber: knownPolicy() }))
    await app.composed.workspace.change({
      environment: 'sandbox',
      configured: true,
      sandboxBaseUrl: server.url,
      liveBaseUrl: '',
    })
    expect(await app.handlers['key:set']({ key: testKey })).toEqual(ok(null))
    expect((await app.status()).key).toEqual({ type: 'kept' })
    const submission = claimSubmission({ policyNumber: knownPolicy() })
    app.accept(submission)
    await app.until(() => {
      const entry = app.entry(submission.id)
      return entry !== undefined && isReceived(entry.state)
    })
    expect(server.arrivals('create-keke-claim')).toBe(1)
    const waiting = await app.composed.workspace.within('practice', ({ kept }) =>
      Promise.resolve(ok(kept.about(policyNumberOf(knownPolicy())))),
    )
    expect(waiting).toMatchObject({ value: { value: { entries: [{ state: 'queued' }] } } })
  })

  it('live delivers what waits there while practice is shown, once the network is back, and exactly once', async () => {
    const server = await startForTest({ now: () => new Date(), pharmacyCount: 20, key: testKey })
    const app = await Installation.start()
    const { workspace } = app.composed
    await workspace.change({ environment: 'live', configured: true, liveBaseUrl: server.url })
    await app.handlers['key:set']({ key: testKey })
    await server.disconnect()
    app.accept(claimSubmission({ policyNumber: knownPolicy() }))
    await workspace.change({ environment: 'practice' })
    const beside = async (): Promise<unknown> => await app.handlers['engine:status'](undefined)
    expect(await beside()).toMatchObject({ value: { live: { undelivered: 1 } } })
    expect(server.arrivals('create-keke-claim')).toBe(0)
    await server.reconnect()
    app.composed.networkChanged(true)
    await expect.poll(beside, { timeout: 10_000 }).toMatchObject({ value: { live: { undelivered: 0 } } })
    expect(server.arrivals('create-keke-claim')).toBe(1)
    expect((await app.status()).environment).toBe('practice')
    expect(await app.handlers['outbox:list'](undefined)).toEqual(ok([]))
  })

  it('that are not in use lose what has expired, too', async () => {
    const server = await startForTest({ now: () => new Date(), pharmacyCount: 20, key: testKey })
    const app = await Installation.start()
    const { workspace } = app.composed
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
    const folder = createTestFolder()
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ environment: 'live', configured: true }))
    const app = await Installation.start(folder)
    expect((await app.status()).settings).toMatchObject({ environment: 'practice', configured: false })
  })
})

describe('practice', () => {
  it('that another program holds is not cleared, and stays open', async () => {
    const app = await Installation.start()
    const isOfPractice = (path: string): boolean => path === join(app.folder, 'practice')
    for (const [files, call] of [
      [fs, 'rmSync'],
      [promises, 'rm'],
    ] as const)
      refuseFiles(files, call, 'ENOTEMPTY', isOfPractice)
    expect((await app.handlers['privacy:clear-practice'](undefined)).ok).toBe(false)
    expect((await app.status()).storage).toEqual({ type: 'ready' })
    app.accept(claimSubmission({ policyNumber: knownPolicy() }))
  })
})

describe('storage', () => {
  it('waits for a keyring that cannot open it, keeps the queue, and overwrites nothing', async () => {
    const folder = createTestFolder()
    const first = await Installation.start(folder)
    await first.handlers['practice:connect']({ connected: false })
    const submission = claimSubmission({ policyNumber: knownPolicy() })
    first.accept(submission)
    await first.composed.workspace.close()

    const key = readFileSync(join(folder, 'data-key.json'))
    const locked = createTestStore()
    locked.available = false
    const app = await Installation.start(folder, locked)
    expect((await app.status()).storage).toEqual({ type: 'locked' })
    expect(app.handlers['outbox:accept'](claimSubmission())).toEqual({
      ok: false,
      error: { type: 'locked' },
    })
    expect(readFileSync(join(folder, 'data-key.json'))).toEqual(key)
    locked.available = true
    expect(await app.handlers['app:storage-retry'](undefined)).toEqual(ok(null))
    expect((await app.status()).storage).toEqual({ type: 'ready' })
    await app.until(() => {
      const entry = app.entry(submission.id)
      return entry !== undefined && isReceived(entry.state)
    })
  })
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
  const startWith = async (
    folder: string,
    protection: ProtectionSource,
    startAgain = (): void => undefined,
  ): Promise<AppServices> => {
    const composed = await openServices({
      dataFolder: folder,
      protection,
      startAgain,
    })
    return composed
  }
  const keyFile = (folder: string): string => readFileSync(join(folder, 'data-key.json'), 'utf8')

  it('when it stays locked is retried by a new process, and when it opens late is used by this one', async () => {
    const folder = createTestFolder()
    const store = createTestStore()
    const protection = { safeStorage: store, platform: 'linux' } as const
    await (await startWith(folder, protection)).workspace.close()
    store.available = false
    let starts = 0
    const services = await startWith(folder, protection, () => (starts += 1))
    expect(services.workspace.environment.storage.type).toBe('locked')
    await services.handlers['app:storage-retry'](undefined)
    expect(starts).toBe(1)
    store.available = true
    await services.storeReady()
    expect(services.workspace.environment.storage.type).toBe('ready')
    await services.handlers['app:storage-retry'](undefined)
    expect(starts).toBe(1)
  })

  it('seals a data key that lies in the open once its own key is on disk, and what is open stays open', async () => {
    const folder = createTestFolder()
    const kept = { is: false }
    const services = await startWith(folder, {
      safeStorage: createTestStore(),
      platform: 'win32',
      isStoreKept: () => kept.is,
    })
    await services.handlers['engine:pause']({ paused: true })
    await services.handlers['outbox:accept'](claimSubmission())
    const { environment } = services.workspace
    expect(keyFile(folder)).not.toContain('"open":null')
    kept.is = true
    await services.storeReady()
    expect(keyFile(folder)).toContain('"open":null')
    expect(services.workspace.environment).toBe(environment)
  })
})

describe('an officer', () => {
  it('still has a pharmacy request that was discarded; a claim is in the list of claims', async () => {
    const app = await Installation.start()
    await app.handlers['practice:connect']({ connected: false })
    const [request, claim] = [pharmacySubmission(), claimSubmission({ policyNumber: knownPolicy() })]
    for (const one of [request, claim]) {
      app.accept(one)
      expect(await app.handlers['outbox:discard']({ id: one.id })).toMatchObject({ ok: true })
    }
    await app.until(() => app.entry(request.id)?.state.name === 'withdrawn')
    expect(app.entry(claim.id)).toBeUndefined()
    const listed = await app.handlers['outbox:list'](undefined)
    expect(listed).toMatchObject({ ok: true, value: [{ id: request.id }] })
    expect(listed.ok && listed.value).toHaveLength(1)
  })
})
