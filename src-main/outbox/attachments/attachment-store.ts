import { renameSync, rmSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import {
  attachmentLimits,
  type AttachmentAddAnswer,
  type AttachmentField,
  type AttachmentFile,
  type AttachmentPart,
  type AttachmentList,
} from '#shared/domain/attachment.ts'
import type { SlotFiles } from '#shared/domain/draft.ts'
import { detectKind } from '#shared/domain/file-kind.ts'
import type { Result } from '#shared/result.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { flushFolderNow } from '#main/platform/durable-file.ts'
import type { RowProtection } from '#main/outbox/entry-codec.ts'
import { guardStorage, guardStorageWork, type StorageFailure } from '#main/platform/sqlite.ts'
import {
  createAttachmentRows,
  attachmentFolderOf,
  passing,
  removeOrphans,
  type AttachmentRecord,
  type AttachmentRow,
  type AttachmentRows,
} from './attachment-rows.ts'
import { ArrivingFile, type Arriving } from './arriving-file.ts'
import {
  readAll,
  readChunk,
  sealedSize,
  type SealedAttachment,
  type SealedAttachmentFailure,
} from './sealed-file.ts'

/** A part of a file as sent by the page. */
export interface ArrivingPart extends Omit<Arriving, 'kind'> {
  readonly index: number
  readonly bytes: Uint8Array
}

/** A stored file with a way to read its bytes. */
export interface ReadableFile {
  readonly file: AttachmentFile
  readonly bytes: () => AsyncIterable<Result<Buffer, SealedAttachmentFailure>>
}

export interface AttachmentStoreOptions {
  readonly database: DatabaseSync
  readonly protection: RowProtection
  readonly outboxFile: string
}

/** More than a page sends at once. */
const arrivalsAtOnce = 4

/** Photos and PDFs attached to claims until their links exist, each sealed under its own key. */
export class AttachmentStore {
  /** Where the sealed files lie. */
  readonly folder: string
  readonly #options: AttachmentStoreOptions
  readonly #rows: AttachmentRows
  readonly #arrivals = new Map<string, ArrivingFile>()
  readonly #inTurn = oneAtATime()

  /** Opens the files next to an open outbox file, and removes what an earlier start left unfinished. */
  constructor(options: AttachmentStoreOptions) {
    const { database, protection, outboxFile } = options
    this.#options = options
    this.#rows = createAttachmentRows(database, protection)
    this.folder = attachmentFolderOf(outboxFile)
    // If the disk refuses it now, the next start tries again.
    removeOrphans(database, outboxFile, { cutOff: true })
  }

  /** Stores a part of a file; with the last part the file is complete. An interrupted transfer leaves nothing. */
  addPart(part: ArrivingPart, at: string): Promise<Result<AttachmentAddAnswer, StorageFailure>> {
    return this.#guarded(async () => {
      try {
        return await this.#addPart(part, at)
      } catch (thrown) {
        await this.#abandon(part.id)
        // Leave nothing unfinished: delete bytes that got no row too.
        if (this.claimOf(part.id) === null) rmSync(this.#pathOf(part.id), { force: true })
        throw thrown
      }
    })
  }

  async #addPart(part: ArrivingPart, at: string): Promise<AttachmentAddAnswer> {
    const begun = part.index === 0 ? await this.#begin(part) : this.#arrivals.get(part.id)
    if (begun === undefined || 'type' in begun) return begun ?? { type: 'refused', why: 'broken-off' }
    if (begun.is.claimId !== part.claimId || !begun.fits(part.index, part.bytes)) {
      await this.#abandon(part.id)
      return { type: 'refused', why: 'broken-off' }
    }
    await begun.write(part.bytes)
    return begun.isWhole ? await this.#finish(begun, at) : { type: 'more' }
  }

  async #begin(part: ArrivingPart): Promise<ArrivingFile | AttachmentAddAnswer> {
    const { id, claimId, name, size, photos, field } = part
    await this.#abandon(id)
    if (this.#rows.one(id) !== null) return { type: 'refused', why: 'already-there' }
    if (size === 0) return { type: 'refused', why: 'empty' }
    if (size > attachmentLimits.fileSize) return { type: 'refused', why: 'too-large' }
    if (this.#rows.countOf(claimId) >= attachmentLimits.filesOfClaim)
      return { type: 'refused', why: 'too-many' }
    const kind = detectKind(part.bytes)
    // The page draws these again as a JPEG: what comes as it is could not be opened there.
    if (kind === 'heic' || kind === 'avif') return { type: 'refused', why: 'heic' }
    if (kind === null) return { type: 'refused', why: 'not-a-picture-or-pdf' }
    const [oldest] = this.#arrivals.keys()
    if (oldest !== undefined && this.#arrivals.size >= arrivalsAtOnce) await this.#abandon(oldest)
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const arrival = await ArrivingFile.begin(
      { id, claimId, name, size, photos, kind, field },
      this.#pathOf(id) + passing,
    )
    this.#arrivals.set(id, arrival)
    return arrival
  }

  async #finish(arrival: ArrivingFile, at: string): Promise<AttachmentAddAnswer> {
    const { id, ...about } = arrival.is
    const { claimId } = about
    const written = await arrival.finish()
    const others = this.#rows.ofClaim(claimId)
    const isKnown = others.some(({ record }) => record?.sha256 === written.sha256)
    if (isKnown || others.length >= attachmentLimits.filesOfClaim) {
      await this.#abandon(id)
      return { type: 'refused', why: isKnown ? 'already-there' : 'too-many' }
    }
    const record: AttachmentRecord = {
      ...about,
      key: Buffer.from(written.key).toString('base64'),
      number: Math.max(0, ...others.map(({ record: other }) => other?.number ?? 0)) + 1,
      sha256: written.sha256,
    }
    // Synchronously up to the row: a search for files without a row must not find this one.
    renameSync(this.#pathOf(id) + passing, this.#pathOf(id))
    flushFolderNow(this.#pathOf(id))
    this.#arrivals.delete(id)
    // The claim may have been removed meanwhile, and its files with it.
    if (!this.#rows.add({ id, addedAt: at }, record)) {
      rmSync(this.#pathOf(id), { force: true })
      return { type: 'refused', why: 'broken-off' }
    }
    return { type: 'kept', file: fileOf({ id, addedAt: at }, record, 'kept') }
  }

  list(claimId: string): Promise<Result<AttachmentList, StorageFailure>> {
    return guardStorageWork(async () => {
      const rows = this.#rows.ofClaim(claimId)
      const files = await Promise.all(rows.map((row) => this.#seen(row)))
      const whole = files.filter((file) => file !== null)
      return { files: whole, unreadable: rows.length - whole.length }
    })
  }

  part(id: string, index: number): Promise<Result<AttachmentPart, StorageFailure>> {
    return guardStorageWork(async () => {
      const record = this.#rows.one(id)?.record ?? null
      if (record === null) return { type: 'damaged' }
      const chunk = await readChunk(this.#sealedFile(id, record), index)
      return chunk.ok ? { type: 'part', part: chunk.value.toString('base64') } : chunk.error
    })
  }

  /** A slot that is given to a file is taken from the file that had it, in the same commit. */
  change(id: string, { field }: Pick<AttachmentFile, 'field'>): Result<null, StorageFailure> {
    return guardStorage(() => {
      const record = this.#rows.one(id)?.record ?? null
      if (record !== null) this.#rows.change(id, { ...record, field })
      return null
    })
  }

  /** The ids of the files in the slots of a claim. */
  slotsOf(claimId: string): Result<SlotFiles, StorageFailure> {
    return guardStorage(() => {
      const slots: Partial<Record<AttachmentField, string>> = {}
      for (const { id, record } of this.#rows.ofClaim(claimId)) if (record?.field) slots[record.field] = id
      return slots
    })
  }

  /** Destroys a file: its key first. */
  async remove(id: string): Promise<Result<null, StorageFailure>> {
    return await this.#guarded(async () => {
      this.#rows.remove(id)
      await rm(this.#pathOf(id), { force: true })
      return null
    })
  }

  /** The claim a file belongs to; null when there is no such file. */
  claimOf(id: string): string | null {
    return this.#rows.one(id)?.claimId ?? null
  }

  readable(claimId: string): Promise<Result<readonly ReadableFile[], StorageFailure>> {
    return guardStorageWork(async () => {
      const found: ReadableFile[] = []
      for (const row of this.#rows.ofClaim(claimId)) {
        const file = await this.#seen(row)
        const { record } = row
        if (file === null || record === null) continue
        const sealed = this.#sealedFile(row.id, record)
        found.push({ file, bytes: () => readAll(sealed) })
      }
      return found
    })
  }

  /** Moves the files of one claim to another, inside the caller's transaction; throws what SQLite throws. */
  moveWithin(fromClaimId: string, toClaimId: string): void {
    this.#rows.moveWithin(fromClaimId, toClaimId)
  }

  /** Removes the bytes of files that were removed with their claims. */
  removeOrphans(): Result<null, StorageFailure> {
    return removeOrphans(this.#options.database, this.#options.outboxFile)
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      for (const id of [...this.#arrivals.keys()]) await this.#abandon(id)
    })
  }

  async #abandon(id: string): Promise<void> {
    const arrival = this.#arrivals.get(id)
    this.#arrivals.delete(id)
    await arrival?.abandon()
  }

  async #seen(row: AttachmentRow): Promise<AttachmentFile | null> {
    if (row.record === null) return null
    const found = await stat(this.#pathOf(row.id)).catch(() => null)
    const isWhole = found?.size === sealedSize(row.record.size)
    return fileOf(row, row.record, found === null ? 'missing' : isWhole ? 'kept' : 'damaged')
  }

  #sealedFile(id: string, { key, size }: AttachmentRecord): SealedAttachment {
    return { path: this.#pathOf(id), fileId: id, key: Buffer.from(key, 'base64'), size }
  }

  #pathOf(id: string): string {
    return join(this.folder, id)
  }

  #guarded<T>(work: () => Promise<T>): Promise<Result<T, StorageFailure>> {
    return this.#inTurn(() => guardStorageWork(work))
  }
}

function fileOf(
  { id, addedAt }: Pick<AttachmentRow, 'id' | 'addedAt'>,
  { number, name, kind, size, photos, sha256, field }: AttachmentRecord,
  state: AttachmentFile['state'],
): AttachmentFile {
  return { id, number, name, kind, size, photos, sha256, addedAt, field, state }
}
