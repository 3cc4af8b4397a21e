import type { EntryFiles, FileUpload, UploadHold, UploadStatus } from '#shared/outbox/entry-files.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { storageFailureOf } from '#main/platform/storage-failure.ts'
import { ClaimLinks } from './claim-links.ts'
import { Removals } from './removals.ts'
import { Uploads } from './uploads.ts'
import { eachOf, filesOf, holdOfAll, statusOf } from './upload-status.ts'
import { uploaderParts, type UploaderOptions, type UploaderParts } from './uploader-parts.ts'
import { WaitingClaims } from './waiting-claims.ts'

/** From a failed write to the next try. */
const storageRetryMs = 15_000
/** How often signed links are looked at. */
const signedLookMs = 60 * 60_000
/** Progress is told at most as often. */
const tellMs = 1_000
/** How long a stop waits for stores that do not answer. */
const stopGraceMs = 2_000

/**
 * Brings the files of claims into the merchant's file store, and then their links into the claims. Beside the engine,
 * with a loop of its own; each turn:
 *
 *   1. draws the consequences of what ended
 *   2. looks at the claims that wait, and fixes the names of their files in one commit
 *   3. puts the links of a claim all of whose files are there
 *   4. starts what is due: files, removals (once a discard can no longer be undone), a look at a store that refused
 *   5. sleeps until something is due, ended, or is wished for
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
  #signedAtMs = -Infinity
  #retryAtMs = -Infinity
  #toldAtMs = -Infinity
  #isTelling = false
  #counted = ''
  /** When files of discarded claims become unwanted. */
  #discardsEndMs: number | null = null
  #toldHold: UploadHold | null = null
  #isStopping = false
  #running: Promise<void> | null = null

  constructor(options: UploaderOptions) {
    this.#parts = uploaderParts(options, {
      changed: (entryId) => this.#tell(entryId),
      sentMore: () => this.#tell(null),
      unwritten: () => this.#unwritten(),
    })
    this.#claims = new WaitingClaims(this.#parts)
    this.#uploads = new Uploads(this.#parts, this.#claims)
    this.#links = new ClaimLinks(this.#parts, this.#claims, (upload, end) => this.#uploads.took(upload, end))
    this.#removals = new Removals(this.#parts)
  }

  /** Starts uploading. Before the engine: signed links that are too old are taken back first. */
  start(): void {
    this.#takeOldLinksBack()
    this.#running = this.#run()
  }

  /** Cuts off what is under way, which harms nothing, and resolves once nothing is. */
  async stop(): Promise<void> {
    const { jobs, stores, waker, options } = this.#parts
    this.#isStopping = true
    jobs.cutOff()
    waker.wakeUp()
    await this.#running
    const { promise, resolve } = Promise.withResolvers<null>()
    const cancel = options.clock.after(stopGraceMs, () => resolve(null))
    await Promise.race([jobs.ended(), promise])
    cancel()
    await stores.closeAll()
  }

  /** Wakes the loop because there may be something to do: a new entry, an entry taken back, another hold. */
  nudge(): void {
    this.#parts.waker.wakeUp()
  }

  /** An officer wants everything tried now. */
  tryNow(): void {
    const { holds, delays } = this.#parts
    holds.lookAgainNow()
    delays.endAll()
    this.#claims.lookAgain()
    this.nudge()
  }

  /** The network, or the insurer, is there again: whoever waited only for that goes on. */
  connected(): void {
    this.#parts.holds.lift('no-connection')
    this.nudge()
  }

  /** The store's address or its access key is another now: nothing that was learned counts. */
  storeChanged(): void {
    const { holds, delays, jobs, stores } = this.#parts
    holds.lift()
    delays.endAll()
    jobs.cutOff()
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

  async #run(): Promise<void> {
    const { waker } = this.#parts
    while (!this.#isStopping) await waker.sleep(await this.#guarded(() => this.#turn()))
  }

  /** @returns how long to sleep, in ms; null until an event. */
  async #turn(): Promise<number | null> {
    const { options, jobs } = this.#parts
    const sinceMs = options.clock.monotonicMs()
    jobs.takeEnds()
    if (options.stoppedBy() !== null) {
      jobs.cutOff()
      this.#tellOfHold()
      return null
    }
    if (this.#retryAtMs > sinceMs) return this.#retryAtMs - sinceMs
    if (sinceMs - this.#signedAtMs >= signedLookMs) this.#takeOldLinksBack()
    await this.#claims.meet()
    if (this.#isStopping) return null
    this.#claims.leaveOldStores()
    this.#links.start()
    this.#uploads.start()
    const undoMs = options.rows.endDiscards(options.clock.now())
    this.#discardsEndMs = undoMs === null ? null : sinceMs + undoMs + 1
    this.#removals.start()
    this.#tellOfOthers()
    this.#tellOfHold()
    return this.#msUntilNext(sinceMs)
  }

  // A claim that was taken back, or a file that became unwanted, is news too.
  #tellOfOthers(): void {
    const counted = `${[...this.#claims.all()].length}/${this.#parts.options.rows.unwanted().length}`
    if (counted !== this.#counted) this.#tell(null)
    this.#counted = counted
  }

  #takeOldLinksBack(): void {
    this.#signedAtMs = this.#parts.options.clock.monotonicMs()
    this.#links.takeOldOnesBack()
  }

  #msUntilNext(sinceMs: number): number | null {
    const { holds, delays } = this.#parts
    const retryMs = this.#retryAtMs > sinceMs ? this.#retryAtMs - sinceMs : null
    const signedMs = this.#signedAtMs + signedLookMs - sinceMs
    const discardsMs = this.#discardsEndMs === null ? null : this.#discardsEndMs - sinceMs
    const waits = [discardsMs, holds.msUntilNext(sinceMs), delays.msUntilNext(sinceMs), retryMs, signedMs]
    const ahead = waits.flatMap((ms) => (ms === null || ms <= 0 ? [] : [ms]))
    return ahead.length === 0 ? null : Math.min(...ahead)
  }

  async #guarded(work: () => Promise<number | null>): Promise<number | null> {
    try {
      return await work()
    } catch (thrown) {
      // A row that cannot be read holds the files, like one that cannot be written; it must not stop the uploader.
      if (storageFailureOf(thrown) === null) throw thrown
      this.#unwritten()
      return storageRetryMs
    }
  }

  #unwritten(): void {
    this.#retryAtMs = this.#parts.options.clock.monotonicMs() + storageRetryMs
    this.nudge()
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
      if (!this.#isStopping) this.#tellOf(ids)
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
