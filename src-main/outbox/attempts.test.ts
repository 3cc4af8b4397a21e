import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { createAttempts, outcomeCode, type AttemptRows } from './entry-history.ts'
import { memoryFile } from './testing/entries.ts'
import { claimSubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'
import { Outbox } from './outbox.ts'

const at = '2026-11-20T09:00:00.000Z'
const later = '2026-11-20T09:30:00.000Z'
let database: DatabaseSync
let attempts: AttemptRows
let ids: readonly [string, string]

beforeEach(() => {
  database = memoryFile()
  const submissions = [claimSubmission(), claimSubmission()] as const
  const outbox = new Outbox(database, plainProtection)
  for (const submission of submissions) outbox.accept(submission, at)
  ids = [submissions[0].id, submissions[1].id]
  attempts = createAttempts(database, plainProtection)
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

  it('keep the insurer’s words sealed for their entry, or nothing if there were none', () => {
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
  })

  it('do not report words that were moved to another entry', () => {
    attempts.open(ids[0], at)
    attempts.close(ids[0], at, 'rejected', 'No such policy')
    database.prepare('UPDATE attempt SET entry_id = ?').run(ids[1])
    expect(attempts.ofEntry(ids[1]).map(({ serverMessage }) => serverMessage)).toEqual([''])
  })
})

describe('a stored outcome', () => {
  it.each<[AttemptOutcome, string]>([
    [{ type: 'delivered', serverMessage: 'Done', keptReference: null }, 'delivered'],
    [{ type: 'rejected', serverMessage: 'No', fieldErrors: {} }, 'rejected'],
    [{ type: 'key-refused' }, 'key-refused'],
    [{ type: 'rate-limited', retryAfterMs: 1000 }, 'rate-limited'],
    [{ type: 'not-sent', cause: 'dns' }, 'not-sent/dns'],
    [{ type: 'uncertain', cause: 'timeout', httpStatus: null }, 'uncertain/timeout'],
    [{ type: 'uncertain', cause: 'server-error', httpStatus: 502 }, 'uncertain/server-error/502'],
  ])('is a code: %o', (outcome, code) => {
    expect(outcomeCode(outcome)).toBe(code)
  })
})
