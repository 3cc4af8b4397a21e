import { newId } from '#shared/domain/identifier.ts'
import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import * as v from 'valibot'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { ClaimChunkRow, ClaimListRow } from '../db/schema.ts'
import { headOf, type ClaimListHead } from './claims-repository-head.ts'
import { ClaimChunkSchema, ClaimListHeadSchema } from './claims-repository-shapes.ts'
import { digestOf } from './digest.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

/** A product's claim list as the insurer gave it. */
export interface ClaimList {
  readonly claims: readonly ReceivedClaim[]
  /** ISO time. */
  readonly fetchedAt: string
}

/** A list that was just stored. */
export interface PublishedList {
  /** Identifies the list's content: the same claims in the same order have the same digest. */
  readonly digest: string
  /** False when this computer could not store it. */
  readonly isKept: boolean
}

/** The stored claim lists: a sealed head and sealed chunks, published by one row that points to a finished snapshot. */
export interface ClaimLists {
  /** @returns null when none is stored, or when its head cannot be opened. */
  head(product: Product): Promise<Result<ClaimListHead | null, DatabaseFailure>>
  /** @returns null when none is stored, or when it cannot be opened: it can be fetched again. */
  read(product: Product): Promise<Result<ClaimList | null, DatabaseFailure>>
  /**
   * Replaces the stored list as a whole; the old one stays until the last step. An identical list only updates the
   * time. Calls run one at a time per product.
   */
  publish(product: Product, list: ClaimList): Promise<PublishedList>
  /** Removes a policy's claims from the list; deletes a list that cannot be opened. @returns how many were removed. */
  forgetPolicy(product: Product, policy: PolicyNumber): Promise<Result<number, DatabaseFailure>>
}

/** A chunk opens in a few milliseconds, so that the screen can be drawn between two of them. */
const claimsPerChunk = 500

/** The stored lists, sealed with `seal`. */
export function createClaimLists(storage: PageStorage, seal: RowSeal): ClaimLists {
  const inTurn = { keke: oneAtATime(), okada: oneAtATime() }
  // A stored list that does not open is written again even when the fetched list is identical.
  const broken = new Set<Product>()
  const place = { storage, seal }
  return {
    head: (product) => readHead(place, product),
    async read(product) {
      const found = await read(place, product)
      if (found.ok && found.value === null) broken.add(product)
      return found
    },
    publish: (product, list) =>
      inTurn[product](async () => {
        const written = await writtenOut(list.claims)
        const { digest } = written
        if (!broken.has(product) && (await renew(place, product, digest, list.fetchedAt)))
          return { digest, isKept: true }
        const published = await publish(place, product, list, written)
        if (published.ok) broken.delete(product)
        return { digest, isKept: published.ok }
      }),
    forgetPolicy: (product, policy) => inTurn[product](() => forgetPolicy(place, product, policy)),
  }
}

interface Place {
  readonly storage: PageStorage
  readonly seal: RowSeal
}

async function forgetPolicy(
  place: Place,
  product: Product,
  policy: PolicyNumber,
): Promise<Result<number, DatabaseFailure>> {
  const list = await read(place, product)
  if (!list.ok) return list
  if (list.value === null) {
    const dropped = await place.storage.use((database) =>
      database.transaction('rw', database.claimLists, database.claimChunks, async () => {
        await database.claimLists.delete(product)
        await database.claimChunks.where('id').startsWith(`${product}.`).delete()
      }),
    )
    return dropped.ok ? ok(0) : dropped
  }
  const claims = list.value.claims.filter((claim) => policyNumberOf(claim.policyNumber) !== policy)
  const gone = list.value.claims.length - claims.length
  // Published again even if nothing was removed: that also deletes the remains of a list that a crash left unpublished.
  const published = await publish(place, product, { ...list.value, claims }, await writtenOut(claims))
  return published.ok ? ok(gone) : published
}

async function readHead(
  { storage, seal }: Place,
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
  return ok({ ...parsed.output, fetchedAt: pointer.fetchedAt, count: pointer.count })
}

async function read(
  { storage, seal }: Place,
  product: Product,
): Promise<Result<ClaimList | null, DatabaseFailure>> {
  // In one transaction: a list that is published in the meantime deletes the old chunks.
  const found = await storage.use((database) =>
    database.transaction('r', database.claimLists, database.claimChunks, async () => {
      const pointer = await database.claimLists.get(product)
      if (pointer === undefined) return null
      const rows = await database.claimChunks.where('snapshotId').equals(pointer.snapshotId).toArray()
      return { pointer, rows }
    }),
  )
  if (!found.ok || found.value === null) return found.ok ? ok(null) : found
  const { pointer, rows } = found.value
  const byId = new Map(rows.map((row) => [row.id, row]))
  const claims: ReceivedClaim[] = []
  // One after another, so that the browser can draw and handle typing in between.
  for (let index = 0; index < pointer.chunks; index += 1) {
    const chunk = await openChunk(seal, byId.get(chunkId(pointer.snapshotId, index)))
    if (chunk === null) return ok(null)
    for (const claim of chunk) claims.push(claim)
  }
  return ok(claims.length === pointer.count ? { claims, fetchedAt: pointer.fetchedAt } : null)
}

async function openChunk(
  seal: RowSeal,
  row: ClaimChunkRow | undefined,
): Promise<readonly ReceivedClaim[] | null> {
  const text = row === undefined ? null : await seal.unseal('claimChunks', row.id, row.sealed)
  const parsed = text === null ? null : v.safeParse(ClaimChunkSchema, text)
  return parsed?.success === true ? parsed.output : null
}

/** Updates the time of the stored list. @returns false when the lists differ, or the stored one is incomplete. */
async function renew(place: Place, product: Product, digest: string, fetchedAt: string): Promise<boolean> {
  const head = await readHead(place, product)
  if (!head.ok || head.value?.digest !== digest) return false
  const renewed = await place.storage.use((database) =>
    database.transaction('rw', database.claimLists, database.claimChunks, async () => {
      const pointer = await database.claimLists.get(product)
      if (pointer === undefined) return false
      const rows = await database.claimChunks.where('snapshotId').equals(pointer.snapshotId).count()
      if (rows !== pointer.chunks + 1) return false
      await database.claimLists.put({ ...pointer, fetchedAt })
      return true
    }),
  )
  return renewed.ok && renewed.value
}

async function publish(
  { storage, seal }: Place,
  product: Product,
  { claims, fetchedAt }: ClaimList,
  { texts, digest }: WrittenOut,
): Promise<Result<void, DatabaseFailure>> {
  const snapshotId = `${product}.${newId()}`
  const parts = texts.map((text, index) => ({ id: chunkId(snapshotId, index), text }))
  parts.push({ id: headId(snapshotId), text: JSON.stringify(headOf(claims, digest)) })
  for (const { id, text } of parts) {
    const row = { id, snapshotId, sealed: await seal.seal('claimChunks', id, text) }
    const put = await storage.use((database) => database.claimChunks.put(row))
    if (!put.ok) {
      await storage.use((database) => database.claimChunks.where('snapshotId').equals(snapshotId).delete())
      return put
    }
  }
  const pointer: ClaimListRow = { product, snapshotId, fetchedAt, count: claims.length, chunks: texts.length }
  const published = await storage.use((database) => database.claimLists.put(pointer))
  if (!published.ok) return published
  // Delete the previous list, and the remains of one that a crash left unpublished.
  await storage.use((database) =>
    database.claimChunks
      .where('id')
      .startsWith(`${product}.`)
      .filter((row) => row.snapshotId !== snapshotId)
      .delete(),
  )
  return ok(undefined)
}

interface WrittenOut {
  /** One text per chunk. */
  readonly texts: readonly string[]
  readonly digest: string
}

// The digest is made chunk by chunk, as lists are read.
async function writtenOut(claims: readonly ReceivedClaim[]): Promise<WrittenOut> {
  const texts: string[] = []
  const digests: string[] = []
  for (let start = 0; start < claims.length; start += claimsPerChunk) {
    const text = JSON.stringify(claims.slice(start, start + claimsPerChunk))
    texts.push(text)
    digests.push(await digestOf(text))
  }
  return { texts, digest: await digestOf(digests.join(' ')) }
}

function chunkId(snapshotId: string, index: number): string {
  return `${snapshotId}:${index}`
}

function headId(snapshotId: string): string {
  return `${snapshotId}:head`
}
