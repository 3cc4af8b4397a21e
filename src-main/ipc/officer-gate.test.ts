import { describe, expect, it } from 'vitest'
import { calls, requestChannels } from '#shared/contract/calls.ts'
import { defaultSettings, ownSettings } from '#shared/settings.ts'
import { gateHandlers, type RequestHandlers } from './register.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { OfficerSession } from '../officers/officer-session.ts'
import { createTestOfficers, quietOfficers, storeIn } from '../officers/testing/officer-session.ts'

/** The channels that reveal nothing about a person: add one here only after checking that. */
const openWhileLocked = [
  'app:status',
  'app:storage-retry',
  'engine:status',
  'officers:sign-in',
  'officers:recover',
  'support:report',
  'support:save-report',
]
type AnyHandlers = Record<string, (argument: unknown) => unknown>

/** Handlers that answer each request with its own name, behind the officer gate. */
function gateOf(session: OfficerSession): AnyHandlers {
  const handlers: AnyHandlers = Object.fromEntries(
    requestChannels.map((channel) => [channel, () => ({ ok: true, value: channel })]),
  )
  return gateHandlers(handlers as unknown as RequestHandlers, session) as AnyHandlers
}
const ask = (gate: AnyHandlers, channel: string, argument?: unknown): unknown => gate[channel]?.(argument)
const refused = (type: string) => ({ ok: false, error: { type } })

describe('a locked application', () => {
  it.each(requestChannels)('answers %s only if it reveals nothing about a person', async (channel) => {
    const { session } = await createTestOfficers()
    expect(ask(gateOf(session), channel)).toEqual(
      openWhileLocked.includes(channel) ? { ok: true, value: channel } : refused('signed-out'),
    )
  })

  it('reports that it waits for the keyring when that is the reason', async () => {
    const session = new OfficerSession({
      ...quietOfficers,
      openStore: () => Promise.resolve(null),
    })
    await session.reload()
    expect(ask(gateOf(session), 'outbox:list')).toEqual(refused('locked'))
  })
})

describe('an installation without officers', () => {
  it.each(requestChannels)('answers %s without signing in', async (channel) => {
    const store = storeIn(createTestFolder())
    const session = new OfficerSession({
      ...quietOfficers,
      openStore: () => Promise.resolve(store),
    })
    await session.reload()
    expect(ask(gateOf(session), channel, { environment: 'live' })).toEqual({ ok: true, value: channel })
  })
})

describe('an officer who is not a manager', () => {
  it.each(requestChannels)('may request %s unless it concerns the whole office', async (channel) => {
    const { session, signIn } = await createTestOfficers()
    await signIn('bayo')
    expect(ask(gateOf(session), channel, {})).toEqual(
      calls[channel].who === 'manager' ? refused('managers-only') : { ok: true, value: channel },
    )
  })

  it.each(Object.entries(defaultSettings))(
    'may change the setting %s only if it is their own',
    async (...setting) => {
      const { session, signIn } = await createTestOfficers()
      await signIn('bayo')
      const answer = ask(gateOf(session), 'settings:change', Object.fromEntries([setting]))
      expect(answer).toEqual(
        ownSettings.has(setting[0]) ? { ok: true, value: 'settings:change' } : refused('managers-only'),
      )
    },
  )

  it.each(requestChannels.filter((channel) => channel.startsWith('privacy:')))(
    'is refused %s whatever it asks for, while a manager and an installation without officers are answered',
    async (channel) => {
      const { session, signIn } = await createTestOfficers()
      const argument = { policyNumber: 'KKP/2026/LA/000001', environment: 'live', filesAside: false }
      await signIn('bayo')
      expect(ask(gateOf(session), channel, argument)).toEqual(refused('managers-only'))
      await signIn('ada')
      expect(ask(gateOf(session), channel, argument)).toEqual({ ok: true, value: channel })
      session.lock(null)
      expect(ask(gateOf(session), channel, argument)).toEqual(refused('signed-out'))
    },
  )

  it('cannot change a setting of the office together with one of their own', async () => {
    const { session, signIn } = await createTestOfficers()
    await signIn('bayo')
    const both = { theme: 'dark', lockAfterMinutes: 0 }
    expect(ask(gateOf(session), 'settings:change', both)).toEqual(refused('managers-only'))
  })
})

describe('a manager', () => {
  it.each(requestChannels)('may request %s', async (channel) => {
    const { session, signIn } = await createTestOfficers()
    await signIn('ada')
    expect(ask(gateOf(session), channel, defaultSettings)).toEqual({ ok: true, value: channel })
  })
})
