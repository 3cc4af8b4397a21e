import type { DatabaseSync } from 'node:sqlite'
import type { Product } from '#shared/domain/product.ts'
import type { Result } from '#shared/result.ts'
import { guardStorage, type StorageFailure } from './storage-failure.ts'

/** A row of the claim list that belongs to an entry. */
export interface ClaimRowBinding {
  readonly claimId: number
  readonly entryId: string
}

/** Which rows of the insurer's lists are which entries: one row settles one entry, what is more raises an alarm. */
export interface ClaimRows {
  bound(product: Product): readonly ClaimRowBinding[]
  /** Binds a row inside a transaction of the caller's; throws what SQLite throws. */
  bind(product: Product, claimId: number, entryId: string, surplus: boolean): void
  /** Notes a row that repeats an entry: an alarm until an officer acknowledges it. */
  noteSurplus(product: Product, claimId: number, entryId: string): Result<null, StorageFailure>
  /** Ids of surplus rows of an entry that no officer has acknowledged. */
  duplicatesOf(entryId: string): readonly number[]
  acknowledgeDuplicates(entryId: string): Result<null, StorageFailure>
}

export function createClaimRows(database: DatabaseSync): ClaimRows {
  function bind(product: Product, claimId: number, entryId: string, surplus: boolean): void {
    database
      .prepare('INSERT OR IGNORE INTO claim_row (product, claim_id, entry_id, surplus) VALUES (?, ?, ?, ?)')
      .run(product, claimId, entryId, surplus ? 1 : 0)
  }
  return {
    bind,
    bound: (product) =>
      database
        .prepare('SELECT claim_id, entry_id FROM claim_row WHERE product = ?')
        .all(product)
        .map((row) => ({ claimId: Number(row['claim_id']), entryId: String(row['entry_id']) })),
    noteSurplus: (product, claimId, entryId) =>
      guardStorage(() => {
        bind(product, claimId, entryId, true)
        return null
      }),
    duplicatesOf: (entryId) =>
      database
        .prepare('SELECT claim_id FROM claim_row WHERE entry_id = ? AND surplus = 1 AND acknowledged = 0')
        .all(entryId)
        .map((row) => Number(row['claim_id'])),
    acknowledgeDuplicates: (entryId) =>
      guardStorage(() => {
        database.prepare('UPDATE claim_row SET acknowledged = 1 WHERE entry_id = ?').run(entryId)
        return null
      }),
  }
}
