import type { EntryFiles, FileUpload, UploadHold, UploadStatus } from '#shared/outbox/entry-files.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { Delays } from '#main/platform/holds.ts'
import { Loop, storageRetryMs } from '#main/platform/loop.ts'
import { storageFailureOf } from '#main/platform/sqlite.ts'
import { ClaimLinks } from './claim-links.ts'
import { Sending } from './sending.ts'
import { Stores } from './stores.ts'
import type { UploaderOptions } from './uploader-options.ts'
import { eachOf, filesOf, holdOfAll, Progress, statusOf } from './upload-status.ts'
import { Removals, Uploads, type UploadsOptions } from './uploads.ts'
import { WaitingClaims } from './waiting-claims.ts'

/** Everything waits so, after the disk refused something. */
const diskDelay = 'disk'
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
 *   1. looks at the files of claims that wait, and fixes their names in one commit
 *   2. puts the links of a claim all of whose files are there
 *   3. starts what is due: files, removals (once a discard can no longer be undone), a look at a store that refused
 *
 * A file's row is on the disk before its first byte leaves, and it counts as uploaded once the store showed it and its
 * link opened. Whatever a crash interrupts is asked for, or done again under the same name.
 */
export class Uploader {
  readonly #options: Omit<UploaderOptions, 'stores'> & UploadsOptions
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

  constructor(given: UploaderOptions) {
    const { clock, random } = given
    const progress = new Progress(clock, () => this.#tell(null))
    const options = {
      ...given,
      stores: new Stores(given.stores, clock, random),
      delays: new Delays(clock),
      progress,
      sending: new Sending(given, progress),
      loop: new Loop(clock, () => this.#unwritten()),
      changed: (entryId: string) => this.#tell(entryId),
      unwritten: () => this.#unwritten(),
    }
    this.#options = options
    this.#claims = new WaitingClaims(options)
    this.#uploads = new Uploads(options, this.#claims)
    this.#links = new ClaimLinks(options, this.#claims, this.#uploads)
    this.#removals = new Removals(options)
  }

  /** Starts uploading. */
  start(): void {
    this.#running = this.#options.loop.run(() => this.#turn())
  }

  /** Cuts off what is under way, which harms nothing, and resolves once nothing is. */
  async stop(): Promise<void> {
    const { clock, loop, stores } = this.#options
    loop.stop()
    loop.cutOff()
    await this.#running
    const { promise, resolve } = Promise.withResolvers<null>()
    const cancel = clock.after(stopGraceMs, () => resolve(null))
    await Promise.race([loop.ended(), promise])
    cancel()
    await stores.closeAll()
  }

  /** Wakes the loop because there may be something to do: a new entry, an entry taken back, another hold. */
  nudge(): void {
    this.#options.loop.wakeUp()
  }

  /** An officer asked for another try: every wait ends now. */
  tryNow(): void {
    const { stores, delays } = this.#options
    stores.lookAgainNow()
    delays.liftAll()
    this.#claims.lookAgain()
    this.nudge()
  }

  /** The network or the insurer is reachable again: files that waited only for that are tried. */
  connected(): void {
    this.#options.stores.connected()
    this.nudge()
  }

  /** The store's address or access key changed, so what was learned about the old one no longer counts. */
  storeChanged(): void {
    const { delays, loop, stores } = this.#options
    stores.liftAll()
    delays.liftAll()
    loop.cutOff()
    void stores.closeAll()
    this.nudge()
  }

  /** What becomes of an entry's files; null where none of its links comes from a file. Throws what SQLite throws. */
  filesOf(entry: Pick<KeptEntry, 'id' | 'body'>): EntryFiles | null {
    return filesOf(entry, this.#options, this.#claims)
  }

  /** How far each file of an entry is that has a place in the store. Throws what SQLite throws. */
  eachOf(entryId: string): readonly FileUpload[] {
    return eachOf(entryId, this.#options)
  }

  /** @param counts whose claims are counted */
  status(counts: (officerId: string | null) => boolean): UploadStatus {
    return statusOf(this.#options, this.#claims, counts)
  }

  /** @returns when something is due next (monotonic). */
  async #turn(): Promise<readonly number[]> {
    const { stoppedBy, rows, clock, loop, delays, stores } = this.#options
    if (stoppedBy() !== null) {
      loop.cutOff()
      this.#tellOfHold()
      return []
    }
    if (!delays.isOver(diskDelay)) return delays.dueTimes()
    await this.#claims.meet()
    if (loop.isStopping) return []
    this.#links.start()
    this.#uploads.start()
    const undoMs = rows.endDiscards(clock.now())
    if (undoMs !== null) delays.delay(discardsDelay, undoMs + 1)
    this.#removals.start()
    this.#tellOfOthers()
    this.#tellOfHold()
    return [...delays.dueTimes(), ...stores.dueTimes()]
  }

  /** The disk refused something. */
  #unwritten(): void {
    this.#options.delays.delay(diskDelay, storageRetryMs)
    this.#options.loop.wakeUp()
  }

  // A claim that moved to drafts, or a file that is to be removed, changes the status too.
  #tellOfOthers(): void {
    const counted = `${[...this.#claims.all()].length}/${this.#options.rows.unwanted().length}`
    if (counted !== this.#counted) this.#tell(null)
    this.#counted = counted
  }

  /** What holds all files back, or that nothing does any more, is told of every claim that waits. */
  #tellOfHold(): void {
    const hold = holdOfAll(this.#options)
    if (hold === this.#toldHold) return
    this.#toldHold = hold
    for (const { entry } of this.#claims.all()) this.#tell(entry.id)
    this.#tell(null)
  }

  /** @param entryId null where only more bytes of files under way were sent */
  #tell(entryId: string | null): void {
    const { clock } = this.#options
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
      if (!this.#options.loop.isStopping) this.#tellOf(ids)
    })
  }

  #tellOf(ids: readonly string[]): void {
    const { outbox, onEntries, onStatus } = this.#options
    try {
      const entries = ids.flatMap((id) => outbox.get(id) ?? [])
      if (entries.length > 0) onEntries(entries)
      onStatus()
    } catch (thrown) {
      if (storageFailureOf(thrown) === null) throw thrown
    }
  }
}
