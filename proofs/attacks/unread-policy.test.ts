import { expect, it } from 'vitest'
import { insurer, insurersKey, knownPolicy, Office, pins } from '#testing/app/office.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { managedConfigOf, ofRegistry } from '#main/office/settings/managed/managed-config.ts'

/*
 * An officer makes the organisation's policy unreadable to the application, by forbidding `reg.exe` or by damage to its
 * file, and starts it: to use another address, a shorter PIN, no lock.
 */
const unread = { managedConfig: ofRegistry({ ok: false, error: 'not-asked' }) }
const refused = { ok: false, error: { type: 'set-by-organisation' } }
const noPin = { ok: false, error: { type: 'policy-unread' } }

it('nothing is sent and nothing can be changed where it cannot be read, and the strictest holds', async () => {
  const server = await insurer()
  const fields = { environments: ['live'], liveBaseUrl: server.url, lockAfterMinutes: 3, pinMinimumLength: 8 }
  const office = await Office.open({ managedConfig: managedConfigOf('registry', '', fields) })
  await office.connect(server.url)
  await office.stop()
  await office.start(unread)
  const { handlers } = office
  const elsewhere = { environment: 'live', baseUrl: 'http://127.0.0.1:9' } as const
  const tried = [
    await handlers['settings:change']({ lockAfterMinutes: 480 }),
    await handlers['settings:change']({ environment: 'practice' }),
    await handlers['environment:connect']({ ...elsewhere, key: insurersKey, evenOffline: false }),
  ]
  expect(tried).toEqual(tried.map(() => refused))
  const ada = { name: 'Ada', role: 'manager', secret: pins.Ada } as const
  expect(await handlers['officers:add'](ada)).toEqual(noPin)
  const claim = claimSubmission({ policyNumber: knownPolicy })
  expect(await handlers['outbox:accept'](claim)).toMatchObject({ ok: true })
  const engine = office.services.workspace.environment.services?.engine
  await expect.poll(() => engine?.status().holds).toMatchObject([{ type: 'policy-unread' }])
  expect(server.arrivals('create-keke-claim')).toBe(0)
  const settings = { configured: true, sharedOutbox: false, lockAfterMinutes: 1 }
  expect(await office.status()).toMatchObject({ environment: 'live', settings })
  await office.stop()

  // The administrator took it away.
  await office.start()
  await expect.poll(() => server.arrivals('create-keke-claim')).toBe(1)
})

it('no PIN is changed while it cannot be read, but officers sign in', async () => {
  const office = await Office.open()
  await office.add('Ada')
  await office.stop()
  await office.start(unread)
  const { handlers } = office
  const [id, next] = [await office.idOf('Ada'), pins.Mallory]
  expect(await handlers['officers:recover']({ key: '', name: 'Efe', secret: next })).toEqual(noPin)
  await office.signIn('Ada')
  expect(await handlers['officers:change-secret']({ present: pins.Ada, next })).toEqual(noPin)
  expect(await handlers['officers:reset-secret']({ id, next })).toEqual(noPin)
  const efe = { name: 'Efe', role: 'manager', secret: next } as const
  expect(await handlers['officers:add'](efe)).toEqual(noPin)
})
