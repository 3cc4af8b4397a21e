import type { FileStore } from '#shared/domain/file-store.ts'
import type { Result } from '#shared/result.ts'
import type { StoreFailure } from '#main/file-store/object-store.ts'
import { backoffMs } from '#main/platform/backoff.ts'
import type { SendEnd } from './sending.ts'
import { isCheckedFirst, isSamePlace, uploadPlaceOf, type StoreHold } from './stores.ts'
import type { Upload } from './upload-rows.ts'
import type { Progress } from './upload-status.ts'
import type { UploaderOptions } from './uploader-options.ts'
import type { WaitingClaim, WaitingClaims, WaitingClaimsOptions } from './waiting-claims.ts'

/** Between two tries of a file that the store took and does not show as it was sent, or that a busy store has to remove. */
const backoff = { firstMs: 5_000, mostMs: 15 * 60_000 } as const

/** A file of this size takes minutes over a slow line. */
const largeBytes = 5 * 1024 * 1024

export interface UploadsOptions
  extends WaitingClaimsOptions, Pick<UploaderOptions, 'clock' | 'random' | 'sideBySide' | 'onStatus'> {
  readonly progress: Progress
}

/** The files that are uploaded: which ones, how many at once, and what becomes of them. */
export class Uploads {
  readonly #options: UploadsOptions
  readonly #claims: WaitingClaims
  readonly #failures = new Map<string, number>()
  /** How often the store refused a file of an entry: others go before it, in case it is about this one. */
  readonly #refusals = new Map<string, number>()
  /** The files that are uploaded now, by the name of the job. */
  readonly #underWay = new Map<string, { readonly entryId: string; readonly size: number }>()

  constructor(options: UploadsOptions, claims: WaitingClaims) {
    this.#options = options
    this.#claims = claims
  }

  /** Entries files of which are uploaded now. */
  entriesUnderWay(): ReadonlySet<string> {
    for (const job of this.#underWay.keys()) if (!this.#options.loop.has(job)) this.#underWay.delete(job)
    return new Set([...this.#underWay.values()].map(({ entryId }) => entryId))
  }

  /** Starts what is due, up to as many as may go side by side. */
  start(): void {
    const { sideBySide, loop, stores } = this.#options
    const current = stores.current()
    this.#tryWhatIsDue(current)
    if (current === null || stores.holdOf(current) !== null) return
    const most = sideBySide ?? 2
    const inTurn = [...this.#claims.all()]
      .filter((claim) => !this.#claims.isLost(claim))
      .toSorted(
        (a, b) =>
          this.#refusalsOf(a) - this.#refusalsOf(b) ||
          sizeClassOf(a) - sizeClassOf(b) ||
          a.entry.seq - b.entry.seq,
      )
    for (const claim of inTurn) {
      for (const upload of claim.uploads.values()) {
        if (loop.count('file/') >= most) return
        if (!this.#isDue(upload) || !isSamePlace(upload.record.store, current)) continue
        if (this.#mayGo(upload, most)) this.#start(claim, upload)
      }
    }
  }

  /** Handles the end of sending or checking a file. */
  took(upload: Upload, end: SendEnd): void {
    const { random, onStatus, stores, delays, changed, unwritten, progress } = this.#options
    const { id, record } = upload
    changed(record.entryId)
    if (end.type !== 'not-proved') this.#failures.delete(id)
    // What was handed to the connection in vain does not count as sent, and what is proved counts by itself.
    if (end.type !== 'later') progress.forget(id)
    switch (end.type) {
      case 'proved':
        stores.works(record.store)
        break
      case 'later':
        stores.works(record.store)
        delays.delay(id, end.inMs)
        break
      case 'not-proved': {
        const failures = (this.#failures.get(id) ?? 0) + 1
        this.#failures.set(id, failures)
        delays.delay(id, backoffMs(failures, random, backoff.firstMs, backoff.mostMs))
        break
      }
      case 'file-lost':
        this.#claims.noteDamaged(record.entryId)
        break
      case 'failed':
        if (isCheckedFirst(end.failure.problem)) this.#refused(record.entryId)
        stores.failed(record.store, end.failure.problem, end.failure.retryAfterMs)
        onStatus()
        break
      case 'unwritten':
        unwritten()
        break
    }
  }

  #refused(entryId: string): void {
    this.#refusals.set(entryId, (this.#refusals.get(entryId) ?? 0) + 1)
  }

  #refusalsOf({ entry }: WaitingClaim): number {
    return this.#refusals.get(entry.id) ?? 0
  }

  // A large file takes minutes: what is small and comes meanwhile finds a place beside it.
  #mayGo({ record }: Upload, most: number): boolean {
    if (!this.#isLarge(record.size)) return true
    const large = [...this.#underWay].filter(
      ([job, { size }]) => this.#isLarge(size) && this.#options.loop.has(job),
    )
    return large.length < Math.max(1, most - 1)
  }

  #isLarge(size: number): boolean {
    return size > largeBytes
  }

  #isDue({ id, state }: Upload): boolean {
    const { loop, delays } = this.#options
    return state === 'named' && !loop.has(`file/${id}`) && !loop.has(`removal/${id}`) && delays.isOver(id)
  }

  #start(claim: WaitingClaim, upload: Upload): void {
    const { loop, stores, sending } = this.#options
    const { field, store, size } = upload.record
    const file = claim.files.get(field)
    if (file === undefined) return
    const job = `file/${upload.id}`
    this.#underWay.set(job, { entryId: claim.entry.id, size })
    loop.start(job, async (signal) => {
      const opened = await stores.open(store)
      if (opened === null) return () => stores.failed(store, 'no-store')
      const end = await sending.send({ upload, file, store: opened.objects, signal })
      return () => this.took(upload, end)
    })
  }

  // A hold whose time is over is tried: by a small file where files wait for someone to put something right, else by
  // whatever is next there, such as a removal from a store that was set before.
  #tryWhatIsDue(current: FileStore | null): void {
    const { stores, loop } = this.#options
    for (const [place, hold] of stores.all()) {
      if (!stores.isDue(place)) continue
      const isAwaited = [...this.#claims.all()].length > 0
      const awaited = isAwaited && current !== null && place === uploadPlaceOf(current) ? current : null
      if (awaited === null || !isCheckedFirst(hold)) stores.lift(place)
      else if (loop.count('check/') === 0) this.#check(awaited)
    }
  }

  #check(store: FileStore): void {
    const { loop, stores, changed } = this.#options
    loop.start('check/', async (signal) => {
      const opened = await stores.open(store)
      if (opened === null) return () => stores.failed(store, 'no-store')
      const check = await opened.check(signal)
      return () => {
        if (check.type === 'works') stores.works(store)
        else stores.failed(store, check.problem)
        for (const { entry } of this.#claims.all()) changed(entry.id)
      }
    })
  }
}

// Small before large, and in order where sizes are alike: each class is four times the one before.
function sizeClassOf({ uploads }: WaitingClaim): number {
  const left = [...uploads.values()].reduce(
    (sum, { state, record }) => sum + (state === 'named' ? record.size : 0),
    0,
  )
  return Math.max(0, Math.ceil(Math.log2(left / (1024 * 1024)) / 2))
}

/** A store that refuses to remove a file may be set right, but no one waits for it. */
const refusedAgainMs = 6 * 60 * 60_000

/** Holds in which removing may work although uploading does not. */
const noMatter: ReadonlySet<StoreHold> = new Set(['link-not-public', 'full', 'not-allowed'])

type RemovalsOptions = Pick<
  UploadsOptions,
  'rows' | 'clock' | 'random' | 'loop' | 'stores' | 'delays' | 'changed' | 'unwritten'
>

/** Removes what is no longer wanted from the file store, one file at a time, and notes where the store refuses. */
export class Removals {
  readonly #options: RemovalsOptions
  #failures = 0

  constructor(options: RemovalsOptions) {
    this.#options = options
  }

  start(): void {
    const { rows, loop, stores, delays } = this.#options
    if (loop.count('removal/') > 0) return
    const next = rows.unwanted().find(({ id, record }) => {
      const hold = stores.holdOf(record.store)
      return delays.isOver(id) && !loop.has(`file/${id}`) && (hold === null || noMatter.has(hold))
    })
    if (next !== undefined) loop.start(`removal/${next.id}`, (signal) => this.#remove(next, signal))
  }

  async #remove(upload: Upload, signal: AbortSignal): Promise<() => void> {
    const { rows, stores } = this.#options
    const { id, record } = upload
    const what = rows.removalOf(id)
    if (what === 'none') return () => this.#written(upload, rows.keep(id))
    if (what === 'row-only') return () => this.#written(upload, rows.removed(id))
    const opened = await stores.open(record.store)
    if (opened === null) return () => this.#refused(upload)
    const { objects } = opened
    const removed = await objects.remove(record.name, signal)
    if (!removed.ok) return () => this.#failed(upload, removed.error)
    return () => {
      this.#failures = 0
      this.#written(upload, rows.removed(id))
    }
  }

  #failed(upload: Upload, { problem, retryAfterMs }: StoreFailure): void {
    if (problem !== 'busy' && problem !== 'no-connection') {
      this.#refused(upload)
      return
    }
    this.#failures += 1
    const { random, delays } = this.#options
    const waitMs = backoffMs(this.#failures, random, backoff.firstMs, backoff.mostMs)
    delays.delay(upload.id, Math.max(waitMs, retryAfterMs ?? 0))
  }

  #refused(upload: Upload): void {
    const { rows, clock, delays } = this.#options
    delays.delay(upload.id, refusedAgainMs)
    this.#written(upload, rows.note(upload.id, { refusedAt: clock.now().toISOString() }))
  }

  #written({ record }: Upload, written: Result<null, unknown>): void {
    if (!written.ok) this.#options.unwritten()
    this.#options.changed(record.entryId)
  }
}
