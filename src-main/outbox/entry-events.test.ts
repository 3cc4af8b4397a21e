import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import { createEntryEvents, noteOf, type EntryEvents, type EventNote } from './entry-history.ts'
import { memoryFile } from './testing/entries.ts'
import { claimSubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'
import { Outbox } from './outbox.ts'

const at = '2026-11-20T09:00:00.000Z'
const later = '2026-11-20T09:30:00.000Z'
const absent: EventNote = { kind: 'absent', detail: 'list' }
let database: DatabaseSync
let events: EntryEvents
let entries: readonly [Entry, Entry]

interface Entry {
  readonly id: string
  readonly attempts: number
}

beforeEach(() => {
  database = memoryFile()
  const submissions = [claimSubmission(), claimSubmission()] as const
  const outbox = new Outbox(database, plainProtection)
  for (const submission of submissions) outbox.accept(submission, at)
  entries = [
    { id: submissions[0].id, attempts: 1 },
    { id: submissions[1].id, attempts: 1 },
  ]
  events = createEntryEvents(database)
})

const reported = (): readonly (readonly [string, string | null, number, number])[] =>
  events
    .ofEntry(entries[0].id)
    .map(({ kind, detail, afterAttempt, times }) => [kind, detail, afterAttempt, times] as const)

describe('an event of an entry', () => {
  it('is counted in one line while it repeats, with the first time and the last', () => {
    events.note(entries[0], absent, at)
    events.note(entries[0], absent, later)
    expect(events.ofEntry(entries[0].id)).toEqual([
      { kind: 'absent', detail: 'list', afterAttempt: 1, firstAt: at, lastAt: later, times: 2 },
    ])
  })

  it('is a separate line for another detail, kind, attempt or entry', () => {
    events.note(entries[0], absent, at)
    events.note(entries[0], { kind: 'absent', detail: 'list/sent-again' }, at)
    events.note(entries[0], { kind: 'unread', detail: 'list/offline' }, at)
    events.note(entries[0], { kind: 'looked', detail: 'nothing' }, at)
    events.note({ ...entries[0], attempts: 2 }, absent, at)
    events.note(entries[1], absent, at)
    expect(reported()).toEqual([
      ['absent', 'list', 1, 1],
      ['absent', 'list/sent-again', 1, 1],
      ['unread', 'list/offline', 1, 1],
      ['looked', 'nothing', 1, 1],
      ['absent', 'list', 2, 1],
    ])
  })

  it('by an officer is a separate line each time', () => {
    events.note(entries[0], { kind: 'officer', detail: 'sent-again' }, at)
    events.note(entries[0], { kind: 'officer', detail: 'sent-again' }, later)
    expect(reported()).toEqual([
      ['officer', 'sent-again', 1, 1],
      ['officer', 'sent-again', 1, 1],
    ])
  })

  it('of a kind that only a later version knows is left out', () => {
    events.note(entries[0], absent, at)
    database.exec(`UPDATE entry_event SET kind = 'made-up'`)
    expect(reported()).toEqual([])
  })
})

describe('the note of a change', () => {
  const queued: EntryState = {
    name: 'queued',
    since: at,
    reason: { type: 'proved-absent' },
    notSentInARow: 0,
    resends: 1,
  }
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
  ])('is, for %o, %#', (event, next, note) => {
    expect(noteOf(event, next)).toEqual(note)
  })
})
