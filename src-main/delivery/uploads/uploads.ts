import { uploadPartsOf } from './file-parts.ts'
import { isSamePlace, uploadPlaceOf } from './stores.ts'
import { backoffMs } from '#main/platform/backoff.ts'
import { isCheckedFirst } from './store-holds.ts'
import type { SendEnd } from './sending.ts'
import type { Upload } from './upload-rows.ts'
import type { UploaderParts } from './uploader-parts.ts'
import type { WaitingClaim, WaitingClaims } from './waiting-claims.ts'

/** Between two tries of a file that the store took and does not show as it was sent. */
const backoff = { firstMs: 5_000, mostMs: 15 * 60_000 } as const

/** The files that are uploaded: which ones, how many at once, and what becomes of them. */
export class Uploads {
  readonly #parts: UploaderParts
  readonly #claims: WaitingClaims
  readonly #failures = new Map<string, number>()
  /** The files that are uploaded now, by the name of the job. */
  readonly #underWay = new Map<string, { readonly entryId: string; readonly size: number }>()

  constructor(parts: UploaderParts, claims: WaitingClaims) {
    this.#parts = parts
    this.#claims = claims
  }

  /** Entries files of which are uploaded now. */
  entriesUnderWay(): ReadonlySet<string> {
    for (const job of this.#underWay.keys()) if (!this.#parts.loop.has(job)) this.#underWay.delete(job)
    return new Set([...this.#underWay.values()].map(({ entryId }) => entryId))
  }

  /** Starts what is due, up to as many as may go side by side. */
  start(): void {
    const { options, loop, holds } = this.#parts
    const current = options.stores.current()
    this.#tryWhatIsDue(current === null ? null : uploadPlaceOf(current))
    if (current === null || holds.of(uploadPlaceOf(current)) !== null) return
    const most = options.sideBySide ?? 2
    const inTurn = [...this.#claims.all()]
      .filter((claim) => !this.#claims.isLost(claim))
      .toSorted((a, b) => sizeClassOf(a) - sizeClassOf(b) || a.entry.seq - b.entry.seq)
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
    const { holds, delays, changed, unwritten, options, progress } = this.#parts
    const { id, record } = upload
    const place = uploadPlaceOf(record.store)
    changed(record.entryId)
    if (end.type !== 'not-proved') this.#failures.delete(id)
    // What was handed to the connection in vain does not count as sent, and what is proved counts by itself.
    if (end.type !== 'later') progress.forget(id)
    switch (end.type) {
      case 'proved':
        holds.works(place)
        break
      case 'later':
        holds.works(place)
        delays.delay(id, end.inMs)
        break
      case 'not-proved': {
        const failures = (this.#failures.get(id) ?? 0) + 1
        this.#failures.set(id, failures)
        delays.delay(id, backoffMs(failures, options.random, backoff.firstMs, backoff.mostMs))
        break
      }
      case 'file-lost':
        this.#claims.noteDamaged(record.entryId)
        break
      case 'failed':
        holds.failed(place, end.failure.problem, end.failure.retryAfterMs)
        options.onStatus()
        break
      case 'unwritten':
        unwritten()
        break
    }
  }

  // A large file takes minutes: what is small and comes meanwhile finds a place beside it.
  #mayGo({ record }: Upload, most: number): boolean {
    if (!this.#isLarge(record.size)) return true
    const large = [...this.#underWay].filter(
      ([job, { size }]) => this.#isLarge(size) && this.#parts.loop.has(job),
    )
    return large.length < Math.max(1, most - 1)
  }

  #isLarge(size: number): boolean {
    return uploadPartsOf(size, this.#parts.options.partBytes) > 1
  }

  #isDue({ id, state }: Upload): boolean {
    const { loop, delays } = this.#parts
    return state === 'named' && !loop.has(`file/${id}`) && !loop.has(`removal/${id}`) && delays.isOver(id)
  }

  #start(claim: WaitingClaim, upload: Upload): void {
    const { loop, stores, holds, sending } = this.#parts
    const file = claim.files.get(upload.record.field)
    if (file === undefined) return
    const job = `file/${upload.id}`
    this.#underWay.set(job, { entryId: claim.entry.id, size: upload.record.size })
    loop.start(job, async (signal) => {
      const opened = await stores.of(upload.record.store)
      if (opened === null) return () => holds.failed(uploadPlaceOf(upload.record.store), 'no-store')
      const end = await sending.send(upload, file, opened.objects, signal)
      return () => this.took(upload, end)
    })
  }

  // A hold whose time is over is tried: by a small file where files wait for someone to put something right, else by
  // whatever is next there, such as a removal from a store that was set before.
  #tryWhatIsDue(current: string | null): void {
    const { holds, loop } = this.#parts
    for (const [place, hold] of holds.all()) {
      if (!holds.isDue(place)) continue
      const isAwaited = place === current && [...this.#claims.all()].length > 0
      if (!isAwaited || !isCheckedFirst(hold)) holds.lift(place)
      else if (loop.count('check/') === 0) this.#check(place)
    }
  }

  #check(place: string): void {
    const { loop, stores, holds, options } = this.#parts
    const current = options.stores.current()
    if (current === null) return
    loop.start(`check/${place}`, async (signal) => {
      const opened = await stores.of(current)
      if (opened === null) return () => holds.failed(place, 'no-store')
      const check = await opened.check(signal)
      return () => {
        if (check.type === 'works') holds.works(place)
        else holds.failed(place, check.problem)
        for (const { entry } of this.#claims.all()) this.#parts.changed(entry.id)
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
