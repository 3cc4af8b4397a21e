import { beforeEach, describe, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import {
  createAttempts,
  createEntryEvents,
  noteOf,
  outcomeCode,
  type AttemptRows,
  type EntryEvents,
  type EventNote,
} from './entry-history.ts'
import { accepted, at, database, later, outbox, outboxForEach, unconfirmed } from '#testing/outbox/entries.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'

const absent: EventNote = { kind: 'absent', detail: 'list' }
let attempts: AttemptRows
let events: EntryEvents
let ids: readonly [string, string]

outboxForEach()
beforeEach(() => {
  ids = [accepted(outbox), accepted(outbox)]
  attempts = createAttempts(database, plainProtection)
  events = createEntryEvents(database)
})

describe('the attempts of an entry', () => {
  it('are reported in their order, regardless of the clock', () => {
    attempts.open(ids[0], later)
    attempts.close(ids[0], at, 'key-refused', '')
    attempts.open(ids[0], at)
    expect(attempts.ofEntry(ids[0])).toEqual([
      { openedAt: later, closedAt: at, outcome: 'key-refused', serverMessage: '' },
      { openedAt: at, closedAt: null, outcome: null, serverMessage: '' },
    ])
  })

  it('are closed one at a time, for one entry only', () => {
    attempts.open(ids[0], at)
    attempts.close(ids[0], at, 'key-refused', '')
    attempts.open(ids[0], at)
    attempts.open(ids[1], at)
    attempts.close(ids[0], later, 'delivered', 'Done')
    expect(attempts.ofEntry(ids[0]).map(({ outcome }) => outcome)).toEqual(['key-refused', 'delivered'])
    expect(attempts.ofEntry(ids[1])).toMatchObject([{ closedAt: null, outcome: null }])
  })

  it('keep the insurer’s words sealed for their entry, which no other reports, or nothing if there were none', () => {
    attempts.open(ids[0], at)
    attempts.close(ids[0], at, 'rejected', 'No such policy')
    attempts.open(ids[0], at)
    attempts.close(ids[0], at, 'rejected', '')
    expect(attempts.ofEntry(ids[0]).map(({ serverMessage }) => serverMessage)).toEqual(['No such policy', ''])
    const kept = database.prepare('SELECT message FROM attempt ORDER BY id').all()
    expect(kept.map(({ message }) => message)).toEqual([
      plainProtection.seal('No such policy', `attempt/${ids[0]}/message`),
      null,
    ])
    database.prepare('UPDATE attempt SET entry_id = ?').run(ids[1])
    expect(attempts.ofEntry(ids[1]).map(({ serverMessage }) => serverMessage)).toEqual(['', ''])
  })
})

it.each<[AttemptOutcome, string]>([
  [{ type: 'delivered', serverMessage: 'Done', keptReference: null }, 'delivered'],
  [{ type: 'rejected', serverMessage: 'No', fieldErrors: {} }, 'rejected'],
  [{ type: 'key-refused' }, 'key-refused'],
  [{ type: 'rate-limited', retryAfterMs: 1000 }, 'rate-limited'],
  [{ type: 'not-sent', cause: 'dns' }, 'not-sent/dns'],
  [{ type: 'uncertain', cause: 'timeout', httpStatus: null }, 'uncertain/timeout'],
  [{ type: 'uncertain', cause: 'server-error', httpStatus: 502 }, 'uncertain/server-error/502'],
  [
    { type: 'uncertain', cause: 'garbled', httpStatus: 200, code: 'JSON_INVALID' },
    'uncertain/garbled/JSON_INVALID',
  ],
])('a stored outcome is a code: %o', (outcome, code) => {
  expect(outcomeCode(outcome)).toBe(code)
})

const noteOnce = (id: string, note: EventNote, when: string): void =>
  events.note({ id, attempts: 1 }, note, when)
const reported = (): readonly (readonly [string, string | null, number, number])[] =>
  events
    .ofEntry(ids[0])
    .map(({ kind, detail, afterAttempt, times }) => [kind, detail, afterAttempt, times] as const)

describe('an event of an entry', () => {
  it.each<EventNote>([
    absent,
    { kind: 'looked', detail: 'nothing' },
    { kind: 'uncounted', detail: 'shorter' },
    { kind: 'unread', detail: 'list/offline' },
  ])('is counted in one line while it repeats, with the first time and the last: $kind', (note) => {
    noteOnce(ids[0], note, at)
    noteOnce(ids[0], note, later)
    expect(events.ofEntry(ids[0])).toEqual([
      { ...note, afterAttempt: 1, firstAt: at, lastAt: later, times: 2 },
    ])
  })

  it('is a separate line for another detail, kind, attempt or entry', () => {
    noteOnce(ids[0], absent, at)
    noteOnce(ids[0], { kind: 'absent', detail: 'list/sent-again' }, at)
    noteOnce(ids[0], { kind: 'unread', detail: 'list/offline' }, at)
    noteOnce(ids[0], { kind: 'looked', detail: 'nothing' }, at)
    events.note({ id: ids[0], attempts: 2 }, absent, at)
    noteOnce(ids[1], absent, at)
    expect(reported()).toEqual([
      ['absent', 'list', 1, 1],
      ['absent', 'list/sent-again', 1, 1],
      ['unread', 'list/offline', 1, 1],
      ['looked', 'nothing', 1, 1],
      ['absent', 'list', 2, 1],
    ])
  })

  it('by an officer is a separate line each time', () => {
    noteOnce(ids[0], { kind: 'officer', detail: 'sent-again' }, at)
    noteOnce(ids[0], { kind: 'officer', detail: 'sent-again' }, later)
    expect(reported()).toEqual([
      ['officer', 'sent-again', 1, 1],
      ['officer', 'sent-again', 1, 1],
    ])
  })

  it('of a kind that only a later version knows is left out', () => {
    noteOnce(ids[0], absent, at)
    database.exec(`UPDATE entry_event SET kind = 'made-up'`)
    expect(reported()).toEqual([])
  })
})

const queued: EntryState = aState('queued', { since: at, reason: { type: 'proved-absent' }, resends: 1 })
const review: EntryState = { name: 'needs-review', since: at, why: 'absent-again', resends: 2 }

it.each<[EntryEvent, EntryState, EventNote | null]>([
  [{ type: 'absent', at, proved: false, by: 'list' }, review, { kind: 'absent', detail: 'list' }],
  [{ type: 'absent', at, proved: true, by: 'list' }, queued, { kind: 'absent', detail: 'list/sent-again' }],
  [
    { type: 'absent', at, proved: true, by: 'list' },
    review,
    { kind: 'absent', detail: 'list/asked-officer' },
  ],
  [{ type: 'officer-accepts', at }, review, { kind: 'officer', detail: 'accepted-as-sent' }],
  [{ type: 'officer-resends', at }, queued, { kind: 'officer', detail: 'sent-again' }],
  [{ type: 'withdraw', at, to: 'draft' }, queued, { kind: 'officer', detail: 'to-draft' }],
  [{ type: 'withdraw', at, to: 'discarded' }, queued, { kind: 'officer', detail: 'discarded' }],
  [{ type: 'withdraw', at, to: 'corrected' }, queued, { kind: 'officer', detail: 'corrected' }],
  [{ type: 'discard-undone', at }, queued, { kind: 'officer', detail: 'discard-undone' }],
  [{ type: 'attempt-opened', at }, queued, null],
  [{ type: 'attempt-closed', at, outcome: { type: 'key-refused' } }, queued, null],
  [{ type: 'attempt-orphaned', at, cause: 'stopped' }, queued, null],
  [{ type: 'found', at, claimId: 5, by: 'list' }, queued, null],
  [{ type: 'found', at, claimId: null, by: 'details' }, queued, { kind: 'found', detail: 'details' }],
  [
    { type: 'cannot-be-proved', at, why: 'reference-lost' },
    review,
    { kind: 'unprovable', detail: 'reference-lost' },
  ],
  [{ type: 'officer-identifies', at, claimId: 5 }, review, { kind: 'candidate', detail: 'identified' }],
  [{ type: 'refused-alone', at }, review, null],
])('the note of a change is, for %o, %#', (event, next, note) => {
  expect(noteOf(event, next)).toEqual(note)
})

it('a change of state and its note are one commit: when the state cannot be written, nothing is noted', () => {
  const id = unconfirmed(outbox)
  database.exec(`CREATE TRIGGER broken BEFORE UPDATE OF state_data ON entry
                 BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  expect(() => outbox.apply(id, { type: 'officer-resends', at })).toThrow('no room')
  expect(outbox.story(id).some(({ type }) => type === 'officer')).toBe(false)
})
