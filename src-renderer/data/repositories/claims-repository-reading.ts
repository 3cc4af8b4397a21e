import type { Product } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { ClaimListWriter } from './claim-list-writer.ts'
import type { ClaimLists } from './claims-repository-lists.ts'
import { ReadingCost } from './reading-cost.ts'

/** How far the reading of a list is. */
export interface ListProgress {
  /** It begins once another reading of this list, for the outbox, is over. */
  readonly isWaiting: boolean
  /** Bytes over the line. */
  readonly bytes: number
  /** Null when the insurer does not say it. */
  readonly totalBytes: number | null
  readonly claims: number
  /** What is left at the pace so far; null while that cannot be told. */
  readonly msLeft: number | null
}

/** How a list is to be read. */
export interface ListRequest {
  /** How many claims stay on this computer at most. */
  readonly keep: number
  /** A list of more bytes is not read to its end; null for any length. */
  readonly mostBytes: number | null
  readonly onProgress: (progress: ListProgress) => void
  readonly signal: AbortSignal
}

/** How a reading ended. `stopped`: by the signal; `too-large`: it has more than `mostBytes`. */
export type ListRead =
  | { readonly type: 'read'; readonly isNew: boolean; readonly fetchedAt: string }
  | { readonly type: 'stopped' }
  | { readonly type: 'too-large' }

/**
 * Reads a list from the insurer (endpoints 3 and 6) and stores it while it comes, in place of the previous one. Until
 * its end, and however it ends early, the previous one stays.
 */
export async function readList(
  lists: ClaimLists,
  product: Product,
  request: ListRequest,
): Promise<Result<ListRead, Failure>> {
  const begun = await askMain('claims:read-list', {
    product,
    etag: await lists.etag(product, request.keep),
    isUnasked: request.mostBytes !== null,
  })
  if (!begun.ok) return begun
  const { id } = begun.value
  const stop = (): void => void askMain('claims:stop-list', { id })
  request.signal.addEventListener('abort', stop, { once: true })
  if (request.signal.aborted) stop()
  const cost = new ReadingCost()
  const writer = await lists.begin(product, request.keep)
  try {
    const read = await takeParts({ lists, product, writer, id, cost }, request)
    if (!read.ok || read.value.type !== 'read') {
      stop()
      await lists.giveUp(writer)
    }
    const before = await lists.size(product)
    const size = cost.sizeAfter(before.ok ? before.value : null)
    if (size !== null) await lists.noteSize(product, size)
    return read
  } finally {
    request.signal.removeEventListener('abort', stop)
  }
}

interface Reading {
  readonly lists: ClaimLists
  readonly product: Product
  readonly writer: ClaimListWriter
  readonly id: string
  readonly cost: ReadingCost
}

async function takeParts(reading: Reading, request: ListRequest): Promise<Result<ListRead, Failure>> {
  const { writer, id, cost } = reading
  let claims = 0
  for (;;) {
    const part = await askMain('claims:list-part', { id })
    if (request.signal.aborted) return ok({ type: 'stopped' })
    if (!part.ok) return part
    const { rows, isWaiting, bytes, totalBytes, end } = part.value
    cost.note(part.value)
    claims += rows.length
    request.onProgress({ isWaiting, bytes, totalBytes, claims, msLeft: cost.msLeft() })
    if (end === null && request.mostBytes !== null && Math.max(bytes, totalBytes ?? 0) > request.mostBytes)
      return ok({ type: 'too-large' })
    if (end?.type === 'not-modified') return await unchanged(reading)
    const added = await writer.add(rows)
    if (!added.ok) return err(failureOf(added.error))
    if (end !== null) return await publish(reading, end.etag)
  }
}

async function unchanged({ lists, product, writer }: Reading): Promise<Result<ListRead, Failure>> {
  await lists.giveUp(writer)
  const fetchedAt = now()
  const renewed = await lists.renew(product, fetchedAt)
  return renewed.ok ? ok({ type: 'read', isNew: false, fetchedAt }) : err(failureOf(renewed.error))
}

async function publish({ lists, writer }: Reading, etag: string | null): Promise<Result<ListRead, Failure>> {
  const fetchedAt = now()
  const published = await lists.publish(writer, { fetchedAt, etag })
  if (!published.ok) return err(failureOf(published.error))
  return ok(published.value === null ? { type: 'stopped' } : { type: 'read', ...published.value, fetchedAt })
}

const now = (): string => new Date().toISOString()

function failureOf(failure: DatabaseFailure): Failure {
  return { type: isDiskFull(failure) ? 'disk-full' : 'storage-unavailable' }
}

function isDiskFull(failure: DatabaseFailure): boolean {
  return failure.type === 'database-unavailable' && failure.reason === 'disk-full'
}
