import { err, ok, type Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

/** The seal that rows get from now on, and the earlier seals they may still have. */
export interface SealInTurn {
  readonly current: RowSeal
  readonly earlier: readonly RowSeal[]
}

interface SealedRow {
  readonly id: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/**
 * Reseals every row that has an earlier seal with the current one. It works row by row, so an interrupted run continues
 * at the next start. Rows that no seal opens are left alone.
 */
export async function resealRows(
  storage: PageStorage,
  office: SealInTurn,
): Promise<Result<null, DatabaseFailure>> {
  return await resealChunks(storage, office)
}

// One row at a time: a list of ten thousand claims should not be in memory as a whole.
async function resealChunks(storage: PageStorage, seal: SealInTurn): Promise<Result<null, DatabaseFailure>> {
  const ids = await storage.use((database) => database.claimChunks.toCollection().primaryKeys())
  if (!ids.ok) return ids
  for (const id of ids.value) {
    const row = await storage.use((database) => database.claimChunks.get(id))
    if (!row.ok) return err(row.error)
    const chunk = row.value
    const sealed = chunk === undefined ? null : await resealed('claimChunks', chunk, seal)
    if (chunk === undefined || sealed === null) continue
    const put = await storage.use((database) => database.claimChunks.put({ ...chunk, sealed }))
    if (!put.ok) return put
  }
  return ok(null)
}

/** The row's content under the current seal; null when it already has that seal, or when no known seal opens it. */
async function resealed(
  table: string,
  { id, sealed }: SealedRow,
  { current, earlier }: SealInTurn,
): Promise<Uint8Array<ArrayBuffer> | null> {
  for (const seal of earlier) {
    const text = await seal.unseal(table, id, sealed)
    if (text !== null) return await current.seal(table, id, text)
  }
  return null
}
