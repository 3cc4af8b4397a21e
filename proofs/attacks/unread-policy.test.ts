import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore, type TestStore } from '#main/keys/testing/store.ts'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { samplePolicies, startTestInsurer, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { AppServices } from '#main/services.ts'
import { managedConfigOf, ofRegistry, type ManagedConfig } from '#main/settings/managed/managed-config.ts'
import { startOffice } from './office.ts'

/*
 * An officer makes the organisation's policy unreadable to the application, by forbidding `reg.exe` or by damage to its
 * file, and starts it: to use another address, a shorter PIN, no lock.
 */
const key = 'made-up-key-of-the-insurer'
const unread = (): ManagedConfig => ofRegistry({ ok: false, error: 'not-asked' })
const absent = (): ManagedConfig => ofRegistry({ ok: true, value: null })

let folder: string
let store: TestStore
let insurer: TestInsurer

beforeEach(async () => {
  folder = createTestFolder()
  store = createTestStore()
  const started = await startTestInsurer({ file: ':memory:', pharmacyCount: 20, key })
  if (!started.ok) throw new Error(started.error.type)
  onTestFinished(() => started.value.close())
  insurer = started.value
})

async function start(managedConfig: ManagedConfig): Promise<AppServices> {
  const protection = { safeStorage: store, platform: 'linux' as const }
  return await startOffice({
    dataFolder: folder,
    protection,
    managedConfig,
    confirmAddress: () => Promise.resolve(true),
  })
}

const policy = (): ManagedConfig => {
  const fields = {
    environments: ['live'],
    liveBaseUrl: insurer.url,
    lockAfterMinutes: 3,
    pinMinimumLength: 8,
  }
  return managedConfigOf('registry', '', fields)
}

async function connect({ handlers }: AppServices): Promise<void> {
  const wish = { environment: 'live', baseUrl: insurer.url, key, evenOffline: false } as const
  expect(await handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
}

/** An office under the policy, connected and closed. */
async function managedOffice(): Promise<void> {
  const office = await start(policy())
  await connect(office)
  await office.workspace.close()
}

/** What an officer gets past the policy: the names of what worked. */
async function pastThePolicy({ handlers }: AppServices): Promise<readonly string[]> {
  const lock = await handlers['settings:change']({ lockAfterMinutes: 480 })
  const address = await handlers['environment:connect']({
    environment: 'live',
    baseUrl: 'http://127.0.0.1:9',
    key,
    evenOffline: false,
  })
  const practice = await handlers['settings:change']({ environment: 'practice' })
  const pin = await handlers['officers:add']({ name: 'Ada', role: 'manager', secret: '271828' })
  const worked = { lock, address, practice, pin: pin.ok && pin.value.type === 'done' ? pin : { ok: false } }
  return Object.entries(worked).flatMap(([name, { ok }]) => (ok ? [name] : []))
}

/** Submits a claim and lets the engine do what it would. @returns how many claims reached the insurer */
async function sentBy({ handlers, workspace }: AppServices): Promise<number> {
  const submission = claimSubmission({ policyNumber: samplePolicies('keke')[0] ?? '' })
  expect(await handlers['outbox:accept'](submission)).toMatchObject({ ok: true })
  const engine = workspace.environment.services?.engine
  await expect
    .poll(() => engine?.status().connection === 'online' || engine?.status().holds.length)
    .toBeTruthy()
  await expect
    .poll(() => engine?.status().counts.undelivered === 0 || engine?.status().holds.length)
    .toBeTruthy()
  return insurer.arrivals('create-keke-claim')
}

it('nothing is sent and nothing can be changed where it cannot be read, and the strictest holds', async () => {
  await managedOffice()
  const office = await start(unread())
  expect(await pastThePolicy(office)).toEqual([])
  expect(await sentBy(office)).toBe(0)
  expect(await office.handlers['app:status'](undefined)).toMatchObject({
    value: {
      environment: 'live',
      settings: { configured: true, sharedOutbox: false, lockAfterMinutes: 1 },
    },
  })
})

it('no PIN is changed while it cannot be read, but officers sign in', async () => {
  const ada = { name: 'Ada', role: 'manager', secret: '271828' } as const
  const before = await start(absent())
  await before.handlers['officers:add'](ada)
  await before.workspace.close()
  const { handlers } = await start(unread())
  const status = await handlers['app:status'](undefined)
  const officers = status.ok && status.value.officers.type === 'locked' ? status.value.officers.officers : []
  const id = officers[0]?.id ?? ''
  const refused = { ok: false, error: { type: 'set-by-organisation' } }
  expect(await handlers['officers:recover']({ key: '', name: 'Efe', secret: '577215' })).toEqual(refused)
  expect(await handlers['officers:sign-in']({ id, secret: ada.secret })).toMatchObject({
    value: { type: 'done' },
  })
  expect(await handlers['officers:change-secret']({ present: ada.secret, next: '577215' })).toEqual(refused)
  expect(await handlers['officers:reset-secret']({ id, next: '577215' })).toEqual(refused)
  expect(await handlers['officers:add']({ ...ada, name: 'Efe' })).toEqual(refused)
})

it('a policy that the administrator took away is over, and sending goes on', async () => {
  await managedOffice()
  const office = await start(absent())
  await connect(office)
  expect(await sentBy(office)).toBe(1)
  expect(await pastThePolicy(office)).toEqual(['lock', 'address', 'practice', 'pin'])
})
