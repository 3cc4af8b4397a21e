import type { StoreFailure } from '#main/file-store/object-store.ts'
import { backoffMs } from '#main/platform/backoff.ts'
import { placeOf } from './place.ts'
import type { StoreHold } from './store-holds.ts'
import type { Upload } from './upload-rows.ts'
import type { UploaderParts } from './uploader-parts.ts'

/** A store that refuses to remove a file may be set right, but nobody waits for it. */
const refusedAgainMs = 6 * 60 * 60_000
const backoff = { firstMs: 5_000, mostMs: 15 * 60_000 } as const

/** Holds in which removing may work although uploading does not. */
const noMatter: ReadonlySet<StoreHold> = new Set(['link-not-public', 'full', 'not-allowed'])

/** Removes what is no longer wanted from the file store, one file at a time, and notes where the store refuses. */
export class Removals {
  readonly #parts: UploaderParts
  #failures = 0

  constructor(parts: UploaderParts) {
    this.#parts = parts
  }

  start(): void {
    const { options, jobs, holds, delays } = this.#parts
    if (jobs.count('removal/') > 0) return
    const next = options.rows.unwanted().find(({ id, record }) => {
      const hold = holds.of(placeOf(record.store))
      return delays.isOver(id) && !jobs.has(`file/${id}`) && (hold === null || noMatter.has(hold))
    })
    if (next !== undefined) jobs.start(`removal/${next.id}`, (signal) => this.#remove(next, signal))
  }

  async #remove(upload: Upload, signal: AbortSignal): Promise<() => void> {
    const { options, stores } = this.#parts
    const { id, record } = upload
    const what = options.rows.removalOf(id)
    if (what === 'none') return () => this.#written(upload, options.rows.keep(id))
    if (what === 'row-only') return () => this.#written(upload, options.rows.removed(id))
    const opened = await stores.of(record.store)
    if (opened === null) return () => this.#refused(upload)
    const { objects } = opened
    if (record.uploadId !== null) {
      const givenUp = await objects.giveUp(record.name, record.uploadId, signal)
      if (!givenUp.ok) return () => this.#failed(upload, givenUp.error)
    }
    const removed = await objects.remove(record.name, signal)
    if (!removed.ok) return () => this.#failed(upload, removed.error)
    return () => {
      this.#failures = 0
      this.#written(upload, options.rows.removed(id))
    }
  }

  #failed(upload: Upload, { problem, retryAfterMs }: StoreFailure): void {
    if (problem !== 'busy' && problem !== 'no-connection') {
      this.#refused(upload)
      return
    }
    this.#failures += 1
    const { delays, options } = this.#parts
    const waitMs = backoffMs(this.#failures, options.random, backoff.firstMs, backoff.mostMs)
    delays.delay(upload.id, Math.max(waitMs, retryAfterMs ?? 0))
  }

  #refused(upload: Upload): void {
    const { options, delays } = this.#parts
    delays.delay(upload.id, refusedAgainMs)
    this.#written(upload, options.rows.note(upload.id, { refusedAt: options.clock.now().toISOString() }))
  }

  #written({ record }: Upload, written: ReturnType<UploaderParts['options']['rows']['removed']>): void {
    if (!written.ok) this.#parts.unwritten(written.error)
    this.#parts.changed(record.entryId)
  }
}
