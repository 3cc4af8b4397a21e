import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Baseline } from './entry-codec.ts'
import { migrate } from './migrations.ts'
import { claimSubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'
import { createOutbox, type Outbox } from './outbox.ts'

// How attempts that are open in parallel affect one another.
const at = '2026-11-20T09:00:00.000Z'
const delivered = { type: 'delivered', serverMessage: '', keptReference: null } as const
const lost = { type: 'uncertain', cause: 'timeout', httpStatus: null } as const
const baseline: Baseline = { count: 10, highestId: 100, matchingIds: [] }
let database: DatabaseSync
let outbox: Outbox

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  migrate(database)
  outbox = createOutbox(database, plainProtection)
})
afterEach(() => database.close())

function sending(policyNumber: string, product: 'keke' | 'okada' = 'keke'): string {
  const submission = claimSubmission({ policyNumber }, { product })
  outbox.accept(submission, at)
  outbox.openAttempt(submission.id, baseline, at)
  return submission.id
}
const countOf = (id: string): number | undefined => outbox.get(id)?.baseline?.count

it('adds a delivered claim to the baselines of those in flight in parallel, on the disk too', () => {
  const [first, beside] = [sending('KKP/1'), sending('KKP/2')]
  outbox.closeAttempt(first, delivered, at)
  expect(countOf(beside)).toBe(11)
  expect(createOutbox(database, plainProtection).get(beside)?.baseline).toEqual({ ...baseline, count: 11 })
})

it('adds nothing for the other product, for entries that wait for a reading, or for undelivered ones', () => {
  const [first, second, other, ended] = [
    sending('KKP/1'),
    sending('KKP/2'),
    sending('OKP/1', 'okada'),
    sending('KKP/3'),
  ]
  outbox.closeAttempt(ended, lost, at)
  outbox.closeAttempt(second, delivered, at)
  expect([countOf(first), countOf(other), countOf(ended)]).toEqual([11, 10, 10])
  outbox.closeAttempt(other, delivered, at)
  expect(countOf(first)).toBe(11)
})

it('adds nothing when the outcome is not on the disk', () => {
  const [first, beside] = [sending('KKP/1'), sending('KKP/2')]
  database.exec('PRAGMA query_only = ON')
  expect(outbox.closeAttempt(first, delivered, at).ok).toBe(false)
  expect(countOf(beside)).toBe(10)
})
