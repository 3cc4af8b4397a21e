import { createHash, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { attachmentFields, type AttachmentField, type AttachmentFile } from '#shared/domain/attachment.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { newId } from '#shared/domain/identifier.ts'
import { ok } from '#shared/result.ts'
import { createAttachmentRows } from '#main/outbox/attachments/attachment-rows.ts'
import type { AttachmentStore, ReadableFile } from '#main/outbox/attachments/attachment-store.ts'
import { chunkBytes } from '#main/outbox/attachments/sealed-file.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { submissionWithFiles } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { createUploadRows, type UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'
import { plainUploader } from './plain-uploader.ts'
import type { Stopped } from '#main/delivery/uploads/uploader-options.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { Mortal } from '#testing/mortal.ts'
import { SimulatedStore } from './simulated-store.ts'

/** The store that is set. */
export const publicStore: FileStore = {
  endpoint: 'https://store.example',
  region: 'auto',
  bucket: 'claims',
  prefix: 'office/',
  style: 'path',
  links: 'https://files.example',
}
/** Another bucket elsewhere. */
export const otherStore: FileStore = { ...publicStore, endpoint: 'https://other.example', prefix: '' }

/** Files of claims as they lie on this computer: their rows in the file, their bytes in memory. */
export class MadeUpFiles implements Pick<AttachmentStore, 'readable'> {
  readonly bytes = new Map<string, Buffer>()
  /** Called for each chunk that is read. @returns whether the disk still has it */
  has: (id: string) => boolean = () => true
  #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  add(claimId: string, field: AttachmentField, bytes: Buffer): string {
    const id = newId()
    const record = {
      claimId,
      key: Buffer.alloc(32).toString('base64'),
      number: attachmentFields.indexOf(field) + 1,
      name: 'made up.jpg',
      kind: 'jpeg' as const,
      size: bytes.length,
      photos: null,
      sha256: sumOf(bytes),
      field,
    }
    this.bytes.set(id, bytes)
    createAttachmentRows(this.#database, plainProtection).add(
      { id, addedAt: '2026-11-20T09:00:00.000Z' },
      record,
    )
    return id
  }

  // oxlint-disable-next-line typescript/require-await -- as the real one, which reads files
  async readable(claimId: string) {
    const rows = createAttachmentRows(this.#database, plainProtection).ofClaim(claimId)
    return ok(
      rows.flatMap(({ id, addedAt, record }): readonly ReadableFile[] => {
        if (record === null) return []
        const isThere = this.bytes.has(id) && this.has(id)
        const { claimId: _claim, key: _key, ...known } = record
        const file: AttachmentFile = { ...known, id, addedAt, state: isThere ? 'kept' : 'missing' }
        return [{ file, bytes: () => this.#read(id) }]
      }),
    )
  }

  // oxlint-disable-next-line typescript/require-await -- as the real one, which reads files
  async *#read(id: string) {
    const bytes = this.bytes.get(id) ?? Buffer.of()
    for (let from = 0; from < bytes.length; from += chunkBytes) {
      if (!this.has(id)) {
        yield { ok: false as const, error: { type: 'damaged' as const } }
        return
      }
      // The reader may do with it as it likes.
      yield ok(Buffer.from(bytes.subarray(from, from + chunkBytes)))
    }
  }
}

/** The real rows, outbox and uploader over a simulated store and a clock that stands still. */
export class UploadHarness {
  readonly clock = new VirtualClock()
  readonly store = new SimulatedStore(this.clock)
  readonly database = new DatabaseSync(':memory:')
  readonly files: MadeUpFiles
  current: FileStore | null = publicStore
  hasKey: (store: FileStore) => boolean = () => true
  stopped: Stopped | null = null
  isOffline = false
  sideBySide = 2
  outbox: Outbox
  rows: UploadRows
  uploader: Uploader
  /** How often a claim was said to have all its links. */
  ready = 0
  told: string[] = []
  /** How often the status was told. */
  statusTold = 0
  #life = new Mortal()

  constructor() {
    migrate(this.database)
    this.files = new MadeUpFiles(this.database)
    this.outbox = new Outbox(this.database, plainProtection)
    this.rows = createUploadRows(this.database, plainProtection)
    this.uploader = this.#uploader()
  }

  /** Accepts a claim with a file of this many bytes for each field. @returns its id */
  accept(sizes: Readonly<Partial<Record<AttachmentField, number>>>): string {
    const fields = attachmentFields.filter((field) => sizes[field] !== undefined)
    const submission = submissionWithFiles(fields)
    const kept = this.outbox.accept(submission, this.clock.now().toISOString())
    if (!kept.ok) throw new Error(kept.error.type)
    for (const field of fields) this.files.add(submission.id, field, randomBytes(sizes[field] ?? 0))
    this.uploader.nudge()
    return submission.id
  }

  /** The links that stand in a claim, without empty ones. */
  links(id: string): readonly string[] {
    const body = this.outbox.get(id)?.body
    if (body?.kind !== 'claim') throw new Error('no claim')
    const { claim } = body
    return (body.fromFiles ?? []).map((field) => claim[field]).filter((link) => link !== '')
  }

  /** The sums of a claim's files on this computer, by field. */
  sums(id: string): readonly string[] {
    return createAttachmentRows(this.database, plainProtection)
      .ofClaim(id)
      .map(({ record }) => record?.sha256 ?? '')
  }

  /** The process is gone without a word, and another one starts. */
  restart(): void {
    this.#life.kill()
    this.#life = new Mortal()
    this.outbox = new Outbox(this.database, plainProtection)
    this.rows = createUploadRows(this.database, plainProtection)
    this.uploader = this.#uploader()
    this.uploader.start()
  }

  #uploader(): Uploader {
    const life = this.#life
    return plainUploader({
      outbox: this.outbox,
      rows: this.rows,
      attachments: this.files,
      stores: {
        current: () => this.current,
        open: (store) => Promise.resolve(this.hasKey(store) ? this.store.opened(store, life) : null),
      },
      clock: this.clock,
      sideBySide: this.sideBySide,
      stoppedBy: () => (life.isAlive() ? this.stopped : 'quiet'),
      isOffline: () => this.isOffline,
      onEntries: (changed) => this.told.push(...changed.map(({ id }) => id)),
      onStatus: () => (this.statusTold += 1),
      onReady: () => (this.ready += 1),
    })
  }
}

export const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
