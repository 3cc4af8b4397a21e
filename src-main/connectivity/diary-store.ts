import type { DatabaseSync } from 'node:sqlite'
import { connectivityKinds, type ConnectivityKind, type ConnectivitySpan } from '#shared/connectivity.ts'
import type { Result } from '#shared/result.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import { inTransaction } from '../platform/transaction.ts'

/** Beyond this, the oldest spans are deleted. */
const mostSpans = 2_000
const longestKeptMs = 30 * 86_400_000

/** The diary's spans on the disk. Nothing personal: kinds and times. */
export interface DiaryStore {
  /** Begins a span; the one before ends when this one begins. @returns its id. */
  begin(kind: ConnectivityKind, at: string, previous: { id: number; seenUntil: string } | null): Written
  /** Extends a span that is still observed. */
  extend(id: number, seenUntil: string): Result<null, StorageFailure>
  /**
   * Deletes what is too old. Call it only when this computer's clock is known to be right: a wrong one would empty the
   * diary.
   */
  forgetOld(now: Date): Result<null, StorageFailure>
  /** Newest first. */
  all(): readonly ConnectivitySpan[]
}
type Written = Result<number, StorageFailure>

export function createDiaryStore(database: DatabaseSync): DiaryStore {
  const extend = (id: number, seenUntil: string): void =>
    void database.prepare('UPDATE connectivity_span SET seen_until = ? WHERE id = ?').run(seenUntil, id)
  return {
    begin: (kind, at, previous) =>
      guardStorage(() =>
        inTransaction(database, () => {
          if (previous !== null) extend(previous.id, previous.seenUntil)
          const { lastInsertRowid } = database
            .prepare('INSERT INTO connectivity_span (kind, began_at, seen_until) VALUES (?, ?, ?)')
            .run(kind, at, at)
          const id = Number(lastInsertRowid)
          database.prepare('DELETE FROM connectivity_span WHERE id <= ?').run(id - mostSpans)
          return id
        }),
      ),
    extend: (id, seenUntil) =>
      guardStorage(() => {
        extend(id, seenUntil)
        return null
      }),
    forgetOld: (now) =>
      guardStorage(() => {
        const before = new Date(now.getTime() - longestKeptMs).toISOString()
        database.prepare('DELETE FROM connectivity_span WHERE seen_until < ?').run(before)
        return null
      }),
    all: () =>
      database
        .prepare('SELECT kind, began_at, seen_until FROM connectivity_span ORDER BY id DESC')
        .all()
        .flatMap((row) => {
          const kind = connectivityKinds.find((known) => known === row['kind'])
          const beganAt = row['began_at']
          const seenUntil = row['seen_until']
          if (kind === undefined || typeof beganAt !== 'string' || typeof seenUntil !== 'string') return []
          return [{ kind, beganAt, seenUntil }]
        }),
  }
}
