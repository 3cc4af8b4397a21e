import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import * as v from 'valibot'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { ClaimListRow, ClaimListSizeRow } from '../db/schema.ts'
import { ClaimListWriter, headId, openChunk, type ListPlace } from './claim-list-writer.ts'
import type { ClaimListHead } from './claims-repository-head.ts'
import { ClaimListHeadSchema } from './claims-repository-shapes.ts'
import { ListedClaimsBuilder, type ListedClaims } from './listed-claims.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

/** A product's claim list as it is stored. */
export interface KeptList {
  readonly listed: ListedClaims
  /** ISO time at which the insurer gave it. */
  readonly fetchedAt: string
}

/** What reading a list costs, as far as it is known. */
export type ListSize = Omit<ClaimListSizeRow, 'product'>

/** A list that was just written. */
export interface PublishedList {
  /** False when the insurer's list is the one that was stored already. */
  readonly isNew: boolean
}

/** The stored claim lists: a sealed head and sealed chunks, published by one row that points to a finished snapshot. */
export interface ClaimLists {
  /** @returns null when none is stored, or when its head cannot be opened. */
  head(product: Product): Promise<Result<ClaimListHead | null, DatabaseFailure>>
  /**
   * Reads the stored list chunk by chunk. @param before the list that is shown: unchanged claims stay the same objects
   *
   * @returns null when none is stored, or when it cannot be opened: it can be fetched again.
   */
  read(product: Product, before?: ListedClaims | null): Promise<Result<KeptList | null, DatabaseFailure>>
  /** What to recognise the stored list by; null unless all of it, with the newest `keep` claims, is stored. */
  etag(product: Product, keep: number): Promise<string | null>
  /** Begins to write a list of at most `keep` claims; one that was being written is given up. */
  begin(product: Product, keep: number): Promise<ClaimListWriter>
  /**
   * Replaces the stored list as a whole by what was written; the old one stays until the last step. An identical list
   * only updates the time. @returns null when the writer was given up in the meantime.
   */
  publish(writer: ClaimListWriter, read: ReadFrom): Promise<Result<PublishedList | null, DatabaseFailure>>
  /** Deletes what was written; the stored list stays. */
  giveUp(writer: ClaimListWriter): Promise<void>
  /** The insurer says that its list has not changed. */
  renew(product: Product, fetchedAt: string): Promise<Result<void, DatabaseFailure>>
  size(product: Product): Promise<Result<ListSize | null, DatabaseFailure>>
  noteSize(product: Product, size: ListSize): Promise<void>
  /** Removes a policy's claims from the list; deletes a list that cannot be opened. @returns how many were removed. */
  forgetPolicy(product: Product, policy: PolicyNumber): Promise<Result<number, DatabaseFailure>>
}

/** When the insurer gave a list (ISO), and what it gave to recognise it by. */
interface ReadFrom {
  readonly fetchedAt: string
  readonly etag: string | null
}

/** The stored lists, sealed with `seal`. */
export function createClaimLists(storage: PageStorage, seal: RowSeal): ClaimLists {
  const place = { storage, seal }
  const inTurn = { keke: oneAtATime(), okada: oneAtATime() }
  const writers = new Map<Product, ClaimListWriter>()
  // A stored list that does not open is written again even when the fetched list is identical.
  const broken = new Set<Product>()

  const begin = async (product: Product, keep: number): Promise<ClaimListWriter> => {
    const writer = new ClaimListWriter(place, product, keep)
    writers.set(product, writer)
    // The remains of a list that a crash left unpublished, and of one that is given up now.
    await inTurn[product](async () => {
      const pointer = await storage.use((database) => database.claimLists.get(product))
      if (pointer.ok) await deleteOthers(place, product, [pointer.value?.snapshotId, writer.snapshotId])
    })
    return writer
  }
  const isCurrent = (writer: ClaimListWriter): boolean => writers.get(writer.product) === writer
  const giveUp = async (writer: ClaimListWriter): Promise<void> => {
    if (isCurrent(writer)) writers.delete(writer.product)
    await writer.discard()
  }

  return {
    head: (product) => readHead(place, product),
    async read(product, before = null) {
      const found = await read(place, product, before)
      if (found.ok && found.value === null) broken.add(product)
      return found
    },
    async etag(product, keep) {
      const pointer = broken.has(product) ? null : await intact(place, product)
      if (pointer === null) return null
      return pointer.count === Math.min(pointer.listed, keep) ? pointer.etag : null
    },
    begin,
    publish: (writer, from) =>
      inTurn[writer.product](async () => {
        const { product } = writer
        const written = await writer.finish()
        if (!written.ok || !isCurrent(writer)) {
          await giveUp(writer)
          return written.ok ? ok(null) : written
        }
        const { row, digest } = written.value
        if (!broken.has(product) && (await isStored(place, row, digest))) {
          await giveUp(writer)
          const renewed = await renew(place, product, from)
          return renewed.ok ? ok({ isNew: false }) : renewed
        }
        const published = await storage.use((database) => database.claimLists.put({ ...row, ...from }))
        if (!published.ok) {
          await giveUp(writer)
          return published
        }
        writers.delete(product)
        broken.delete(product)
        await deleteOthers(place, product, [row.snapshotId])
        return ok({ isNew: true })
      }),
    giveUp,
    renew: (product, fetchedAt) => inTurn[product](() => renew(place, product, { fetchedAt })),
    async size(product) {
      const found = await storage.use((database) => database.claimListSizes.get(product))
      return found.ok ? ok(found.value ?? null) : found
    },
    async noteSize(product, size) {
      await storage.use((database) => database.claimListSizes.put({ product, ...size }))
    },
    forgetPolicy(product, policy) {
      // What is being read may have claims of the policy.
      writers.delete(product)
      return inTurn[product](() => forgetPolicy(place, product, policy))
    },
  }
}

async function forgetPolicy(
  place: ListPlace,
  product: Product,
  policy: PolicyNumber,
): Promise<Result<number, DatabaseFailure>> {
  const pointer = await place.storage.use((database) => database.claimLists.get(product))
  if (!pointer.ok) return pointer
  const row = pointer.value
  const writer = new ClaimListWriter(place, product, row?.count ?? 0)
  let gone = 0
  // Written again even if nothing is removed: that also deletes the remains of a list that was never published.
  for await (const chunk of row === undefined ? [] : chunksOf(place, row)) {
    if (!chunk.ok || chunk.value === null) return chunk.ok ? await drop(place, product) : chunk
    const stays = chunk.value.filter((claim) => policyNumberOf(claim.policyNumber) !== policy)
    gone += chunk.value.length - stays.length
    const added = await writer.add(stays)
    if (!added.ok) return added
  }
  if (row === undefined) return await drop(place, product)
  const written = await writer.finish()
  if (!written.ok) return written
  const next = { ...written.value.row, listed: row.listed - gone, fetchedAt: row.fetchedAt, etag: null }
  const published = await place.storage.use((database) => database.claimLists.put(next))
  if (!published.ok) return published
  await deleteOthers(place, product, [writer.snapshotId])
  return ok(gone)
}

async function drop(place: ListPlace, product: Product): Promise<Result<number, DatabaseFailure>> {
  const dropped = await place.storage.use((database) => database.claimLists.delete(product))
  if (!dropped.ok) return dropped
  const deleted = await deleteOthers(place, product, [])
  return deleted.ok ? ok(0) : deleted
}

function deleteOthers(
  { storage }: ListPlace,
  product: Product,
  snapshotIds: readonly (string | undefined)[],
): Promise<Result<number, DatabaseFailure>> {
  return storage.use((database) =>
    database.claimChunks
      .where('id')
      .startsWith(`${product}.`)
      .and((row) => !snapshotIds.includes(row.snapshotId))
      .delete(),
  )
}

async function readHead(
  { storage, seal }: ListPlace,
  product: Product,
): Promise<Result<ClaimListHead | null, DatabaseFailure>> {
  const found = await storage.use((database) =>
    database.transaction('r', database.claimLists, database.claimChunks, async () => {
      const pointer = await database.claimLists.get(product)
      if (pointer === undefined) return null
      const row = await database.claimChunks.get(headId(pointer.snapshotId))
      return row === undefined ? null : { pointer, row }
    }),
  )
  if (!found.ok || found.value === null) return found.ok ? ok(null) : found
  const { pointer, row } = found.value
  const text = await seal.unseal('claimChunks', row.id, row.sealed)
  const parsed = text === null ? null : v.safeParse(ClaimListHeadSchema, text)
  if (parsed?.success !== true) return ok(null)
  const { fetchedAt, count, listed } = pointer
  return ok({ ...parsed.output, fetchedAt, count, listed })
}

async function read(
  place: ListPlace,
  product: Product,
  before: ListedClaims | null,
): Promise<Result<KeptList | null, DatabaseFailure>> {
  const pointer = await place.storage.use((database) => database.claimLists.get(product))
  if (!pointer.ok || pointer.value === undefined) return pointer.ok ? ok(null) : pointer
  const row = pointer.value
  const builder = new ListedClaimsBuilder(before)
  for await (const chunk of chunksOf(place, row)) {
    if (!chunk.ok) return chunk
    if (chunk.value === null) {
      const now = await place.storage.use((database) => database.claimLists.get(product))
      // A list that was published in the meantime deleted the old chunks.
      const isReplaced = now.ok && now.value !== undefined && now.value.snapshotId !== row.snapshotId
      return isReplaced ? await read(place, product, before) : ok(null)
    }
    builder.add(chunk.value)
  }
  const listed = builder.build()
  return ok(listed.claims.length === row.count ? { listed, fetchedAt: row.fetchedAt } : null)
}

/** The chunks of a list one after another, so that the browser can draw in between; null for one that does not open. */
async function* chunksOf(
  { storage, seal }: ListPlace,
  row: ClaimListRow,
): AsyncGenerator<Result<readonly ReceivedClaim[] | null, DatabaseFailure>> {
  for (const id of row.chunks) {
    const chunk = await storage.use((database) => database.claimChunks.get(id))
    if (!chunk.ok) yield chunk
    else yield ok(chunk.value === undefined ? null : await openChunk(seal, chunk.value))
  }
}

/** The stored list's row, unless a chunk is missing or the head does not open. */
async function intact(place: ListPlace, product: Product): Promise<ClaimListRow | null> {
  const found = await place.storage.use(async (database) => {
    const pointer = await database.claimLists.get(product)
    if (pointer === undefined) return null
    const rows = await database.claimChunks.where('snapshotId').equals(pointer.snapshotId).count()
    return rows === pointer.chunks.length + 1 ? pointer : null
  })
  return found.ok ? found.value : null
}

/** Whether the stored list is complete and the same as one that was just written. */
async function isStored(
  place: ListPlace,
  { product, count, listed }: Pick<ClaimListRow, 'product' | 'count' | 'listed'>,
  digest: string,
): Promise<boolean> {
  const head = await readHead(place, product)
  if (!head.ok || head.value?.digest !== digest) return false
  const pointer = await intact(place, product)
  return pointer?.count === count && pointer.listed === listed
}

async function renew(
  { storage }: ListPlace,
  product: Product,
  change: Partial<ReadFrom>,
): Promise<Result<void, DatabaseFailure>> {
  const renewed = await storage.use((database) => database.claimLists.update(product, change))
  return renewed.ok ? ok(undefined) : renewed
}
