import type { AttachmentField } from '#shared/domain/attachment.ts'
import {
  awaitedLinks,
  type EntryFiles,
  type FileUpload,
  type UploadHold,
  type UploadStatus,
} from '#shared/outbox/entry-files.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { uploadPlaceOf } from './stores.ts'
import type { UploaderParts } from './uploader-parts.ts'
import type { WaitingClaim, WaitingClaims } from './waiting-claims.ts'

/** What becomes of an entry's files. Throws what SQLite throws. */
export function filesOf(
  { id, body }: Pick<KeptEntry, 'id' | 'body'>,
  parts: UploaderParts,
  claims: WaitingClaims,
): EntryFiles | null {
  const of = body.kind === 'claim' ? (body.fromFiles ?? []).length : 0
  if (of === 0) return null
  const awaited = awaitedLinks(body)
  const unremoved = parts.options.rows.unwanted().filter(({ record }) => record.entryId === id).length
  const claim = awaited.length === 0 ? null : claims.get(id)
  if (awaited.length === 0 || claim === null) {
    const hold = awaited.length === 0 ? null : holdOfAll(parts)
    const nothing = { bytes: 0, sentBytes: 0, leftMs: null }
    return { of, uploaded: of - awaited.length, ...nothing, hold, unremoved }
  }
  const sums = sumsOf(claim, parts)
  return {
    of,
    uploaded: of - awaited.length + sums.proved,
    bytes: sums.bytes,
    sentBytes: sums.sentBytes,
    leftMs: parts.progress.msFor(sums.bytes - sums.sentBytes),
    hold: claims.isLost(claim) ? 'file-lost' : holdOf(claim, parts),
    unremoved,
  }
}

/** How far each file of an entry is that has a place in the store. Throws what SQLite throws. */
export function eachOf(
  entryId: string,
  { options, progress }: Pick<UploaderParts, 'options' | 'progress'>,
): readonly FileUpload[] {
  return options.rows.ofEntry(entryId).map(({ id, state, record }) => {
    const { attachmentId, size } = record
    const isUploaded = state !== 'named'
    return {
      attachmentId,
      isUploaded,
      size,
      sentBytes: isUploaded ? size : Math.min(size, progress.sentOf(id)),
    }
  })
}

/** All claims together. @param counts whose are counted */
export function statusOf(
  parts: UploaderParts,
  claims: WaitingClaims,
  counts: (officerId: string | null) => boolean,
): UploadStatus {
  const { options, holds, progress } = parts
  const waiting = [...claims.all()].filter(({ entry }) => counts(entry.officerId))
  const sums = waiting.map((claim) => sumsOf(claim, parts))
  const total = (of: (one: Sums) => number): number => sums.reduce((sum, one) => sum + of(one), 0)
  const bytes = total((one) => one.bytes)
  const sentBytes = total((one) => one.sentBytes)
  const removals = options.rows.unwanted()
  const current = options.stores.current()
  const msUntil = current === null ? null : holds.msUntil(uploadPlaceOf(current))
  return {
    claims: waiting.length,
    files: total((one) => one.files - one.proved),
    bytes,
    sentBytes,
    leftMs: bytes === sentBytes ? null : progress.msFor(bytes - sentBytes),
    hold: waiting.length === 0 ? null : holdOfAll(parts),
    nextTryAt:
      msUntil === null || waiting.length === 0
        ? null
        : new Date(options.clock.now().getTime() + msUntil).toISOString(),
    toRemove: removals.length,
    refusedRemovals: removals.filter(({ record }) => record.refusedAt !== null).length,
  }
}

interface Sums {
  readonly files: number
  readonly proved: number
  readonly bytes: number
  readonly sentBytes: number
}

function sumsOf(claim: WaitingClaim, { progress }: UploaderParts): Sums {
  let proved = 0
  let bytes = 0
  let sentBytes = 0
  for (const field of claim.fields) {
    const upload = claim.uploads.get(field)
    const size = sizeOf(claim, field)
    bytes += size
    if (upload === undefined) continue
    if (upload.state === 'proved') proved += 1
    sentBytes += upload.state === 'proved' ? size : Math.min(size, progress.sentOf(upload.id))
  }
  return { files: claim.fields.length, proved, bytes, sentBytes }
}

function sizeOf({ uploads, files }: WaitingClaim, field: AttachmentField): number {
  return uploads.get(field)?.record.size ?? files.get(field)?.file.size ?? 0
}

function holdOf({ uploads }: WaitingClaim, parts: UploaderParts): UploadHold | null {
  const common = holdOfAll(parts)
  if (common !== null) return common
  for (const { record } of uploads.values()) {
    const hold = parts.holds.of(uploadPlaceOf(record.store))
    if (hold !== null) return hold
  }
  return null
}

/** What holds all files back; null while nothing does. */
export function holdOfAll({ options, holds }: UploaderParts): UploadHold | null {
  const stopped = options.stoppedBy()
  if (stopped !== null && stopped !== 'quiet') return stopped
  const current = options.stores.current()
  if (current === null) return 'no-store'
  const hold = holds.of(uploadPlaceOf(current))
  return hold === 'no-connection' && options.isOffline() ? 'offline' : hold
}
