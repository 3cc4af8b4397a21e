import { newId } from '#shared/domain/identifier.ts'
import { policyKey } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { ok, type Result } from '#shared/result.ts'
import * as v from 'valibot'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { ClaimChunkRow, ClaimListRow } from '../db/schema.ts'
import { ClaimChunkSchema } from './claims-repository-shapes.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

/** A product's claim list as the insurer gave it. */
export interface ClaimList {
  readonly claims: readonly ReceivedClaim[]
  /** ISO time. */
  readonly fetchedAt: string
}

/** The kept claim lists: sealed chunks, published by one row that points at a finished snapshot. */
export interface ClaimLists {
  /** @returns null when none is kept, or when what is kept cannot be opened: it can be fetched again. */
  read(product: Product): Promise<Result<ClaimList | null, DatabaseFailure>>
  /** Replaces the kept list as a whole; until its last step the old one stays. One at a time for each product. */
  publish(product: Product, list: ClaimList): Promise<Result<void, DatabaseFailure>>
  /** Keeps the list without a policy's claims; one that cannot be opened is not kept on. @returns how many went. */
  forgetPolicy(product: Product, policyNumber: string): Promise<Result<number, DatabaseFailure>>
}

const claimsPerChunk = 500

/** The kept lists under a seal. */
export function createClaimLists(storage: PageStorage, seal: RowSeal): ClaimLists {
  const turns = new Map<Product, Promise<unknown>>()
  const inTurn = <T>(product: Product, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(product) ?? Promise.resolve()).then(work)
    turns.set(product, turn)
    return turn
  }
  return {
    read: (product) => read(storage, seal, product),
    publish: (product, list) => inTurn(product, () => publish(storage, seal, product, list)),
    forgetPolicy: (product, policyNumber) =>
      inTurn(product, () => forgetPolicy(storage, seal, product, policyNumber)),
  }
}

async function forgetPolicy(
  storage: PageStorage,
  seal: RowSeal,
  product: Product,
  policyNumber: string,
): Promise<Result<number, DatabaseFailure>> {
  const list = await read(storage, seal, product)
  if (!list.ok) return list
  if (list.value === null) {
    const dropped = await storage.use((database) =>
      database.transaction('rw', database.claimLists, database.claimChunks, async () => {
        await database.claimLists.delete(product)
        await database.claimChunks.where('id').startsWith(`${product}.`).delete()
      }),
    )
    return dropped.ok ? ok(0) : dropped
  }
  const wanted = policyKey(policyNumber)
  const claims = list.value.claims.filter((claim) => policyKey(claim.policyNumber) !== wanted)
  const gone = list.value.claims.length - claims.length
  // Published anew in any case: that also removes what a crash left of a list that was never published.
  const published = await publish(storage, seal, product, { ...list.value, claims })
  return published.ok ? ok(gone) : published
}

async function read(
  storage: PageStorage,
  seal: RowSeal,
  product: Product,
): Promise<Result<ClaimList | null, DatabaseFailure>> {
  // In one transaction: a list published meanwhile takes the old chunks away.
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
  // Unsealed beside one another: the browser does that off this thread.
  const chunks = await Promise.all(
    Array.from({ length: pointer.chunks }, (_, index) =>
      openChunk(seal, byId.get(chunkId(pointer.snapshotId, index))),
    ),
  )
  const claims = chunks.filter((chunk) => chunk !== null).flat()
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

async function publish(
  storage: PageStorage,
  seal: RowSeal,
  product: Product,
  { claims, fetchedAt }: ClaimList,
): Promise<Result<void, DatabaseFailure>> {
  const snapshotId = `${product}.${newId()}`
  const chunks = Math.ceil(claims.length / claimsPerChunk)
  for (let index = 0; index < chunks; index += 1) {
    const id = chunkId(snapshotId, index)
    const part = claims.slice(index * claimsPerChunk, (index + 1) * claimsPerChunk)
    const row = { id, snapshotId, sealed: await seal.seal('claimChunks', id, JSON.stringify(part)) }
    const put = await storage.use((database) => database.claimChunks.put(row))
    if (!put.ok) {
      await storage.use((database) => database.claimChunks.where('snapshotId').equals(snapshotId).delete())
      return put
    }
  }
  const pointer: ClaimListRow = { product, snapshotId, fetchedAt, count: claims.length, chunks }
  const published = await storage.use((database) => database.claimLists.put(pointer))
  if (!published.ok) return published
  // Of no use any more: the list before, and what a crash left of one that was never published.
  await storage.use((database) =>
    database.claimChunks
      .where('id')
      .startsWith(`${product}.`)
      .filter((row) => row.snapshotId !== snapshotId)
      .delete(),
  )
  return ok(undefined)
}

function chunkId(snapshotId: string, index: number): string {
  return `${snapshotId}:${index}`
}
