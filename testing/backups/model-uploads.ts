import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { attachmentFields } from '#shared/domain/attachment.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { newId } from '#shared/domain/identifier.ts'
import { passing } from '#main/outbox/attachments/attachment-rows.ts'
import { sealedSize } from '#main/outbox/attachments/sealed-file.ts'
import type { BackupFile } from '#main/office/backup/backup-content.ts'
import type { CopiedFile } from '#main/office/backup/copied-files.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { createUploadRows } from '#main/delivery/uploads/upload-rows.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'
import { plainUploader } from '#testing/uploads/plain-uploader.ts'
import { SimulatedStore } from '#testing/uploads/simulated-store.ts'
import { MadeUpFiles, publicStore } from '#testing/uploads/upload-harness.ts'
import { clockOf, never } from '#testing/mortal.ts'
import type { SimulatedProcess } from '#testing/engine/simulated-process.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

const fromFiles = attachmentFields.slice(0, 2)

/** The file store of an office, and what is known of the files that its officers added. */
export class OfficeFiles {
  readonly store: SimulatedStore
  readonly bytes = new Map<string, Buffer>()
  /** What stands in links that were sent to the insurer: the claim's reference with its slot, and what they showed. */
  readonly #sums = new Map<string, string>()
  /** The first claim that was sent with a link that shows something else than its file. */
  wrongLink: string | null = null
  /** How often a claim was sent with links to its files. */
  sentWithLinks = 0

  constructor(clock: VirtualClock) {
    this.store = new SimulatedStore(clock)
  }

  /** A file for a slot of a claim, unlike every other. */
  make(reference: string, field: string): Buffer {
    const bytes = Buffer.from(`\u00ff\u00d8\u00ff ${reference} ${field}`, 'latin1')
    const sum = createHash('sha256').update(bytes).digest('hex')
    this.bytes.set(sum, bytes)
    this.#sums.set(`${reference} ${field}`, sum)
    return bytes
  }

  sent(claim: ClaimContent, reference: string): void {
    if (this.#sums.has(`${reference} ${fromFiles[0] ?? ''}`)) this.sentWithLinks += 1
    for (const field of fromFiles) {
      const sum = this.#sums.get(`${reference} ${field}`)
      if (sum !== undefined && this.store.shown(claim[field]) !== sum)
        this.wrongLink ??= `${reference} ${field}`
    }
  }

  /** Files that lie in the store under more than one name. */
  get underTwoNames(): number {
    const names = [...this.store.everStored.values()].flatMap((ofPlace) => [...ofPlace.values()])
    const all = names.flatMap((sums) => [...sums])
    return all.length - new Set(all).size
  }
}

/** The files of one computer: on its disk, and on their way to the store. */
export class ComputerFiles {
  readonly #office: OfficeFiles
  readonly #database: DatabaseSync
  readonly #folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  readonly #files: MadeUpFiles

  constructor(office: OfficeFiles, database: DatabaseSync) {
    this.#office = office
    this.#database = database
    this.#files = new MadeUpFiles(database)
    mkdirSync(join(this.#folder, 'attachments'))
  }

  get outboxFile(): string {
    return join(this.#folder, 'outbox.sqlite')
  }

  /** The slots of a claim get files. */
  add(claimId: string, reference: string): void {
    for (const field of fromFiles) {
      const bytes = this.#office.make(reference, field)
      this.#place(this.#files.add(claimId, field, bytes), bytes.length)
    }
  }

  /** The files that come with a backup. */
  arrived(files: readonly BackupFile[]): readonly CopiedFile[] {
    return files
      .filter(({ carried }) => carried)
      .map(({ id, sha256 }) => {
        const bytes = this.#office.bytes.get(sha256) ?? Buffer.of()
        const own = newId()
        this.#files.bytes.set(own, bytes)
        this.#place(own + passing, bytes.length)
        return { of: id, id: own, key: Buffer.alloc(32).toString('base64') }
      })
  }

  /** An uploader of a process that may be killed. */
  start(process: SimulatedProcess, clock: VirtualClock): Uploader {
    const uploader = plainUploader({
      outbox: process.outbox,
      rows: createUploadRows(this.#database, plainProtection),
      attachments: {
        readable: async (claimId) => {
          if (!process.isAlive()) await never()
          return await this.#files.readable(claimId)
        },
      },
      stores: {
        current: () => publicStore,
        open: (store) => Promise.resolve(this.#office.store.opened(store, process)),
      },
      clock: clockOf(process, clock),
      isOffline: () => !process.isOnline(),
      onReady: () => process.engine.nudge(),
    })
    uploader.start()
    return uploader
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  // Only that it is there, and as long as a sealed file, is looked at.
  #place(id: string, size: number): void {
    const path = join(this.#folder, 'attachments', id)
    writeFileSync(path, '')
    truncateSync(path, sealedSize(size))
  }
}
