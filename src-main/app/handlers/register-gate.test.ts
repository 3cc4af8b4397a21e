import { describe, expect, it } from 'vitest'
import { requestChannels } from '#shared/contract/calls.ts'
import { defaultSettings } from '#shared/settings.ts'
import type { ManagersQuestions } from './asked-first.ts'
import { gateHandlers, type RequestHandlers } from './register.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { OfficerSession } from '#main/office/officers/officer-session.ts'
import { createTestOfficers, quietOfficers, storeIn } from '#testing/officers/officer-session.ts'

/** The calls that reveal nothing about a person: add one here only after checking that. */
const openWhileLocked = [
  'app:status',
  'app:storage-retry',
  'engine:status',
  'officers:sign-in',
  'officers:recover',
  'support:report',
  'support:save-report',
]
/** The calls that concern the whole office. */
const managersOnly = [
  ...['environment:connect', 'key:set', 'key:clear', 'file-store:set', 'file-store:clear'],
  ...['officers:add', 'officers:reset-secret', 'officers:set-role', 'officers:remove'],
  ...['network:set-proxy-login', 'network:clear-proxy-login'],
  ...['privacy:about-policy', 'privacy:forget-policy', 'privacy:clear-practice'],
  ...['backup:status', 'backup:write', 'backup:choose', 'backup:open', 'backup:take-in'],
  ...['office:backup-passphrase', 'office:backup-now'],
  ...['set-up:choose', 'set-up:take-in'],
]
const ownSettings = ['theme', 'largerText', 'tourSeen', 'directoryOffered']
type AnyHandlers = Record<string, (argument: unknown) => unknown>

/** What main asks is not decided here. */
const asksNothing = {
  questions: {} as ManagersQuestions,
  ask: () => Promise.resolve(true),
  environment: () => asksNothing,
}

/** Handlers that answer each request with its own name, behind the officer gate. */
function gateOf(session: OfficerSession): AnyHandlers {
  const handlers: AnyHandlers = Object.fromEntries(
    requestChannels.map((channel) => [channel, () => ({ ok: true, value: channel })]),
  )
  return gateHandlers(handlers as unknown as RequestHandlers, { ...asksNothing, session }) as AnyHandlers
}
const ask = (gate: AnyHandlers, channel: string, argument?: unknown): unknown => gate[channel]?.(argument)
const refused = (type: string) => ({ ok: false, error: { type } })

/** The calls that are refused, and that each for this reason; all others must be answered. */
function refusedCalls(session: OfficerSession, reason: string, argument?: unknown): string[] {
  const gate = gateOf(session)
  return requestChannels.filter((channel) => {
    const answer = ask(gate, channel, argument) as { readonly ok: boolean }
    expect(answer).toEqual(answer.ok ? { ok: true, value: channel } : refused(reason))
    return !answer.ok
  })
}

describe('a locked application', () => {
  it('answers only what reveals nothing about a person', async () => {
    const { session } = await createTestOfficers()
    const refusals = refusedCalls(session, 'signed-out')
    expect(requestChannels.filter((channel) => !refusals.includes(channel)).toSorted()).toEqual(
      openWhileLocked.toSorted(),
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

it('answers everything without signing in on an installation without officers', async () => {
  const store = storeIn(createTestFolder())
  const session = new OfficerSession({ ...quietOfficers, openStore: () => Promise.resolve(store) })
  await session.reload()
  expect(refusedCalls(session, '', { environment: 'live' })).toEqual([])
})

it('answers a manager everything', async () => {
  const { session, signIn } = await createTestOfficers()
  await signIn('ada')
  expect(refusedCalls(session, '', defaultSettings)).toEqual([])
})

describe('an officer who is not a manager', () => {
  it('is answered everything but what concerns the whole office', async () => {
    const { session, signIn } = await createTestOfficers()
    await signIn('bayo')
    expect(refusedCalls(session, 'managers-only', {}).toSorted()).toEqual(managersOnly.toSorted())
  })

  it('may change the settings of their own, and none of the office, not even together with their own', async () => {
    const { session, signIn } = await createTestOfficers()
    await signIn('bayo')
    const changes = Object.entries(defaultSettings).filter(([name, value]) => {
      const answer = ask(gateOf(session), 'settings:change', { [name]: value }) as { readonly ok: boolean }
      if (!answer.ok) expect(answer).toEqual(refused('managers-only'))
      return answer.ok
    })
    expect(changes.map(([name]) => name).toSorted()).toEqual(ownSettings.toSorted())
    const both = { theme: 'dark', lockAfterMinutes: 0 }
    expect(ask(gateOf(session), 'settings:change', both)).toEqual(refused('managers-only'))
  })
})
