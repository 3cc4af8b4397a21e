import { beforeEach, expect, it } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { samplePolicies, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import {
  managedConfigOf,
  ofRegistry,
  type ManagedConfig,
} from '#main/office/settings/managed/managed-config.ts'
import { allowing, connect, newPlace, officerId, startOffice, type Place } from './office.ts'
import { insurer, key } from './servers.ts'

/*
 * An officer makes the organisation's policy unreadable to the application, by forbidding `reg.exe` or by damage to its
 * file, and starts it: to use another address, a shorter PIN, no lock.
 */
const unread = (): ManagedConfig => ofRegistry({ ok: false, error: 'not-asked' })
const absent = (): ManagedConfig => ofRegistry({ ok: true, value: null })

let place: Place
let server: TestInsurer

beforeEach(async () => {
  place = newPlace()
  server = await insurer()
})

async function start(managedConfig: ManagedConfig): Promise<AppServices> {
  return await startOffice({ ...allowing, managedConfig }, place)
}

const policy = (): ManagedConfig => {
  const fields = {
    environments: ['live'],
    liveBaseUrl: server.url,
    lockAfterMinutes: 3,
    pinMinimumLength: 8,
  }
  return managedConfigOf('registry', '', fields)
}

/** An office under the policy, connected and closed. */
async function managedOffice(): Promise<void> {
  const office = await start(policy())
  await connect(office, server.url)
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
  return server.arrivals('create-keke-claim')
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
  const office = await start(unread())
  const { handlers } = office
  const id = await officerId(office, ada.name)
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
  await connect(office, server.url)
  expect(await sentBy(office)).toBe(1)
  expect(await pastThePolicy(office)).toEqual(['lock', 'address', 'practice', 'pin'])
})
