import {
  looksMs,
  type MultipartUploads,
  type ObjectHead,
  type ObjectStore,
  type StoredPart,
  type StoreFailure,
} from '#main/file-store/object-store.ts'
import type { ReadableFile } from '#main/outbox/attachments/attachment-store.ts'
import {
  etagOf,
  FileLost,
  looksLikeMd5,
  partBytes,
  partOf,
  uploadPartsOf,
  type SendablePart,
} from './file-parts.ts'
import type { Upload } from './upload-rows.ts'
import type { Progress } from './upload-status.ts'
import type { UploaderOptions } from './uploader.ts'

/** How sending a file ended. */
export type SendEnd =
  | { readonly type: 'proved' }
  /** The store has to be asked again in so many ms: it does not show yet what it took. */
  | { readonly type: 'later'; readonly inMs: number }
  /** What the store has is not what was sent: it is sent again after a while. */
  | { readonly type: 'not-proved' }
  | { readonly type: 'file-lost' }
  | { readonly type: 'failed'; readonly failure: StoreFailure }
  | { readonly type: 'unwritten' }

/** A file to send: its bytes, which this computer has, and where it goes. */
export interface SendJob {
  readonly upload: Upload
  readonly file: ReadableFile
  readonly store: ObjectStore
  readonly signal: AbortSignal
}

/** What was sent in this run of the application. */
interface Sent {
  /** The store's answer to it; null where it went up in parts. */
  readonly etag: string | null
  readonly md5s: readonly string[]
  /** How often it was asked for since without being shown. */
  looks: number
}

/**
 * Sends files: PUT or parts, then HEAD, then its link as anyone opens it, then the commit that says so. A file may be
 * sent several times under its name, which harms nothing; none is believed to be there because it was sent.
 */
export class Sending {
  readonly #options: Pick<UploaderOptions, 'rows' | 'clock'>
  readonly #progress: Progress
  readonly #partBytes: number
  readonly #sent = new Map<string, Sent>()
  /** Named in this run and never tried: nothing of them can be in the store. */
  readonly #fresh = new Set<string>()

  constructor(options: Pick<UploaderOptions, 'rows' | 'clock' | 'partBytes'>, progress: Progress) {
    this.#options = options
    this.#progress = progress
    this.#partBytes = options.partBytes ?? partBytes
  }

  /** A file was named just now. */
  named(id: string): void {
    this.#fresh.add(id)
  }

  /** What may be in the store, or not, is asked again. */
  forget(id: string): void {
    this.#sent.delete(id)
  }

  /** Sends a file and proves it. */
  async send(job: SendJob): Promise<SendEnd> {
    const { upload, store } = job
    try {
      const sent = this.#sent.get(upload.id) ?? (await this.#alreadyThere(job))
      if (sent !== null) {
        // It was completed without our hearing of it, and begun once more: those parts must not stay.
        const { uploadId } = upload.record
        const unended = uploadId === null ? null : await this.#endUpload(job, store.multipart, uploadId)
        return unended ?? (await this.#prove(job, sent))
      }
      this.#fresh.delete(upload.id)
      const put = await this.#put(job)
      if ('type' in put) return put
      this.#sent.set(upload.id, put)
      return await this.#prove(job, put)
    } catch (thrown) {
      if (thrown instanceof FileLost) return { type: 'file-lost' }
      throw thrown
    }
  }

  /** Looks at a file that was proved some time ago. @returns `not-proved` where the store has lost it */
  async lookAgain(upload: Upload, store: ObjectStore, signal: AbortSignal): Promise<SendEnd> {
    const { name, size } = upload.record
    const head = await store.head(name, signal)
    if (!head.ok && head.error.problem !== 'not-allowed') return failed(head.error)
    if (!head.ok || head.value?.size !== size) {
      const unproved = this.#options.rows.note(upload.id, { provedAt: null, uploadId: null }, 'named')
      return unproved.ok ? { type: 'not-proved' } : { type: 'unwritten' }
    }
    const opened = await store.opens(await store.link(name, this.#options.clock.now()), size, signal)
    return opened.ok ? this.#proved(upload, {}) : failed(opened.error)
  }

  // After a start no one knows how far it came: what is there already is not sent again.
  async #alreadyThere({ upload: { id, record }, file, store, signal }: SendJob): Promise<Sent | null> {
    if (this.#fresh.has(id)) return null
    const head = await store.head(record.name, signal)
    // A key that may not list the bucket is refused here for a file that is not there.
    if (!head.ok || head.value?.size !== record.size) return null
    const md5s: string[] = []
    for (let number = 1; number <= uploadPartsOf(record.size, this.#partBytes); number += 1) {
      md5s.push((await partOf(file, number, ignore, this.#partBytes)).md5)
    }
    return head.value.etag === etagOf(md5s) ? { etag: null, md5s, looks: 0 } : null
  }

  async #put(job: SendJob): Promise<Sent | SendEnd> {
    const { file, store, signal } = job
    const { id, record } = job.upload
    this.#progress.begin(id, record.size)
    if (store.multipart !== null && uploadPartsOf(record.size, this.#partBytes) > 1)
      return await this.#putParts(job, store.multipart)
    const whole = await partOf(file, 1, (bytes) => this.#progress.add(id, bytes), this.#partBytes)
    const put = await store.put(record.name, record.contentType, whole, signal)
    return put.ok ? { etag: put.value.etag, md5s: [whole.md5], looks: 0 } : failed(put.error)
  }

  async #putParts(job: SendJob, multipart: MultipartUploads): Promise<Sent | SendEnd> {
    const { file, signal } = job
    const { id, record } = job.upload
    const begun = await this.#begun(job, multipart)
    if (!('uploadId' in begun)) return begun
    const { uploadId } = begun
    const parts: StoredPart[] = []
    const md5s: string[] = []
    for (let number = 1; number <= uploadPartsOf(record.size, this.#partBytes); number += 1) {
      const part = await partOf(file, number, (bytes) => this.#progress.add(id, bytes), this.#partBytes)
      md5s.push(part.md5)
      const there = begun.parts.find((stored) => stored.number === number && isOf(stored, part))
      if (there !== undefined) {
        parts.push(there)
        this.#progress.skip(id, part.size)
        continue
      }
      const put = await multipart.put(record.name, uploadId, number, part, signal)
      if (!put.ok) return failed(put.error)
      if ('type' in put.value)
        return (await this.#endUpload(job, multipart, uploadId)) ?? { type: 'not-proved' }
      parts.push(put.value)
    }
    const completed = await multipart.complete(record.name, uploadId, parts, signal)
    if (!completed.ok) return failed(completed.error)
    if (completed.value !== null) {
      // It lost a part: what it has of the others must not stay.
      const givenUp = await multipart.giveUp(record.name, uploadId, signal)
      if (!givenUp.ok) return failed(givenUp.error)
    }
    // An answer that was lost leaves it completed: the look shows it, and otherwise the parts are sent again.
    const forgotten = this.#options.rows.note(id, { uploadId: null })
    if (!forgotten.ok) return { type: 'unwritten' }
    return { etag: null, md5s, looks: completed.value === null ? 0 : looksMs.length - 1 }
  }

  /** The upload in parts that goes on, or a new one, whose id is on the disk before the first part leaves. */
  async #begun(
    { upload: { id, record }, signal }: SendJob,
    multipart: MultipartUploads,
  ): Promise<{ readonly uploadId: string; readonly parts: readonly StoredPart[] } | SendEnd> {
    if (record.uploadId !== null) {
      const stored = await multipart.list(record.name, record.uploadId, signal)
      if (!stored.ok) return failed(stored.error)
      if (!('type' in stored.value)) return { uploadId: record.uploadId, parts: stored.value }
    }
    const uploadId = await multipart.begin(record.name, record.contentType, signal)
    if (!uploadId.ok) return failed(uploadId.error)
    const noted = this.#options.rows.note(id, { uploadId: uploadId.value })
    return noted.ok ? { uploadId: uploadId.value, parts: [] } : { type: 'unwritten' }
  }

  async #prove({ upload, store, signal }: SendJob, sent: Sent): Promise<SendEnd> {
    const { name, size } = upload.record
    const head = await store.head(name, signal)
    // A key that may not list is told so as long as the store does not show it.
    const isUnseen = head.ok ? head.value === null : head.error.problem === 'not-allowed'
    if (isUnseen) return this.#lookLater(upload, sent, head.ok ? null : head.error)
    if (!head.ok) return failed(head.error)
    if (head.value === null || !isSame(head.value, size, sent)) {
      this.#sent.delete(upload.id)
      return { type: 'not-proved' }
    }
    const opened = await store.opens(await store.link(name, this.#options.clock.now()), size, signal)
    if (opened.ok) {
      this.#sent.delete(upload.id)
      return this.#proved(upload, { md5: sent.md5s.length === 1 ? (sent.md5s[0] ?? null) : null })
    }
    const isHidden = opened.error.problem === 'link-not-public'
    return isHidden ? this.#lookLater(upload, sent, opened.error) : failed(opened.error)
  }

  /** @param refusal what it is called when it was asked for often enough; null sends it again then */
  #lookLater({ id }: Upload, sent: Sent, refusal: StoreFailure | null): SendEnd {
    const inMs = looksMs[sent.looks]
    sent.looks += 1
    if (inMs !== undefined) return { type: 'later', inMs }
    if (refusal?.problem === 'link-not-public') {
      sent.looks = 0
      return failed(refusal)
    }
    this.#sent.delete(id)
    return refusal === null ? { type: 'not-proved' } : failed(refusal)
  }

  /** Gives up what is begun of an upload in parts. @returns how that failed; null where nothing is left of it */
  async #endUpload(
    { upload: { id, record }, signal }: SendJob,
    multipart: MultipartUploads | null,
    uploadId: string,
  ): Promise<SendEnd | null> {
    const givenUp = await multipart?.giveUp(record.name, uploadId, signal)
    if (givenUp?.ok === false) return failed(givenUp.error)
    const forgotten = this.#options.rows.note(id, { uploadId: null })
    return forgotten.ok ? null : { type: 'unwritten' }
  }

  #proved({ id }: Upload, known: { readonly md5?: string | null }): SendEnd {
    const provedAt = this.#options.clock.now().toISOString()
    const noted = this.#options.rows.note(id, { ...known, provedAt }, 'proved')
    return noted.ok ? { type: 'proved' } : { type: 'unwritten' }
  }
}

const ignore = (): void => undefined
const failed = (failure: StoreFailure): SendEnd => ({ type: 'failed', failure })

// Some stores' ETags look like sums of MD5 and are none: one that was answered to these very bytes counts as well.
function isSame({ size, etag }: ObjectHead, sentSize: number, sent: Sent): boolean {
  if (size !== sentSize) return false
  // Each part was compared by its sum when the store took it.
  if (sent.md5s.length > 1) return true
  return !looksLikeMd5(etag) || etag === etagOf(sent.md5s) || etag === sent.etag
}

function isOf({ size, etag }: StoredPart, part: SendablePart): boolean {
  return size === part.size && (!looksLikeMd5(etag) || etag === part.md5)
}
