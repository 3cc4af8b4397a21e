import { newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { ok, type Result } from '#shared/result.ts'
import * as v from 'valibot'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { ClaimListRow } from '../db/schema.ts'
import { headOf, newestOf, noteOf, type ClaimNote } from './claims-repository-head.ts'
import { ClaimChunkSchema } from './claims-repository-shapes.ts'
import { digestOf } from './digest.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

/** Where lists are stored, and the seal they are stored under. */
export interface ListPlace {
  readonly storage: PageStorage
  readonly seal: RowSeal
}

/** A chunk opens in a few milliseconds, so that the screen can be drawn between two of them. */
const claimsPerChunk = 500
/** Claims beyond the bound, as a part of it, after which the oldest are removed: each time costs a pass over all. */
const slack = 0.25

interface Chunk {
  readonly id: string
  /** In the order of the chunk. */
  readonly notes: readonly ClaimNote[]
}

/**
 * Writes a new snapshot of a claim list while it is read: sealed chunks, which stay invisible until the list's pointer
 * names them. Of a list above the bound only the newest claims stay, whatever its order; in memory are notes of them.
 */
export class ClaimListWriter {
  readonly snapshotId: string
  readonly product: Product
  readonly #place: ListPlace
  readonly #keep: number
  #pending: ReceivedClaim[] = []
  #chunks: Chunk[] = []
  #newest: ReceivedClaim[] = []
  #digests: string[] = []
  #nextChunk = 0
  #listed = 0
  #kept = 0
  /** What is older is not kept, whatever still comes. */
  #oldestMs = -Infinity

  /** @param keep how many claims stay at most */
  constructor(place: ListPlace, product: Product, keep: number) {
    this.#place = place
    this.product = product
    this.#keep = keep
    this.snapshotId = `${product}.${newId()}`
  }

  /** Adds claims in the order of the list. */
  async add(claims: readonly ReceivedClaim[]): Promise<Result<void, DatabaseFailure>> {
    for (const claim of claims) this.#pending.push(claim)
    while (this.#pending.length >= claimsPerChunk) {
      const written = await this.#writeBatch(this.#pending.splice(0, claimsPerChunk))
      if (!written.ok) return written
    }
    return this.#kept > this.#keep * (1 + slack) ? await this.#removeOldest() : ok(undefined)
  }

  /**
   * Writes what is left, and the head.
   *
   * @returns the row that publishes the list once it is written, and the digest of what was added
   */
  async finish(): Promise<
    Result<{ readonly row: UnpublishedList; readonly digest: string }, DatabaseFailure>
  > {
    const last = this.#pending.length === 0 ? ok(undefined) : await this.#writeBatch(this.#pending.splice(0))
    if (!last.ok) return last
    const bounded = this.#kept > this.#keep ? await this.#removeOldest() : ok(undefined)
    if (!bounded.ok) return bounded
    const digest = await digestOf(this.#digests.join(' '))
    const notes = this.#chunks.flatMap((chunk) => chunk.notes)
    const newest = this.#newest.slice(0, this.#keep)
    const head = await this.#put(headId(this.snapshotId), JSON.stringify(headOf(notes, newest, digest)))
    if (!head.ok) return head
    const row = {
      product: this.product,
      snapshotId: this.snapshotId,
      count: this.#kept,
      listed: this.#listed,
      chunks: this.#chunks.map(({ id }) => id),
    }
    return ok({ row, digest })
  }

  /** Deletes what was written. */
  async discard(): Promise<void> {
    await this.#place.storage.use((database) =>
      database.claimChunks.where('snapshotId').equals(this.snapshotId).delete(),
    )
  }

  async #writeBatch(batch: readonly ReceivedClaim[]): Promise<Result<void, DatabaseFailure>> {
    this.#listed += batch.length
    const text = JSON.stringify(batch)
    this.#digests.push(await digestOf(text))
    this.#newest = newestOf([...this.#newest, ...batch])
    const notes = batch.map(noteOf)
    if (notes.every((note) => note.createdMs >= this.#oldestMs)) return await this.#writeChunk(notes, text)
    const kept = batch.filter((_claim, index) => (notes[index]?.createdMs ?? 0) >= this.#oldestMs)
    if (kept.length === 0) return ok(undefined)
    return await this.#writeChunk(kept.map(noteOf), JSON.stringify(kept))
  }

  async #writeChunk(notes: readonly ClaimNote[], text: string): Promise<Result<void, DatabaseFailure>> {
    const id = `${this.snapshotId}:${this.#nextChunk}`
    this.#nextChunk += 1
    const put = await this.#put(id, text)
    if (!put.ok) return put
    this.#chunks.push({ id, notes })
    this.#kept += notes.length
    return ok(undefined)
  }

  async #put(id: string, text: string): Promise<Result<void, DatabaseFailure>> {
    const row = {
      id,
      snapshotId: this.snapshotId,
      sealed: await this.#place.seal.seal('claimChunks', id, text),
    }
    const put = await this.#place.storage.use((database) => database.claimChunks.put(row))
    return put.ok ? ok(undefined) : put
  }

  /** Leaves the newest claims; of equally old ones those that came first. */
  async #removeOldest(): Promise<Result<void, DatabaseFailure>> {
    const times = Float64Array.from(
      this.#chunks.flatMap(({ notes }) => notes.map(({ createdMs }) => createdMs)),
    )
    times.sort()
    const oldestMs = times[times.length - this.#keep] ?? -Infinity
    let atBound = this.#keep - times.reduce((newer, time) => (time > oldestMs ? newer + 1 : newer), 0)
    this.#oldestMs = oldestMs
    const before = this.#chunks
    this.#chunks = []
    this.#kept = 0
    for (const chunk of before) {
      const stays = chunk.notes.map(
        ({ createdMs }) => createdMs > oldestMs || (createdMs === oldestMs && atBound-- > 0),
      )
      if (stays.every(Boolean)) {
        this.#chunks.push(chunk)
        this.#kept += chunk.notes.length
        continue
      }
      const rewritten = stays.includes(true) ? await this.#rewrite(chunk, stays) : ok(undefined)
      if (!rewritten.ok) return rewritten
      const gone = await this.#place.storage.use((database) => database.claimChunks.delete(chunk.id))
      if (!gone.ok) return gone
    }
    return ok(undefined)
  }

  async #rewrite(chunk: Chunk, stays: readonly boolean[]): Promise<Result<void, DatabaseFailure>> {
    const row = await this.#place.storage.use((database) => database.claimChunks.get(chunk.id))
    if (!row.ok) return row
    const claims = row.value === undefined ? null : await openChunk(this.#place.seal, row.value)
    // Written a moment ago: only another hand on the database can have removed it.
    if (claims === null) return { ok: false, error: { type: 'database-unavailable', reason: 'other' } }
    return await this.#writeChunk(
      chunk.notes.filter((_note, index) => stays[index]),
      JSON.stringify(claims.filter((_claim, index) => stays[index])),
    )
  }
}

/** The pointer of a finished snapshot, without what the reading adds. */
export type UnpublishedList = Omit<ClaimListRow, 'fetchedAt' | 'etag'>

/** The id of a snapshot's head among its chunks. */
export function headId(snapshotId: string): string {
  return `${snapshotId}:head`
}

/** The claims of a stored chunk; null when it does not open. */
export async function openChunk(
  seal: RowSeal,
  { id, sealed }: { readonly id: string; readonly sealed: Uint8Array<ArrayBuffer> },
): Promise<readonly ReceivedClaim[] | null> {
  const text = await seal.unseal('claimChunks', id, sealed)
  const parsed = text === null ? null : v.safeParse(ClaimChunkSchema, text)
  return parsed?.success === true ? parsed.output : null
}
