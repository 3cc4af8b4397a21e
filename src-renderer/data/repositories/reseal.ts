import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { DraftRow } from '../db/schema.ts'
import type { PageStorage } from './page-storage.ts'
import { decodeBase64, encodeBase64, type RowSeal } from './row-seal.ts'

/** The seal that rows get from now on, and the earlier seals they may still have. */
export interface SealInTurn {
  readonly current: RowSeal
  readonly earlier: readonly RowSeal[]
}

/** The seals by owner of the rows: the office, and the officer who is signed in. */
export interface SealsInTurn {
  readonly office: SealInTurn
  readonly own: (SealInTurn & { readonly officerId: string }) | null
}

interface SealedRow {
  readonly id: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/**
 * Reseals every row that has an earlier seal with the current one. It works row by row, so an interrupted run continues
 * at the next start. Rows that no seal opens, and those of other officers, are left alone.
 */
export async function resealRows(
  storage: PageStorage,
  { office, own }: SealsInTurn,
): Promise<Result<null, DatabaseFailure>> {
  const ofDraft = ({ officerId }: DraftRow): SealInTurn | null => {
    if (officerId === undefined) return office
    return officerId === own?.officerId ? own : null
  }
  const drafts = await storage.use((database) => database.drafts.toArray())
  if (!drafts.ok) return drafts
  for (const row of drafts.value) {
    const seal = ofDraft(row)
    const sealed = seal === null ? null : await resealed('drafts', row, seal)
    const put = sealed === null ? ok('') : await storage.use((db) => db.drafts.put({ ...row, sealed }))
    if (!put.ok) return put
  }
  const kept = await storage.use((database) => database.keptClaims.toArray())
  if (!kept.ok) return kept
  for (const row of kept.value) {
    const sealed = await resealed('keptClaims', row, office)
    const put = sealed === null ? ok('') : await storage.use((db) => db.keptClaims.put({ ...row, sealed }))
    if (!put.ok) return put
  }
  return await resealChunks(storage, office)
}

/**
 * Has main reseal the drafts of other officers: this page must not get their keys, and they may not sign in for weeks.
 * Rows that none of their keys opens are left alone.
 *
 * @param sealRow returns the row's bytes resealed with the officer's current key (base64), or null.
 */
export async function resealOthers(
  storage: PageStorage,
  officerIds: readonly string[],
  sealRow: (row: {
    readonly id: string
    readonly officerId: string
    readonly sealed: string
  }) => Promise<Result<{ readonly sealed: string | null }, Failure>>,
): Promise<Result<null, Failure | DatabaseFailure>> {
  if (officerIds.length === 0) return ok(null)
  const drafts = await storage.use((database) => database.drafts.toArray())
  if (!drafts.ok) return drafts
  for (const row of drafts.value) {
    const { id, officerId } = row
    if (officerId === undefined || !officerIds.includes(officerId)) continue
    const answer = await sealRow({ id, officerId, sealed: encodeBase64(row.sealed) })
    if (!answer.ok) return answer
    const sealed = answer.value.sealed === null ? null : decodeBase64(answer.value.sealed)
    const put = sealed === null ? ok('') : await storage.use((db) => db.drafts.put({ ...row, sealed }))
    if (!put.ok) return put
  }
  return ok(null)
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
