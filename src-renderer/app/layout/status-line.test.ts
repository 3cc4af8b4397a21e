import { describe, expect, it } from 'vitest'
import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { anEngine, anEntry, entryFiles } from '#renderer/testing/fake-main.ts'
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
  waitsInLive: 0,
  isCutOff: false,
  ...change,
})
const offline = anEngine({ holds: [{ type: 'offline' }], connection: 'offline' })

describe('the status line', () => {
  it('says that everything arrived only when every entry is settled and one was sent', () => {
    expect(statusLine(facts({ entries: [anEntry({ state: received })] })).queue).toBe(
      'The insurer has received everything submitted here.',
    )
    const discarded: EntryState = { name: 'withdrawn', at, to: 'discarded', was: rejected }
    for (const entries of [[], [anEntry({ ...request, state: discarded })]])
      expect(statusLine(facts({ entries })).queue).toBe('Nothing is waiting.')
    expect(statusLine(facts({ entries: [anEntry({ state: received }), anEntry()] })).queue).not.toContain(
      'Everything',
    )
  })

  it('does not say that everything arrived while something needs somebody, or may need', () => {
    const entries = [anEntry({ state: received })]
    expect(statusLine(facts({ entries, needsYou: 1 }))).toMatchObject({
      queue: '',
      attention: '1 needs you.',
    })
    expect(statusLine(facts({ entries, needsYou: null }))).toMatchObject({
      queue: 'Loading the claims.',
      attention: '',
    })
  })

  it('states nothing about claims that are not read yet or cannot be read', () => {
    expect(statusLine(facts({ entries: null })).queue).toBe('Loading the claims.')
    const unreadable = statusLine(facts({ entries: null, unreadable: true }))
    expect(unreadable).toMatchObject({ queue: 'The claims cannot be read.', tone: 'danger' })
  })

  it('does not say that everything arrived while Live still holds something', () => {
    const line = statusLine(facts({ entries: [anEntry({ state: received })], waitsInLive: 2 }))
    expect(line.queue).toBe('2 not sent yet in Live.')
  })

  it('counts claims and pharmacy requests apart while they wait without a connection', () => {
    const entries = [anEntry(), anEntry(), anEntry(), anEntry(request)]
    expect(statusLine(facts({ engine: offline, entries }))).toMatchObject({
      connection: 'No connection.',
      queue: '3 claims and 1 pharmacy request wait here and will be sent automatically.',
      tone: 'warning',
    })
  })

  it('uses the singular for one', () => {
    expect(statusLine(facts({ engine: offline, entries: [anEntry()] })).queue).toBe(
      '1 claim waits here and will be sent automatically.',
    )
  })

  it('does not promise that it is sent automatically when someone has to act first', () => {
    const engine = anEngine({ holds: [{ type: 'offline' }, { type: 'no-key' }] })
    expect(statusLine(facts({ engine, entries: [anEntry()] }))).toMatchObject({
      connection: 'No key is set.',
      queue: '1 claim waits safely here.',
    })
  })

  it('does not call it connected where the insurer answers badly, held or not', () => {
    const words = { connection: 'The insurer’s system has a problem.', tone: 'warning' }
    const held = anEngine({ holds: [{ type: 'insurer-problem' }] })
    expect(statusLine(facts({ engine: held, entries: [anEntry()] }))).toMatchObject({
      ...words,
      queue: '1 claim waits here and will be sent automatically.',
    })
    expect(statusLine(facts({ cause: 'server-error' }))).toMatchObject(words)
    expect(statusLine(facts({ cause: 'works' }))).toMatchObject({ connection: 'Connected.', tone: 'success' })
  })

  it('says what is being sent and what waits behind it', () => {
    const engine = anEngine({ sendingId: 'x' })
    expect(
      statusLine(facts({ engine, entries: [anEntry({ state: sending }), anEntry(), anEntry()] })),
    ).toMatchObject({
      connection: 'Sending now.',
      queue: '2 claims wait for their turn.',
    })
  })

  it('counts apart what waits for files, unless one of them is lost', () => {
    const withFiles = (hold: UploadHold | null): EntrySummary => anEntry({ files: entryFiles({ hold }) })
    const queue = (...entries: EntrySummary[]): string => statusLine(facts({ entries })).queue
    expect(queue(withFiles(null), anEntry())).toBe(
      '1 claim waits here and will be sent automatically. 1 claim waits for its files.',
    )
    expect(queue(withFiles('offline'), withFiles('full'))).toBe('2 claims wait for their files.')
    expect(queue(withFiles('file-lost'))).toBe('')
  })

  it('distinguishes what the list settles from what needs somebody', () => {
    const entries = [
      anEntry({ state: unsure }),
      anEntry({ ...request, state: unsure }),
      anEntry({ state: rejected }),
      anEntry({ state: received, duplicateClaimIds: [1, 2] }),
    ]
    expect(statusLine(facts({ entries, needsYou: 3 }))).toMatchObject({
      attention: '3 need you.',
      queue: 'Confirming delivery of 1 claim.',
    })
  })

  it('puts the hold that needs someone before the one that passes', () => {
    const ranked = rankedHolds([{ type: 'offline' }, { type: 'paused' }, { type: 'disk-full' }])
    expect(ranked.map(({ type }) => type)).toEqual(['disk-full', 'paused', 'offline'])
  })

  it('says why there is no key where an earlier session had one', () => {
    const engine = anEngine({ holds: [{ type: 'no-key' }] })
    expect(statusLine(facts({ engine })).connection).toBe('No key is set.')
    expect(statusLine(facts({ engine, keyTrouble: 'forgotten' })).connection).toBe('The key was forgotten.')
    const moved = statusLine(facts({ engine, keyTrouble: 'other-origin' }))
    expect(moved.connection).toBe('The key is for another address.')
    const text = holdText({ type: 'no-key' }, { isCutOff: false, keyTrouble: 'forgotten' })
    expect(text.todo).toContain('This computer cannot store keys')
  })

  it('says that a lost connection is only simulated', () => {
    expect(statusLine(facts({ engine: offline, isCutOff: true })).connection).toBe(
      'No connection (pretended).',
    )
  })
})
