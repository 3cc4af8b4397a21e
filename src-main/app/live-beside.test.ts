import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testAccessKey, testStoreAt } from '#testing/insurer/test-insurer.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { insurer, knownPolicy as policyNumber, Office } from '#testing/app/office.ts'
import { originOf } from '#shared/settings.ts'
import { createStoreKeys, officeKeysOf } from '#main/platform/keys/store-keys.ts'
import { trayStateOf } from './page.ts'
import type { ServicesOptions } from './services-options.ts'

/** Somebody practises, and a claim for that policy waits in live until the insurer is there again. */
async function practising(given: Partial<ServicesOptions> = {}, policy = policyNumber) {
  const server = await insurer()
  const office = await Office.open(given)
  await office.connect(server.url)
  await server.disconnect()
  await office.accept(claimSubmission({ policyNumber: policy }))
  const { services } = office
  await services.workspace.change({ environment: 'practice' })
  /** What live holds, as the page is told. */
  const live = async (): Promise<unknown> => {
    const status = await office.handlers['engine:status'](undefined)
    return status.ok ? status.value.live : status.error
  }
  return { server, office, services, live }
}

// A backup's passphrase is costly to use.
it('backups and head office’s status are of live', { timeout: 60_000 }, async () => {
  const { services, office: one } = await practising()
  const { workspace, office } = services
  const bucket = await startForTest({ now: () => new Date() })
  bucket.fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
  const { links: _links, ...officeStore } = testStoreAt(bucket.port)
  const keys = createStoreKeys(secretsIn(one.folder, one.store), 'office-store')
  const storeKey = () => keys.set(officeKeysOf, originOf(officeStore.endpoint), testAccessKey)
  await workspace.change({ officeStore }, storeKey)
  await office.setPassphrase('made up words for a backup 4711')
  expect(await office.writeNow()).toBe(null)
  await office.writeStatus()
  const named = (part: string) =>
    bucket.files().find(({ name }) => name.startsWith(part) && !name.includes('probe'))
  expect(named('backups/')?.name).toContain('-live-')
  expect(JSON.parse(named('status/')?.bytes.toString() ?? '')).toMatchObject({
    state: { openEnvironment: 'live', shownEnvironment: 'practice' },
    computer: { key: 'untried' },
    sending: { counts: { undelivered: 1 } },
  })
})

it('a policy is not forgotten before live has sent its claim, and then in live too', async () => {
  const { server, services, live } = await practising()
  const { handlers, workspace } = services
  const removed: string[] = []
  workspace.signalsOf.live.entriesRemoved.subscribe((ids) => removed.push(...ids))
  const forget = () =>
    handlers['privacy:forget-policy']({ policy: policyNumberOf(policyNumber), filesAside: false })
  expect(await forget()).toMatchObject({ value: { type: 'not-delivered' } })
  await server.reconnect()
  services.networkChanged(true)
  await expect.poll(live, { timeout: 20_000 }).toMatchObject({ undelivered: 0 })
  expect(await forget()).toMatchObject({ value: { type: 'forgotten', entries: 1, notDone: [] } })
  expect(removed).toHaveLength(1)
})

it('what needs somebody in live is notified, even to who looks at practice', async () => {
  const notices: unknown[] = []
  const { server, services, live } = await practising(
    {
      isWatched: () => true,
      notifications: {
        areShown: () => true,
        show: ({ needsYou }, environment) => notices.push([needsYou, environment]),
      },
    },
    'KKP/2026/LA/999999',
  )
  await server.reconnect()
  services.networkChanged(true)
  await expect.poll(live, { timeout: 20_000 }).toMatchObject({ rejected: 1 })
  expect(notices).toEqual([[1, 'live']])
})

it('the tray tells of live, and of its pause', async () => {
  const { services } = await practising()
  const { desk } = services.workspace
  const inTray = async () => {
    const status = await services.handlers['engine:status'](undefined)
    return status.ok ? trayStateOf(status.value, desk) : status.error
  }
  expect(await inTray()).toEqual({ waiting: 1, needsYou: 0, paused: false, environment: 'live' })
  desk.services?.engine.pause(true)
  expect(await inTray()).toMatchObject({ paused: true })
})

it('clearing it, pausing it and another setting of it leave live open', async () => {
  const { services, live } = await practising()
  const { handlers, workspace } = services
  const { desk } = workspace
  await handlers['engine:pause']({ paused: true })
  await handlers['privacy:clear-practice'](undefined)
  await workspace.change({ branchName: 'Made-up branch' })
  expect(workspace.desk).toBe(desk)
  expect(desk.services?.engine.status().holds).not.toContainEqual({ type: 'paused' })
  expect(await live()).toMatchObject({ undelivered: 1 })
  await workspace.change({ environment: 'live' })
  expect(workspace.environment).toBe(desk)
  expect(await live()).toBe(null)
})

it('live is opened as soon as its file can be, and practice goes on', async () => {
  const { office, live } = await practising()
  await office.stop()
  const setVersion = (change: (version: number) => number): void => {
    using file = new DatabaseSync(join(office.folder, 'live', 'outbox.sqlite'))
    const version = Number(file.prepare('PRAGMA user_version').get()?.['user_version'])
    file.exec(`PRAGMA user_version = ${change(version)}`)
  }
  setVersion((version) => version + 1)
  await office.start()
  const { environment } = office.services.workspace
  expect(await live()).toBe('closed')
  setVersion((version) => version - 1)
  await office.handlers['app:storage-retry'](undefined)
  expect(await live()).toMatchObject({ undelivered: 1 })
  expect(office.services.workspace.environment).toBe(environment)
})

it('the end waits for the attempt of live, and closes it too', async () => {
  const { server, services } = await practising()
  server.faults.set('create-keke-claim', { type: 'latency', ms: 1_500 })
  await server.reconnect()
  const { services: live } = services.workspace.desk
  services.networkChanged(true)
  await expect.poll(() => live?.engine.isAttemptOpen(), { timeout: 20_000 }).toBe(true)
  await services.close()
  expect(live?.engine.isAttemptOpen()).toBe(false)
  expect(services.workspace.everyOpen).toEqual([])
  expect(server.arrivals('create-keke-claim')).toBe(1)
})
