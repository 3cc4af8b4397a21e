import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished } from 'vitest'
import type { Submission } from '#shared/outbox/entry.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { claimSubmission } from './made-up.ts'
import { plainProtection } from './plain-protection.ts'

/** When entries are accepted and tried. */
export const at = '2026-11-20T09:00:00.000Z'
/** When their attempts end. */
export const later = '2026-11-20T09:30:00.000Z'
/** The outcome of an attempt whose answer was lost. */
export const lost = { type: 'uncertain', cause: 'timeout', httpStatus: null } as const

/** The file of an outbox, in memory, for one test. */
export function memoryFile(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return database
}

export let database: DatabaseSync
export let outbox: Outbox

/** A fresh `outbox`, in a `database` in memory, before each test of a file. */
export function outboxForEach(): void {
  beforeEach(() => {
    database = memoryFile()
    outbox = new Outbox(database, plainProtection)
  })
}

/** The same file as another process would read it. */
export const reopened = (protection = plainProtection): Outbox => new Outbox(database, protection)

/** Accepts an entry. @returns its id */
export function accepted(outbox: Outbox, submission: Submission = claimSubmission()): string {
  expect(outbox.accept(submission, at)).toMatchObject({ ok: true })
  return submission.id
}

/** Accepts an entry whose first attempt is lost. @returns its id */
export function unconfirmed(outbox: Outbox, submission: Submission = claimSubmission()): string {
  const id = accepted(outbox, submission)
  outbox.openAttempt(id, at)
  outbox.closeAttempt(id, lost, later)
  return id
}

/** Accepts an entry that the insurer then confirms. @returns its id */
export function delivered(outbox: Outbox, settledAt = later): string {
  const id = accepted(outbox)
  outbox.openAttempt(id, at)
  outbox.closeAttempt(id, { type: 'delivered', serverMessage: 'Done', keptReference: null }, settledAt)
  return id
}

/** When its attempts began and ended, and how. */
export function attemptsOf(outbox: Outbox, id: string): readonly unknown[] {
  return outbox
    .story(id)
    .flatMap((line) =>
      line.type === 'attempt'
        ? [{ openedAt: line.openedAt, closedAt: line.closedAt, outcome: line.outcome }]
        : [],
    )
}

/** The ids of what is not delivered yet. */
export function undelivered(outbox: Outbox): readonly string[] {
  return [...outbox.undelivered()].map(({ id }) => id)
}

/** From now on every write fails, as on a disk that became read-only. */
export function withoutDisk(database: DatabaseSync): void {
  database.exec('PRAGMA query_only = ON')
}
