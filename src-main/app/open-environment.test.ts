import { expect, it, vi } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { createKeyVault } from '#main/platform/keys/key-vault.ts'
import { directNetwork } from '#main/network/network.ts'
import type { Notice } from '#main/shell/notifications/notice.ts'
import { anyone } from '#testing/officers/anyone.ts'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { ThisComputer } from '#main/office/backup/this-computer.ts'
import {
  EnvironmentSignals,
  type EnvironmentOptions,
  type OpenEnvironment,
} from '#main/office/environment/environment.ts'
import { openEnvironment } from './open-environment.ts'

const at = '2026-03-04T09:00:00.000Z'

const openKey: EnvironmentOptions['dataKey'] = ok({
  bytes: new Uint8Array(32).fill(9),
  secrets: null,
  had: [],
  protection: 'os',
})

function openIn(
  dataFolder: string,
  signals = new EnvironmentSignals(),
  shown: Notice[] = [],
  { isPolicyUnread = false, sandboxBaseUrl = 'http://127.0.0.1:9', dataKey = openKey } = {},
): Promise<OpenEnvironment> {
  return openEnvironment({
    name: 'sandbox',
    dataFolder,
    version: '0.0.0',
    settings: {
      isPolicyUnread,
      inForce: { ...defaultSettings, sandboxBaseUrl, liveBaseUrl: '' },
    },
    vault: createKeyVault(secretsIn(dataFolder, createTestStore())),
    storeKeys: { read: () => Promise.resolve(null) },
    network: directNetwork,
    computer: new ThisComputer(dataFolder),
    dataKey,
    signals,
    audience: anyone,
    isWatched: () => false,
    notifications: { show: (notice) => shown.push(notice) },
  })
}

it('takes the address of officers for none while the policy that may set one cannot be read', async () => {
  const dataFolder = createTestFolder()
  const first = await openIn(dataFolder)
  const { id, body } = claimSubmission()
  first.services?.outbox.accept({ id, body }, at)
  first.services?.outbox.openAttempt(id, at)
  await first.close()
  const unread = await openIn(dataFolder, undefined, [], {
    isPolicyUnread: true,
    sandboxBaseUrl: 'http://127.0.0.1:8',
  })
  await unread.close()
  const again = await openIn(dataFolder)
  expect(again.services?.outbox.get(id)?.state.name).toBe('unconfirmed')
  await again.close()
})

it('tells of a status that the insurer changed, by a notice a minute later', async () => {
  const shown: Notice[] = []
  const environment = await openIn(createTestFolder(), undefined, shown)
  const { services } = environment
  const submission = claimSubmission()
  services?.outbox.accept(submission, at)
  services?.outbox.openAttempt(submission.id, at)
  const delivered = { type: 'delivered', serverMessage: '', keptReference: null } as const
  services?.outbox.closeAttempt(submission.id, delivered, at)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  services?.followUps.noteSays(submission.id, { status: '2', estimate: null, isDeleted: false }, at)
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  expect(shown).toMatchObject([{ decided: 1 }])
  await environment.close()
})

it('reports to its own parts what happens, until it is closed', async () => {
  const signals = new EnvironmentSignals()
  const shown: Notice[] = []
  const environment = await openIn(createTestFolder(), signals, shown)
  const outbox = environment.services?.outbox
  const submission = claimSubmission()
  const outcome = { type: 'rejected', serverMessage: 'No such policy.', fieldErrors: {} } as const
  const accepted = outbox?.accept(submission, at)
  outbox?.openAttempt(submission.id, at)
  const closed = outbox?.closeAttempt(submission.id, outcome, at)
  if (accepted?.ok !== true || closed?.ok !== true) throw new Error('not accepted')
  const [entry, rejected] = [accepted.value, closed.value]
  signals.stepTaken.emit([entry])
  signals.stepTaken.emit([rejected])
  expect(shown).toHaveLength(1)

  await environment.close()
  // A part that still listened would use its closed database, which throws.
  signals.stepTaken.emit([entry])
  signals.stepTaken.emit([rejected])
  signals.entriesRemoved.emit([entry.id])
  expect(shown).toHaveLength(1)
})

it('tells of the claims of a policy whose details an officer keeps, or no longer: lists name its holder', async () => {
  const signals = new EnvironmentSignals()
  const environment = await openIn(createTestFolder(), signals)
  const told: (readonly string[])[] = []
  signals.standingsChanged.subscribe((entries) => told.push(entries.map(({ id }) => id)))
  const submission = claimSubmission()
  const { policyNumber } = submission.body.claim
  environment.services?.outbox.accept(submission, at)
  const content = {
    product: 'keke',
    policyNumber,
    detail: madeUpDetail(policyNumber),
    fetchedAt: at,
  } as const
  environment.services?.keptDetails.keep(content, at)
  environment.services?.keptDetails.remove('keke', policyNumber)
  environment.services?.keptDetails.remove('keke', 'KKP/0')
  expect(told).toEqual([[submission.id], [submission.id], []])
  await environment.close()
})

it.each([
  { type: 'disk-full', storage: { type: 'unavailable', reason: 'disk-full' } },
  { type: 'read-only', storage: { type: 'unavailable', reason: 'read-only' } },
  { type: 'locked', storage: { type: 'locked' } },
] as const)('tells a data key that could not be stored ($type) from one that is locked', async (given) => {
  const dataKey = err({ type: given.type })
  const environment = await openIn(createTestFolder(), undefined, [], { dataKey })
  expect(environment.storage).toEqual(given.storage)
  await environment.close()
})
