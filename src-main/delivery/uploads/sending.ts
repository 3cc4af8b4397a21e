import {
  looksMs,
  type ObjectHead,
  type ObjectStore,
  type StoreFailure,
} from '#main/file-store/object-store.ts'
import type { ReadableFile } from '#main/outbox/attachments/attachment-store.ts'
import { bodyOf, looksLikeMd5 } from './file-body.ts'
import type { Upload } from './upload-rows.ts'
import type { Progress } from './upload-status.ts'
import type { UploaderOptions } from './uploader-options.ts'

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
  /** The store's answer to it; null where it was there before. */
  etag: string | null
  readonly md5: string
  /** How often it was asked for since without being shown. */
  looks: number
}

/**
 * Sends files: PUT, then HEAD, then its link as anyone opens it, then the commit that says so. A file may be sent
 * several times under its name, which harms nothing; none is believed to be there because it was sent.
 */
export class Sending {
  readonly #options: Pick<UploaderOptions, 'rows' | 'clock'>
  readonly #progress: Progress
  readonly #sent = new Map<string, Sent>()
  /** Named in this run and never tried: nothing of them can be in the store. */
  readonly #fresh = new Set<string>()

  constructor(options: Pick<UploaderOptions, 'rows' | 'clock'>, progress: Progress) {
    this.#options = options
    this.#progress = progress
  }

  /** A file was named just now. */
  named(id: string): void {
    this.#fresh.add(id)
  }

  /** Sends a file and proves it. */
  async send(job: SendJob): Promise<SendEnd> {
    const { upload, file, store, signal } = job
    const { id, record } = upload
    const known = this.#sent.get(id)
    if (known !== undefined) return await this.#prove(job, known)
    const body = await bodyOf(file, (bytes) => this.#progress.add(id, bytes))
    if (body === null) return { type: 'file-lost' }
    const sent: Sent = { etag: null, md5: body.md5, looks: 0 }
    if (!(await this.#isThere(job, sent))) {
      this.#fresh.delete(id)
      this.#progress.begin(id, record.size)
      const put = await store.put(record.name, record.contentType, body, signal)
      if (!put.ok) return failed(put.error)
      sent.etag = put.value.etag
    }
    this.#sent.set(id, sent)
    return await this.#prove(job, sent)
  }

  /** Looks at a file that was proved some time ago. @returns `not-proved` where the store has lost it */
  async lookAgain(upload: Upload, store: ObjectStore, signal: AbortSignal): Promise<SendEnd> {
    const { name, size } = upload.record
    const head = await store.head(name, signal)
    if (!head.ok && head.error.problem !== 'not-allowed') return failed(head.error)
    if (!head.ok || head.value?.size !== size) {
      const unproved = this.#options.rows.note(upload.id, { provedAt: null }, 'named')
      return unproved.ok ? { type: 'not-proved' } : { type: 'unwritten' }
    }
    const opened = await store.opens(store.link(name), size, signal)
    return opened.ok ? this.#proved(upload) : failed(opened.error)
  }

  // After a start no one knows how far it came: what is there already is not sent again.
  async #isThere({ upload: { id, record }, store, signal }: SendJob, { md5 }: Sent): Promise<boolean> {
    if (this.#fresh.has(id)) return false
    const head = await store.head(record.name, signal)
    // A key that may not list the bucket is refused here for a file that is not there.
    return head.ok && head.value?.size === record.size && head.value.etag === md5
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
    const opened = await store.opens(store.link(name), size, signal)
    if (opened.ok) {
      this.#sent.delete(upload.id)
      return this.#proved(upload)
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

  #proved({ id }: Upload): SendEnd {
    const provedAt = this.#options.clock.now().toISOString()
    const noted = this.#options.rows.note(id, { provedAt }, 'proved')
    return noted.ok ? { type: 'proved' } : { type: 'unwritten' }
  }
}

const failed = (failure: StoreFailure): SendEnd => ({ type: 'failed', failure })

// Some stores' ETags look like sums of MD5 and are none: one that was answered to these very bytes counts as well.
function isSame({ size, etag }: ObjectHead, sentSize: number, sent: Sent): boolean {
  return size === sentSize && (!looksLikeMd5(etag) || etag === sent.md5 || etag === sent.etag)
}
