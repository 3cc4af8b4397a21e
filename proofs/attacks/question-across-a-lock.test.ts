import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import type { AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { quietSurroundings } from '#testing/app/quiet-surroundings.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { officerId, startOffice } from './office.ts'
import { insurer, key } from './servers.ts'

/*
 * A manager begins something that main asks about in a dialog of the system, and goes. The application locks, and an
 * officer who is no manager answers the dialog.
 */
const secrets = { Ada: '271828', Bayo: '314159' } as const
/** Ada gives it to Bayo. */
const firstSecret = '264575'

async function signIn(office: AppServices, name: keyof typeof secrets): Promise<void> {
  const id = await officerId(office, name)
  const answer = await office.handlers['officers:sign-in']({ id, secret: firstSecret, next: secrets[name] })
  if (!answer.ok || answer.value.type !== 'done') throw new Error('not signed in')
}

it.each(['nobody', 'an officer'] as const)('opens no new address for %s', async (who) => {
  const server = await insurer()
  const question = Promise.withResolvers<boolean>()
  const asked = Promise.withResolvers<null>()
  const office = await startOffice({
    confirmAddress: () => {
      asked.resolve(null)
      return question.promise
    },
  })
  const { handlers } = office
  await handlers['officers:add']({ name: 'Ada', role: 'manager', secret: secrets.Ada })
  await handlers['officers:add']({ name: 'Bayo', role: 'officer', secret: firstSecret })
  const wish = { environment: 'live', baseUrl: server.url, key, evenOffline: true } as const
  const connecting = handlers['environment:connect'](wish)
  await asked.promise
  await handlers['officers:leave']({ place: null })
  if (who === 'an officer') await signIn(office, 'Bayo')
  question.resolve(true)
  await connecting
  expect(office.workspace.environment.name).toBe('practice')
  expect(server.arrivals('all-pharmacies')).toBe(0)
})

const passphrase = 'four lakes under a made-up moon'
const cancelled = ok({ type: 'cancelled' })
const { backupFiles: files } = quietSurroundings
const declined = err({ type: 'declined' })
type Handlers = AppServices['handlers']
/** What a person answers once they are let. */
type Later = <T>(answer: T) => () => Promise<T>
/** Every other question is about adding the officers. */
const besides =
  (later: Later): ServicesOptions['ask'] =>
  ({ message }) =>
    message.startsWith('Add ') ? Promise.resolve(true) : later(true)()
/** A manager begins something; where main asks; how it ends for whoever is there then. */
const begun: readonly (readonly [
  what: string,
  begin: (handlers: Handlers) => unknown,
  asking: (later: Later, file: string) => Partial<ServicesOptions>,
  end: object,
])[] = [
  [
    'writing a backup',
    (handlers) => handlers['backup:write']({ passphrase }),
    (later, file) => ({ backupFiles: { ...files, toSave: later(file) } }),
    cancelled,
  ],
  [
    'choosing a backup',
    (handlers) => handlers['backup:choose'](undefined),
    (later, file) => ({ backupFiles: { ...files, toOpen: later(file) } }),
    cancelled,
  ],
  [
    'taking a backup in',
    async (handlers) => {
      await handlers['backup:write']({ passphrase })
      await handlers['backup:choose'](undefined)
      await handlers['backup:open']({ passphrase })
      return await handlers['backup:take-in'](undefined)
    },
    (later, file) => ({
      backupFiles: { ...files, toSave: () => Promise.resolve(file), toOpen: () => Promise.resolve(file) },
      ask: besides(later),
    }),
    cancelled,
  ],
  [
    'replacing the passphrase of backups',
    (handlers) => handlers['office:backup-passphrase']({ passphrase }),
    (later) => ({ ask: besides(later) }),
    declined,
  ],
]

describe.each(begun)('what a manager began, %s,', (_what, begin, asking, end) => {
  it.each(['nobody', 'an officer'] as const)('does not go on for %s', async (who) => {
    const asked = Promise.withResolvers<null>()
    const isTheirs = Promise.withResolvers<null>()
    const later: Later = (answer) => async () => {
      asked.resolve(null)
      await isTheirs.promise
      return answer
    }
    const office = await startOffice(asking(later, join(createTestFolder(), 'a.cdbackup')))
    const { handlers } = office
    await handlers['officers:add']({ name: 'Ada', role: 'manager', secret: secrets.Ada })
    await handlers['officers:add']({ name: 'Bayo', role: 'officer', secret: firstSecret })
    await handlers['engine:pause']({ paused: true })
    await handlers['outbox:accept'](claimSubmission())
    const ended = begin(handlers)
    await asked.promise
    await handlers['officers:leave']({ place: null })
    if (who === 'an officer') await signIn(office, 'Bayo')
    isTheirs.resolve(null)
    expect(await ended).toMatchObject(end)
  })
})

it('asks the next manager about an address that one before allowed', async () => {
  const server = await insurer()
  let asked = 0
  const office = await startOffice({
    confirmAddress: () => {
      asked += 1
      return Promise.resolve(true)
    },
  })
  const { handlers } = office
  await handlers['officers:add']({ name: 'Ada', role: 'manager', secret: secrets.Ada })
  await handlers['officers:add']({ name: 'Bayo', role: 'manager', secret: firstSecret })
  // A key that was typed wrong: the address is not in use.
  const wish = {
    environment: 'live',
    baseUrl: server.url,
    key: 'another',
    evenOffline: false,
  } as const
  await handlers['environment:connect'](wish)
  await handlers['environment:connect'](wish)
  expect(asked).toBe(1)
  await handlers['officers:leave']({ place: null })
  await signIn(office, 'Bayo')
  await handlers['environment:connect'](wish)
  expect(asked).toBe(2)
})
