import { expect, it } from 'vitest'
import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { anEngine, anEntry, entryFiles } from '#testing/page/fake-main.ts'
import { holdText, rankedHolds, statusLine, type StatusFacts } from './status-line.ts'

const at = '2026-03-04T09:00:00.000Z'
const received: EntryState = { name: 'delivered', at, proof: 'answer', claimId: 1, serverMessage: '' }
const unsure: EntryState = { name: 'unconfirmed', since: at, cause: 'timeout', absentReadings: 0, resends: 0 }
const sending: EntryState = { name: 'sending', since: at, notSentInARow: 0, resends: 0 }
const rejected: EntryState = { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: false }
const request = { kind: 'pharmacy-request', product: null, amount: null } as const

const facts = (change: Partial<StatusFacts> = {}): StatusFacts => ({
  engine: anEngine(),
  entries: [],
  unreadable: false,
  needsYou: 0,
  isCutOff: false,
  ...change,
})
const offline = anEngine({ holds: [{ type: 'offline' }], connection: 'offline' })

it('counts what is on its way by its badge, and says where nothing is', () => {
  const queue = (...entries: EntrySummary[]): string => statusLine(facts({ entries })).queue
  expect(queue()).toBe('Nothing waits.')
  expect(queue(anEntry({ state: received }))).toBe('Nothing waits.')
  expect(queue(anEntry(), anEntry(request), anEntry({ state: sending }), anEntry({ state: unsure }))).toBe(
    'Waiting: 2. Sending: 1. Confirming delivery: 1.',
  )
  const withFiles = (hold: UploadHold | null): EntrySummary => anEntry({ files: entryFiles({ hold }) })
  expect(queue(withFiles(null), withFiles('full'), withFiles('file-lost'))).toBe('Waiting for upload: 2.')
})

it('leaves what needs somebody to the count of that', () => {
  const entries = [
    anEntry({ state: unsure }),
    anEntry({ ...request, state: unsure }),
    anEntry({ state: rejected }),
    anEntry({ state: received, duplicateClaimIds: [1, 2] }),
  ]
  expect(statusLine(facts({ entries, needsYou: 3 }))).toMatchObject({
    attention: '3 need you.',
    queue: 'Confirming delivery: 1.',
  })
  expect(statusLine(facts({ entries: [], needsYou: null })).attention).toBe('')
})

it('states nothing about claims that are not read yet or cannot be read', () => {
  expect(statusLine(facts({ entries: null })).queue).toBe('Loading the claims.')
  const unreadable = statusLine(facts({ entries: null, unreadable: true }))
  expect(unreadable).toMatchObject({ queue: 'The claims cannot be read.', tone: 'danger' })
})

it.each([
  ['holds', { undelivered: 2 }, ' 2 not sent yet in Live.'],
  ['needs', { undelivered: 1, rejected: 1 }, ' 1 not sent yet in Live. 1 needs you in Live.'],
  ['hides', 'closed' as const, ' Live cannot be opened.'],
  ['no longer holds', {}, ''],
])('says what Live %s while another environment is shown', (_what, live, says) => {
  const engine = anEngine({ live: live === 'closed' ? live : { ...anEngine().counts, ...live } })
  const line = statusLine(facts({ entries: [anEntry({ state: received })], engine }))
  expect(line.queue).toBe(`Nothing waits.${says}`)
})

it('begins with the most severe reason why nothing is sent', () => {
  const words = { connection: 'No connection.', queue: 'Waiting: 1.', tone: 'warning' }
  expect(statusLine(facts({ engine: offline, entries: [anEntry()] }))).toMatchObject(words)
  const engine = anEngine({ holds: [{ type: 'offline' }, { type: 'no-key' }] })
  expect(statusLine(facts({ engine })).connection).toBe('No key is set.')
})

it('does not call it connected where the insurer answers badly, held or not', () => {
  const words = { connection: 'The insurer’s system has a problem.', tone: 'warning' }
  const held = anEngine({ holds: [{ type: 'insurer-problem' }] })
  expect(statusLine(facts({ engine: held }))).toMatchObject(words)
  expect(statusLine(facts({ cause: 'server-error' }))).toMatchObject(words)
  expect(statusLine(facts({ cause: 'garbled' }))).toMatchObject({
    connection: 'The insurer’s answers cannot be read.',
    tone: 'warning',
  })
  expect(statusLine(facts({ cause: 'works' }))).toMatchObject({ connection: 'Connected.', tone: 'success' })
})

it('puts the hold that needs someone before the one that passes', () => {
  const ranked = rankedHolds([{ type: 'offline' }, { type: 'paused' }, { type: 'disk-full' }])
  expect(ranked.map(({ type }) => type)).toEqual(['disk-full', 'paused', 'offline'])
})

it('says why there is no key where an earlier session had one', () => {
  const engine = anEngine({ holds: [{ type: 'no-key' }] })
  expect(statusLine(facts({ engine })).connection).toBe('No key is set.')
  expect(statusLine(facts({ engine, keyTrouble: 'forgotten' })).connection).toBe('Enter the key again.')
  const moved = statusLine(facts({ engine, keyTrouble: 'other-origin' }))
  expect(moved.connection).toBe('Enter the key for the new address.')
  const text = holdText({ type: 'no-key' }, { isCutOff: false, keyTrouble: 'forgotten' })
  expect(text.text).toContain('This computer cannot store keys')
})

it('says that a lost connection is only simulated', () => {
  expect(statusLine(facts({ engine: offline, isCutOff: true })).connection).toBe(
    'You are pretending that the connection is down.',
  )
})
