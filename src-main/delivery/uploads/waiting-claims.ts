import { randomBytes } from 'node:crypto'
import { contentTypes, fileEndings, type AttachmentField } from '#shared/domain/attachment.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import type { Failure } from '#shared/failure.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { awaitedLinks, waitsForFiles } from '#shared/outbox/entry-files.ts'
import { isWaiting } from '#shared/outbox/predicates.ts'
import type { AttachmentStore, ReadableFile } from '#main/outbox/attachments/attachment-store.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import { isSamePlace, type Stores, type StoreSource } from './stores.ts'
import type { NewUpload, Upload } from './upload-rows.ts'
import type { Delays } from '#main/platform/holds.ts'
import type { Loop } from '#main/platform/loop.ts'
import type { Sending } from './sending.ts'
import type { UploaderOptions } from './uploader-options.ts'

/** A claim whose files are on their way. */
export interface WaitingClaim {
  readonly entry: KeptEntry
  /** The fields that wait, and the whole files for them that this computer has. */
  readonly fields: readonly AttachmentField[]
  readonly files: ReadonlyMap<AttachmentField, ReadableFile>
  /** Its rows by field, as of this turn. */
  uploads: ReadonlyMap<AttachmentField, Upload>
}

/** Whether a lost file is back is looked at as often. */
const lostAgainMs = 5 * 60_000

export interface WaitingClaimsOptions extends Pick<UploaderOptions, 'outbox' | 'rows' | 'attachments'> {
  readonly loop: Loop
  readonly stores: Stores
  readonly sending: Sending
  readonly delays: Delays
  /** Notes that an entry's files have changed for whoever shows them. */
  readonly changed: (entryId: string) => void
  /** The disk refused something: everything waits a while. */
  readonly unwritten: () => void
}

/** The claims that wait for files: what they have, and the names of their files. */
export class WaitingClaims {
  readonly #options: WaitingClaimsOptions
  #claims = new Map<string, WaitingClaim>()
  /** Claims a file of which turned out to be damaged while it was read. */
  readonly #damaged = new Set<string>()

  constructor(options: WaitingClaimsOptions) {
    this.#options = options
  }

  get(entryId: string): WaitingClaim | null {
    return this.#claims.get(entryId) ?? null
  }

  /** In the order of acceptance. */
  all(): Iterable<WaitingClaim> {
    return this.#claims.values()
  }

  /** Looks at the files of every claim that waits, and fixes the names of those that have none. */
  async meet(): Promise<void> {
    const { outbox, rows, delays } = this.#options
    const met = new Map<string, WaitingClaim>()
    for (const entry of [...outbox.undelivered()]) {
      if (!waits(entry)) continue
      const known = this.#claims.get(entry.id)
      const mayBeBack = known !== undefined && this.isLost(known) && delays.isOver(delayOf(entry.id))
      const claim = known === undefined || mayBeBack ? await this.#look(entry) : known
      if (claim !== null) met.set(entry.id, claim)
    }
    // While files were looked at, an officer may have taken a claim back: a name given now would be removed by no one.
    for (const id of met.keys()) if (!waits(outbox.get(id))) met.delete(id)
    this.#claims = met
    const byEntry = Map.groupBy(rows.open(), ({ record }) => record.entryId)
    for (const claim of met.values()) claim.uploads = this.#uploadsOf(claim, byEntry)
    this.#name()
  }

  /** A file of it is gone or damaged, and not in the store either: only an officer can move it on. */
  isLost({ entry, fields, files, uploads }: WaitingClaim): boolean {
    const isKept = (field: AttachmentField): boolean =>
      uploads.get(field)?.state === 'proved' || (files.has(field) && !this.#damaged.has(entry.id))
    return !fields.every(isKept)
  }

  noteDamaged(entryId: string): void {
    this.#damaged.add(entryId)
    this.#options.delays.delay(delayOf(entryId), lostAgainMs)
    this.#options.changed(entryId)
  }

  /** Looks at all files again at the next turn. */
  lookAgain(): void {
    this.#claims.clear()
    this.#damaged.clear()
  }

  async #look(entry: KeptEntry): Promise<WaitingClaim | null> {
    const { attachments, changed, unwritten, delays } = this.#options
    const readable = await attachments.readable(entry.id)
    if (!readable.ok) {
      unwritten()
      return null
    }
    const files = new Map<AttachmentField, ReadableFile>()
    for (const one of readable.value) {
      const { field, state } = one.file
      if (field !== null && state === 'kept' && !files.has(field)) files.set(field, one)
    }
    this.#damaged.delete(entry.id)
    delays.delay(delayOf(entry.id), lostAgainMs)
    changed(entry.id)
    return { entry, fields: awaitedLinks(entry.body), files, uploads: new Map() }
  }

  #uploadsOf(
    { entry, fields }: WaitingClaim,
    byEntry: ReadonlyMap<string, readonly Upload[]>,
  ): ReadonlyMap<AttachmentField, Upload> {
    const own = byEntry.get(entry.id) ?? []
    return new Map(
      own.flatMap((upload) => (fields.includes(upload.record.field) ? [[upload.record.field, upload]] : [])),
    )
  }

  #name(): void {
    const { rows, stores, sending, unwritten } = this.#options
    const store = stores.current()
    if (store === null) return
    const whole = [...this.#claims.values()].filter((claim) => !this.isLost(claim))
    const leaving = whole.flatMap(({ uploads }) =>
      [...uploads.values()].flatMap((upload) => (this.#leaves(upload, store) ? upload.id : [])),
    )
    const unnamed = whole.flatMap((claim) => this.#unnamedOf(claim, store, leaving))
    if (unnamed.length === 0) return
    const named = rows.name(unnamed, leaving)
    if (!named.ok) {
      unwritten()
      return
    }
    for (const id of named.value) sending.named(id)
    const byEntry = Map.groupBy(rows.open(), ({ record }) => record.entryId)
    for (const claim of this.#claims.values()) claim.uploads = this.#uploadsOf(claim, byEntry)
  }

  #unnamedOf(
    { entry, fields, files, uploads }: WaitingClaim,
    store: FileStore,
    leaving: readonly string[],
  ): readonly NewUpload[] {
    return fields.flatMap((field) => {
      const file = files.get(field)?.file
      const before = uploads.get(field)
      if (file === undefined || (before !== undefined && !leaving.includes(before.id))) return []
      const { id: attachmentId, kind, size, sha256 } = file
      const name = `${store.prefix}${unguessable()}.${fileEndings[kind]}`
      return {
        entryId: entry.id,
        attachmentId,
        field,
        name,
        store,
        contentType: contentTypes[kind],
        size,
        sha256,
      }
    })
  }

  // What is in its store already, for everyone to open, stays there; what is not goes to the one that is set now.
  #leaves({ id, state, record }: Upload, store: FileStore): boolean {
    const { loop } = this.#options
    if (state === 'proved' || isSamePlace(record.store, store)) return false
    loop.cutOff(`file/${id}`)
    return !loop.has(`file/${id}`)
  }
}

/** 128 random bits. */
const unguessable = (): string => randomBytes(16).toString('hex')

const delayOf = (entryId: string): string => `claim/${entryId}`

function waits(entry: KeptEntry | null): boolean {
  return entry !== null && isWaiting(entry.state) && waitsForFiles(entry.body)
}

/** Why a claim cannot be submitted with its files; null where it can, or where it has none. */
export async function refusalOfFiles(
  { id, body }: { readonly id: string; readonly body: EntryBody },
  attachments: Pick<AttachmentStore, 'list'>,
  stores: Pick<StoreSource, 'current'>,
): Promise<Failure | null> {
  const awaited = awaitedLinks(body)
  if (awaited.length === 0) return null
  if (stores.current() === null) return { type: 'no-file-store' }
  const listed = await attachments.list(id)
  if (!listed.ok) return failureOf(listed.error)
  const isWhole = awaited.every((field) =>
    listed.value.files.some((file) => file.field === field && file.state === 'kept'),
  )
  return isWhole ? null : { type: 'files-not-whole' }
}
