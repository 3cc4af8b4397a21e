import {
  awaitedLinks,
  type EntryFiles,
  type FileUpload,
  type UploadHold,
  type UploadStatus,
} from '#shared/outbox/entry-files.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Clock } from '#main/platform/clock.ts'
import { isOutOfReach, uploadPlaceOf } from './stores.ts'
import type { Stores } from './stores.ts'
import type { UploaderOptions } from './uploader-options.ts'
import type { WaitingClaim, WaitingClaims } from './waiting-claims.ts'

interface UploadStatusOptions extends Pick<UploaderOptions, 'rows' | 'clock' | 'stoppedBy' | 'isOffline'> {
  readonly stores: Stores
  readonly progress: Progress
}

/** What becomes of an entry's files. Throws what SQLite throws. */
export function filesOf(
  { id, body }: Pick<KeptEntry, 'id' | 'body'>,
  options: UploadStatusOptions,
  claims: WaitingClaims,
): EntryFiles | null {
  const of = body.kind === 'claim' ? (body.fromFiles ?? []).length : 0
  if (of === 0) return null
  const awaited = awaitedLinks(body).length
  const claim = awaited === 0 ? null : claims.get(id)
  const { proved, bytes, sentBytes, leftMs } = sumsOf(claim === null ? [] : [claim], options)
  const isLost = claim !== null && claims.isLost(claim)
  return {
    of,
    uploaded: of - awaited + proved,
    bytes,
    sentBytes,
    leftMs,
    hold: awaited === 0 ? null : isLost ? 'file-lost' : holdOf(claim, options),
    unremoved: options.rows.unwanted().filter(({ record }) => record.entryId === id).length,
  }
}

/** How far each file of an entry is that has a place in the store. Throws what SQLite throws. */
export function eachOf(
  entryId: string,
  { rows, progress }: Pick<UploadStatusOptions, 'rows' | 'progress'>,
): readonly FileUpload[] {
  return rows.ofEntry(entryId).map(({ id, state, record }) => {
    const { attachmentId, size } = record
    const isUploaded = state !== 'named'
    return { attachmentId, isUploaded, size, sentBytes: isUploaded ? size : progress.sentOf(id) }
  })
}

/** All claims together. @param counts whose are counted */
export function statusOf(
  options: UploadStatusOptions,
  claims: WaitingClaims,
  counts: (officerId: string | null) => boolean,
): UploadStatus {
  const { rows, clock, stores } = options
  const waiting = [...claims.all()].filter(({ entry }) => counts(entry.officerId))
  const { files, proved, ...bytes } = sumsOf(waiting, options)
  const removals = rows.unwanted()
  const current = stores.current()
  const isWaiting = waiting.length > 0
  const msUntil = current === null || !isWaiting ? null : stores.msUntil(uploadPlaceOf(current))
  return {
    claims: waiting.length,
    files: files - proved,
    ...bytes,
    hold: isWaiting ? holdOfAll(options) : null,
    nextTryAt: msUntil === null ? null : new Date(clock.now().getTime() + msUntil).toISOString(),
    toRemove: removals.length,
    refusedRemovals: removals.filter(({ record }) => record.refusedAt !== null).length,
  }
}

function sumsOf(claims: readonly WaitingClaim[], { progress }: Pick<UploadStatusOptions, 'progress'>) {
  const sums = { files: 0, proved: 0, bytes: 0, sentBytes: 0 }
  for (const { fields, uploads, files } of claims) {
    for (const field of fields) {
      const upload = uploads.get(field)
      const isProved = upload?.state === 'proved'
      const size = upload?.record.size ?? files.get(field)?.file.size ?? 0
      sums.files += 1
      sums.proved += Number(isProved)
      sums.bytes += size
      sums.sentBytes += isProved ? size : progress.sentOf(upload?.id ?? '')
    }
  }
  const leftBytes = sums.bytes - sums.sentBytes
  return { ...sums, leftMs: leftBytes === 0 ? null : progress.msFor(leftBytes) }
}

function holdOf(claim: WaitingClaim | null, options: UploadStatusOptions): UploadHold | null {
  const holds = [...(claim?.uploads.values() ?? [])].map(({ record }) => options.stores.holdOf(record.store))
  return holdOfAll(options) ?? holds.find((hold) => hold !== null) ?? null
}

/** What holds all files back; null while nothing does. */
export function holdOfAll({
  stores,
  stoppedBy,
  isOffline,
}: Pick<UploadStatusOptions, 'stores' | 'stoppedBy' | 'isOffline'>): UploadHold | null {
  const stopped = stoppedBy()
  if (stopped !== null && stopped !== 'quiet') return stopped
  const current = stores.current()
  if (current === null) return 'no-store'
  const hold = stores.holdOf(current)
  return isOutOfReach(hold) && isOffline() ? 'offline' : hold
}

/** The pace counts bytes of this long. */
const windowMs = 30_000
/** Steps in which it is kept. */
const stepMs = 1_000

/** Bytes that were handed to the connection: of each file, and at which pace lately. */
export class Progress {
  readonly #clock: Clock
  readonly #onMore: () => void
  readonly #sent = new Map<string, { sent: number; readonly size: number }>()
  #steps: { readonly atMs: number; bytes: number }[] = []

  /** @param onMore called whenever more was sent */
  constructor(clock: Clock, onMore: () => void) {
    this.#clock = clock
    this.#onMore = onMore
  }

  /** A file is sent from its beginning. @param size bytes */
  begin(id: string, size: number): void {
    this.#sent.set(id, { sent: 0, size })
  }

  add(id: string, bytes: number): void {
    const known = this.#sent.get(id)
    if (known !== undefined) known.sent = Math.min(known.size, known.sent + bytes)
    const nowMs = this.#clock.monotonicMs()
    const last = this.#steps.at(-1)
    if (last !== undefined && nowMs - last.atMs < stepMs) last.bytes += bytes
    else this.#steps.push({ atMs: nowMs, bytes })
    this.#onMore()
  }

  /** Bytes of a file that were sent since it was begun. */
  sentOf(id: string): number {
    return this.#sent.get(id)?.sent ?? 0
  }

  forget(id: string): void {
    this.#sent.delete(id)
  }

  /** How long so many bytes take at the pace of the last half minute, in ms; null while none is known. */
  msFor(bytes: number): number | null {
    const nowMs = this.#clock.monotonicMs()
    this.#steps = this.#steps.filter(({ atMs }) => nowMs - atMs <= windowMs)
    const [first] = this.#steps
    if (first === undefined) return null
    const overMs = nowMs - first.atMs
    const sent = this.#steps.reduce((sum, step) => sum + step.bytes, 0)
    return overMs < stepMs ? null : Math.round((bytes / sent) * overMs)
  }
}
