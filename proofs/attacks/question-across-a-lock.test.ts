import { join } from 'node:path'
import { expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import type { AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { insurer, insurersKey, Office } from '#testing/app/office.ts'
import { quietSurroundings } from '#testing/app/quiet-surroundings.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { createTestFolder } from '#testing/keys/folder.ts'

/*
 * A manager begins something that main asks about in a dialog of the system, and goes. The application locks, and an
 * officer who is no manager answers the dialog.
 */
const passphrase = 'four lakes under a made-up moon'
const cancelled = ok({ type: 'cancelled' })
const unchanged = ok({ type: 'unchanged', check: null })
const { backupFiles: files } = quietSurroundings
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
  begin: (handlers: Handlers, baseUrl: string) => unknown,
  asking: (later: Later, file: string) => Partial<ServicesOptions>,
  end: object,
])[] = [
  [
    'connecting to a new address',
    (to, baseUrl) =>
      to['environment:connect']({ environment: 'live', baseUrl, key: insurersKey, evenOffline: true }),
    (later) => ({ confirmAddress: later(true) }),
    unchanged,
  ],
  [
    'writing a backup',
    (to) => to['backup:write']({ passphrase }),
    (later, file) => ({ backupFiles: { ...files, toSave: later(file) } }),
    cancelled,
  ],
  [
    'choosing a backup',
    (to) => to['backup:choose'](undefined),
    (later, file) => ({ backupFiles: { ...files, toOpen: later(file) } }),
    cancelled,
  ],
  [
    'taking a backup in',
    async (to) => {
      await to['backup:write']({ passphrase })
      await to['backup:choose'](undefined)
      await to['backup:open']({ passphrase })
      return await to['backup:take-in'](undefined)
    },
    (later, file) => ({
      backupFiles: { ...files, toSave: () => Promise.resolve(file), toOpen: () => Promise.resolve(file) },
      ask: besides(later),
    }),
    cancelled,
  ],
  [
    'replacing the passphrase of backups',
    (to) => to['office:backup-passphrase']({ passphrase }),
    (later) => ({ ask: besides(later) }),
    err({ type: 'declined' }),
  ],
]
const cases = begun.flatMap(([what, ...how]) =>
  (['nobody', 'an officer'] as const).map((who) => [what, who, ...how] as const),
)

it.each(cases)('what a manager began, %s, does not go on for %s', async (_what, who, begin, asking, end) => {
  const asked = Promise.withResolvers<null>()
  const isTheirs = Promise.withResolvers<null>()
  const later: Later = (answer) => async () => {
    asked.resolve(null)
    await isTheirs.promise
    return answer
  }
  const server = await insurer()
  const office = await Office.open(asking(later, join(createTestFolder(), 'a.cdbackup')))
  const { handlers } = office
  await office.add('Ada', 'Bayo')
  await handlers['engine:pause']({ paused: true })
  await handlers['outbox:accept'](claimSubmission())
  const ended = begin(handlers, server.url)
  await asked.promise
  await office.leave()
  if (who === 'an officer') await office.signIn('Bayo')
  isTheirs.resolve(null)
  expect(await ended).toMatchObject(end)
  expect(office.services.workspace.environment.name).toBe('practice')
  expect(server.arrivals('all-pharmacies')).toBe(0)
})

it('does not go on either where head office gave the passphrase of backups meanwhile', async () => {
  const open = Promise.withResolvers<boolean>()
  const office = await Office.open({ ask: () => open.promise })
  const asked = office.handlers['office:backup-passphrase']({ passphrase })
  await office.services.office.givePassphrase('nine rivers of a made-up king')
  open.resolve(true)
  expect(await asked).toEqual(ok('set-by-head-office'))
})

it('asks the next officer about an address that one before allowed', async () => {
  const { url: baseUrl } = await insurer()
  let asked = 0
  const confirmAddress = () => Promise.resolve((asked += 1) > 0)
  const office = await Office.open({ confirmAddress })
  const { handlers } = office
  await office.add('Ada', 'Bayo')
  await handlers['officers:set-role']({ id: await office.idOf('Bayo'), role: 'manager' })
  // A key that was typed wrong: the address is not in use.
  const wish = { environment: 'live', baseUrl, key: 'another', evenOffline: false } as const
  for (const [name, times] of [
    ['Ada', 1],
    ['Ada', 1],
    ['Bayo', 2],
  ] as const) {
    await office.signIn(name)
    await handlers['environment:connect'](wish)
    expect(asked).toBe(times)
  }
})
