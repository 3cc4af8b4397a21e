import type { DatabaseSync } from 'node:sqlite'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { AttemptRecord } from '#shared/outbox/entry.ts'
import { associated } from './entry-codec.ts'
import type { ReportedAttempt } from './entry-history.ts'
import type { RowProtection } from './row-protection.ts'
import { statementsOf } from '#main/platform/sqlite.ts'

/** The attempts of each entry and their outcomes. Writes must run in the caller's transaction. */
export type AttemptRows = ReturnType<typeof createAttempts>

export function createAttempts(database: DatabaseSync, protection: RowProtection) {
  const prepare = statementsOf(database)
  const rows = (entryId: string) =>
    prepare('SELECT * FROM attempt WHERE entry_id = ? ORDER BY id').all(entryId)
  const messageIn = (entryId: string, sealed: unknown): string => {
    if (!(sealed instanceof Uint8Array)) return ''
    const text = protection.open(sealed, associated.message(entryId))
    return text.ok ? text.value : ''
  }
  return {
    open: (entryId: string, at: string) =>
      void prepare('INSERT INTO attempt (entry_id, opened_at) VALUES (?, ?)').run(entryId, at),
    /** Closes the open attempt. @param serverMessage stored sealed; '' stores none. */
    close(entryId: string, at: string, outcome: string, serverMessage: string): void {
      const message =
        serverMessage === '' ? null : protection.seal(serverMessage, associated.message(entryId))
      prepare(
        `UPDATE attempt SET closed_at = ?, outcome = ?, message = ?
           WHERE entry_id = ? AND closed_at IS NULL`,
      ).run(at, outcome, message, entryId)
    },
    ofEntry: (entryId: string) => rows(entryId).map(recordOf),
    /** The attempts of an entry, with the insurer's own words. */
    withMessages: (entryId: string): readonly ReportedAttempt[] =>
      rows(entryId).map((row) => ({ ...recordOf(row), serverMessage: messageIn(entryId, row['message']) })),
  }
}

function recordOf(row: Readonly<Record<string, unknown>>): AttemptRecord {
  const text = (name: string): string | null => (typeof row[name] === 'string' ? row[name] : null)
  return { openedAt: text('opened_at') ?? '', closedAt: text('closed_at'), outcome: text('outcome') }
}

/** Whether an attempt with this outcome may have reached the insurer. */
export function mayHaveArrived(outcome: AttemptOutcome): boolean {
  switch (outcome.type) {
    case 'delivered':
    case 'rejected':
    case 'uncertain':
      return true
    case 'not-sent':
    case 'key-refused':
    case 'forbidden':
    case 'rate-limited':
      return false
  }
}

/** The stored code of an outcome, with what distinguishes failures, such as `uncertain/server-error/502`. */
export function outcomeCode(outcome: AttemptOutcome): string {
  if (outcome.type === 'not-sent') return `not-sent/${outcome.cause}`
  if (outcome.type !== 'uncertain') return outcome.type
  const status = outcome.httpStatus === null ? '' : `/${outcome.httpStatus}`
  return `uncertain/${outcome.cause}${status}`
}
