import type { EntryFiles, FileUpload, UploadHold, UploadStatus } from '#shared/outbox/entry-files.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { storageFailureOf } from '#main/platform/sqlite.ts'
import type { StoreFailure } from '#main/file-store/object-store.ts'
import { backoffMs } from '#main/platform/backoff.ts'
import { ClaimLinks } from './claim-links.ts'
import { Uploads } from './uploads.ts'
import { eachOf, filesOf, holdOfAll, statusOf } from './upload-status.ts'
import { diskDelay, uploaderParts, type UploaderOptions, type UploaderParts } from './uploader-parts.ts'
import { WaitingClaims } from './waiting-claims.ts'
import { uploadPlaceOf } from './stores.ts'
import type { StoreHold } from './store-holds.ts'
import type { Upload } from './upload-rows.ts'

/** How often signed links are looked at. */
const signedLookMs = 60 * 60_000
const signedDelay = 'signed'
/** Files of discarded claims become unwanted then. */
const discardsDelay = 'discards'
/** Progress is told at most as often. */
const tellMs = 1_000
/** How long a stop waits for stores that do not answer. */
const stopGraceMs = 2_000

/**
 * Brings the files of claims into the merchant's file store, and then their links into the claims. Beside the engine,
 * with a loop of its own; each turn, after what ended was applied:
 *
 *   1. looks at the claims that wait, and fixes the names of their files in one commit
 *   2. puts the links of a claim all of whose files are there
 *   3. starts what is due: files, removals (once a discard can no longer be undone), a look at a store that refused
 *
 * A file's row is on the disk before its first byte leaves, and it counts as uploaded once the store showed it and its
 * link opened. Whatever a crash interrupts is asked for, or done again under the same name.
 */
export class Uploader {
  readonly #parts: UploaderParts
  readonly #claims: WaitingClaims
  readonly #uploads: Uploads
  readonly #links: ClaimLinks
  readonly #removals: Removals
  readonly #toTell = new Set<string>()
  #toldAtMs = -Infinity
  #isTelling = false
  #counted = ''
  #toldHold: UploadHold | null = null
  #running: Promise<void> | null = null

  constructor(options: UploaderOptions) {
    this.#parts = uploaderParts(
      options,
      () => this.#turn(),
      (entryId) => this.#tell(entryId),
    )
    this.#claims = new WaitingClaims(this.#parts)
    this.#uploads = new Uploads(this.#parts, this.#claims)
    this.#links = new ClaimLinks(this.#parts, this.#claims, (upload, end) => this.#uploads.took(upload, end))
    this.#removals = new Removals(this.#parts)
  }

  /** Starts uploading. Before the engine: signed links that are too old are taken back first. */
  start(): void {
    this.#takeOldLinksBack()
    this.#running = this.#parts.loop.run()
  }

  /** Cuts off what is under way, which harms nothing, and resolves once nothing is. */
  async stop(): Promise<void> {
    const { loop, stores, options } = this.#parts
    loop.stop()
    loop.cutOff()
    await this.#running
    const { promise, resolve } = Promise.withResolvers<null>()
    const cancel = options.clock.after(stopGraceMs, () => resolve(null))
    await Promise.race([loop.ended(), promise])
    cancel()
    await stores.closeAll()
  }

  /** Wakes the loop because there may be something to do: a new entry, an entry taken back, another hold. */
  nudge(): void {
    this.#parts.loop.wakeUp()
  }

  /** An officer asked for another try: every wait ends now. */
  tryNow(): void {
    const { holds, delays } = this.#parts
    holds.lookAgainNow()
    delays.liftAll()
    this.#claims.lookAgain()
    this.nudge()
  }

  /** The network or the insurer is reachable again: files that waited only for that are tried. */
  connected(): void {
    this.#parts.holds.connected()
    this.nudge()
  }

  /** The store's address or access key changed, so what was learned about the old one no longer counts. */
  storeChanged(): void {
    const { holds, delays, loop, stores } = this.#parts
    holds.liftAll()
    delays.liftAll()
    loop.cutOff()
    void stores.closeAll()
    this.nudge()
  }

  /** What becomes of an entry's files; null where none of its links comes from a file. Throws what SQLite throws. */
  filesOf(entry: Pick<KeptEntry, 'id' | 'body'>): EntryFiles | null {
    return filesOf(entry, this.#parts, this.#claims)
  }

  /** How far each file of an entry is that has a place in the store. Throws what SQLite throws. */
  eachOf(entryId: string): readonly FileUpload[] {
    return eachOf(entryId, this.#parts)
  }

  /** @param counts whose claims are counted */
  status(counts: (officerId: string | null) => boolean): UploadStatus {
    return statusOf(this.#parts, this.#claims, counts)
  }

  /** @returns when something is due next (monotonic). */
  async #turn(): Promise<readonly number[]> {
    const { options, loop, delays, holds } = this.#parts
    if (options.stoppedBy() !== null) {
      loop.cutOff()
      this.#tellOfHold()
      return []
    }
    if (!delays.isOver(diskDelay)) return delays.dueTimes()
    if (delays.isOver(signedDelay)) this.#takeOldLinksBack()
    await this.#claims.meet()
    if (loop.isStopping) return []
    this.#claims.leaveOldStores()
    this.#links.start()
    this.#uploads.start()
    const undoMs = options.rows.endDiscards(options.clock.now())
    if (undoMs !== null) delays.delay(discardsDelay, undoMs + 1)
    this.#removals.start()
    this.#tellOfOthers()
    this.#tellOfHold()
    return [...delays.dueTimes(), ...holds.dueTimes()]
  }

  // A claim that moved to drafts, or a file that is to be removed, changes the status too.
  #tellOfOthers(): void {
    const counted = `${[...this.#claims.all()].length}/${this.#parts.options.rows.unwanted().length}`
    if (counted !== this.#counted) this.#tell(null)
    this.#counted = counted
  }

  #takeOldLinksBack(): void {
    this.#parts.delays.delay(signedDelay, signedLookMs)
    this.#links.takeOldOnesBack()
  }

  /** What holds all files back, or that nothing does any more, is told of every claim that waits. */
  #tellOfHold(): void {
    const hold = holdOfAll(this.#parts)
    if (hold === this.#toldHold) return
    this.#toldHold = hold
    for (const { entry } of this.#claims.all()) this.#tell(entry.id)
    this.#tell(null)
  }

  /** @param entryId null where only more bytes of files under way were sent */
  #tell(entryId: string | null): void {
    const { clock } = this.#parts.options
    if (entryId !== null) this.#toTell.add(entryId)
    if (this.#isTelling) return
    this.#isTelling = true
    const waitMs = Math.max(0, this.#toldAtMs + tellMs - clock.monotonicMs())
    clock.after(waitMs, () => {
      this.#isTelling = false
      this.#toldAtMs = clock.monotonicMs()
      for (const id of this.#uploads.entriesUnderWay()) this.#toTell.add(id)
      const ids = [...this.#toTell]
      this.#toTell.clear()
      if (!this.#parts.loop.isStopping) this.#tellOf(ids)
    })
  }

  #tellOf(ids: readonly string[]): void {
    const { outbox, onEntries, onStatus } = this.#parts.options
    try {
      const entries = ids.flatMap((id) => outbox.get(id) ?? [])
      if (entries.length > 0) onEntries(entries)
      onStatus()
    } catch (thrown) {
      if (storageFailureOf(thrown) === null) throw thrown
    }
  }
}

/** A store that refuses to remove a file may be set right, but no one waits for it. */
const refusedAgainMs = 6 * 60 * 60_000
const backoff = { firstMs: 5_000, mostMs: 15 * 60_000 } as const

/** Holds in which removing may work although uploading does not. */
const noMatter: ReadonlySet<StoreHold> = new Set(['link-not-public', 'full', 'not-allowed'])

/** Removes what is no longer wanted from the file store, one file at a time, and notes where the store refuses. */
class Removals {
  readonly #parts: UploaderParts
  #failures = 0

  constructor(parts: UploaderParts) {
    this.#parts = parts
  }

  start(): void {
    const { options, loop, holds, delays } = this.#parts
    if (loop.count('removal/') > 0) return
    const next = options.rows.unwanted().find(({ id, record }) => {
      const hold = holds.of(uploadPlaceOf(record.store))
      return delays.isOver(id) && !loop.has(`file/${id}`) && (hold === null || noMatter.has(hold))
    })
    if (next !== undefined) loop.start(`removal/${next.id}`, (signal) => this.#remove(next, signal))
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
    if (!written.ok) this.#parts.unwritten()
    this.#parts.changed(record.entryId)
  }
}
