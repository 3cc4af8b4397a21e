import { beforeEach, expect, it } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { ok } from '#shared/result.ts'
import { anEngine, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { useAppStatus } from './app-status.ts'
import { useDirectory } from './directory.ts'
import { useEngine } from './engine.ts'

const kept = {
  key: 'published',
  fetchedAt: '2026-03-04T09:00:00.000Z',
  count: 3,
  total: 3,
  isComplete: true,
  triedAt: null,
} as const
let main: FakeMain
let status: AppStatus

beforeEach(async () => {
  status = aStatus({ environment: 'live' })
  main = new FakeMain({
    'app:status': () => ok(status),
    'settings:change': ({ directoryOffered = [] }) => {
      status = { ...status, settings: { ...status.settings, directoryOffered } }
      main.announce('app:status-changed', status)
      return ok(null)
    },
  })
  await useAppStatus().start()
  useEngine().status = anEngine()
  useDirectory().isKnown = true
})

it('is offered once at each address, whatever the answer was', async () => {
  const directory = useDirectory()
  expect(directory.isOffered).toBe(true)
  await directory.answerOffer(false)
  expect(directory.isOffered).toBe(false)
  main.announce('app:status-changed', { ...status, environment: 'sandbox' })
  expect(directory.isOffered).toBe(true)
  await directory.answerOffer(true)
  expect(directory.isOffered).toBe(false)
  const settings = { ...status.settings, sandboxBaseUrl: 'https://new.example' }
  main.announce('app:status-changed', { ...status, environment: 'sandbox', settings })
  expect(directory.isOffered).toBe(true)
})

it('is answered for the insurer that it was made for', async () => {
  const directory = useDirectory()
  const { insurer } = useAppStatus()
  const answered = directory.answerOffer(true)
  main.announce('app:status-changed', { ...status, environment: 'sandbox' })
  await answered
  expect(status.settings.directoryOffered).toEqual([insurer])
})

it.each([
  ['in practice', () => main.announce('app:status-changed', { ...status, environment: 'practice' })],
  [
    'while data is to be saved',
    () =>
      main.announce('app:status-changed', { ...status, settings: { ...status.settings, saveData: true } }),
  ],
  ['without a connection', () => (useEngine().status = anEngine({ connection: 'offline' }))],
  ['before the insurer accepted the key', () => (useEngine().status = anEngine({ connection: 'unknown' }))],
  ['before it is known what is there', () => (useDirectory().isKnown = false)],
  ['where it is downloaded', () => (useDirectory().status = { kept, progress: null })],
])('is not offered %s', (_when, change) => {
  change()
  expect(useDirectory().isOffered).toBe(false)
})
