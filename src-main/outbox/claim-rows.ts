import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '#shared/domain/product.ts'
import { guardStorage, statementsOf } from '#main/platform/sqlite.ts'

/** A row of an entry, with the times it was first seen and acknowledged. */
export interface SeenRow {
  readonly claimId: number
  readonly surplus: boolean
  readonly seenAt: string
  /** Null until an officer has acknowledged it. */
  readonly acknowledgedAt: string | null
}

/** Which rows of the insurer's lists belong to which entries: one row settles one entry, more raise an alarm. */
export type ClaimRows = ReturnType<typeof createClaimRows>

export function createClaimRows(database: DatabaseSync) {
  const prepare = statementsOf(database)
  function bind(product: Product, claimId: number, entryId: string, surplus: boolean, seenAt: string): void {
    prepare(
      `INSERT OR IGNORE INTO claim_row (product, claim_id, entry_id, surplus, seen_at)
         VALUES (?, ?, ?, ?, ?)`,
    ).run(product, claimId, entryId, surplus ? 1 : 0, seenAt)
  }
  return {
    /** Binds a row inside the caller's transaction. @param seenAt ISO time. @throws SQLite's error. */
    bind,
    bound: (product: Product) =>
      prepare('SELECT claim_id, entry_id FROM claim_row WHERE product = ?')
        .all(product)
        .map((row) => ({ claimId: Number(row['claim_id']), entryId: String(row['entry_id']) })),
    /** Records a row that repeats an entry; it is an alarm until an officer acknowledges it. */
    noteSurplus: (product: Product, claimId: number, entryId: string, seenAt: string) =>
      guardStorage((): null => {
        bind(product, claimId, entryId, true, seenAt)
        return null
      }),
    /** Ids of surplus rows of an entry that no officer has acknowledged. */
    duplicatesOf: (entryId: string): readonly number[] =>
      prepare('SELECT claim_id FROM claim_row WHERE entry_id = ? AND surplus = 1 AND acknowledged_at IS NULL')
        .all(entryId)
        .map((row) => Number(row['claim_id'])),
    acknowledgeDuplicates: (entryId: string, at: string) =>
      guardStorage((): null => {
        prepare(
          `UPDATE claim_row SET acknowledged_at = ?
             WHERE entry_id = ? AND surplus = 1 AND acknowledged_at IS NULL`,
        ).run(at, entryId)
        return null
      }),
    /** The rows of an entry in the order of their ids, for its history. */
    ofEntry: (entryId: string): readonly SeenRow[] =>
      prepare('SELECT * FROM claim_row WHERE entry_id = ? ORDER BY surplus, claim_id')
        .all(entryId)
        .map((row) => ({
          claimId: Number(row['claim_id']),
          surplus: row['surplus'] === 1,
          seenAt: String(row['seen_at']),
          acknowledgedAt: typeof row['acknowledged_at'] === 'string' ? row['acknowledged_at'] : null,
        })),
  }
}
