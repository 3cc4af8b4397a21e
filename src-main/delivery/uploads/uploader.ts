import type { EntryFiles, FileUpload, UploadHold, UploadStatus } from '#shared/outbox/entry-files.ts'
import type { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Delays } from '#main/platform/holds.ts'
import { Loop, storageRetryMs } from '#main/platform/loop.ts'
import { storageFailureOf } from '#main/platform/sqlite.ts'
import { ClaimLinks } from './claim-links.ts'
import { Sending } from './sending.ts'
import { Stores, type StoreSource } from './stores.ts'
import type { UploadRows } from './upload-rows.ts'
import { eachOf, filesOf, holdOfAll, Progress, statusOf } from './upload-status.ts'
import { Removals, Uploads } from './uploads.ts'
import { WaitingClaims } from './waiting-claims.ts'

/** Why nothing may leave this computer; `quiet` where the outbox itself says so. */
export type Stopped = Extract<UploadHold, 'paused'> | 'quiet'

export interface UploaderOptions {
  readonly outbox: Pick<Outbox, 'undelivered' | 'get' | 'putLinks'>
  readonly rows: UploadRows
  readonly attachments: Pick<AttachmentStore, 'readable'>
  readonly stores: StoreSource
  readonly clock: Clock
  readonly random: Random
  /** How many files are uploaded at once; two by default. */
  readonly sideBySide?: number
  /** Whether nothing may leave this computer now: paused, stopped, asleep, locked. */
  readonly stoppedBy: () => Stopped | null
  /** Whether the insurer cannot be reached either. */
  readonly isOffline: () => boolean
  /** Called with the entries whose files' progress changed. */
  readonly onEntries: (changed: readonly KeptEntry[]) => void
  /** What is uploaded, or what holds it, changed. */
  readonly onStatus: () => void
  /** A claim has all its links. */
  readonly onReady: () => void
}

/** What the uploader knows and works with; only rows and outbox are kept in a file. */
export interface UploaderParts {
  readonly options: UploaderOptions
  readonly stores: Stores
  readonly delays: Delays
  readonly progress: Progress
  readonly sending: Sending
  readonly loop: Loop
  /** Notes that an entry's files have changed for whoever shows them. */
  readonly changed: (entryId: string) => void
  /** The disk refused something: everything waits a while. */
  readonly unwritten: () => void
}

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
    const { clock, random } = options
    const progress = new Progress(clock, () => this.#tell(null))
    this.#parts = {
      options,
      stores: new Stores(options.stores, clock, random),
      delays: new Delays(clock),
      progress,
      sending: new Sending(options, progress),
      loop: new Loop(clock, () => this.#unwritten()),
      changed: (entryId) => this.#tell(entryId),
      unwritten: () => this.#unwritten(),
    }
    this.#claims = new WaitingClaims(this.#parts)
    this.#uploads = new Uploads(this.#parts, this.#claims)
    this.#links = new ClaimLinks(this.#parts, this.#claims, this.#uploads)
    this.#removals = new Removals(this.#parts)
  }

  /** Starts uploading. */
  start(): void {
    this.#running = this.#parts.loop.run(() => this.#turn())
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
    const { stores, delays } = this.#parts
    stores.lookAgainNow()
    delays.liftAll()
    this.#claims.lookAgain()
    this.nudge()
  }

  /** The network or the insurer is reachable again: files that waited only for that are tried. */
  connected(): void {
    this.#parts.stores.connected()
    this.nudge()
  }

  /** The store's address or access key changed, so what was learned about the old one no longer counts. */
  storeChanged(): void {
    const { delays, loop, stores } = this.#parts
    stores.liftAll()
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
    const { options, loop, delays, stores } = this.#parts
    if (options.stoppedBy() !== null) {
      loop.cutOff()
      this.#tellOfHold()
      return []
    }
    if (!delays.isOver(diskDelay)) return delays.dueTimes()
    await this.#claims.meet()
    if (loop.isStopping) return []
    this.#links.start()
    this.#uploads.start()
    const undoMs = options.rows.endDiscards(options.clock.now())
    if (undoMs !== null) delays.delay(discardsDelay, undoMs + 1)
    this.#removals.start()
    this.#tellOfOthers()
    this.#tellOfHold()
    return [...delays.dueTimes(), ...stores.dueTimes()]
  }

  /** The disk refused something. */
  #unwritten(): void {
    this.#parts.delays.delay(diskDelay, storageRetryMs)
    this.#parts.loop.wakeUp()
  }

  // A claim that moved to drafts, or a file that is to be removed, changes the status too.
  #tellOfOthers(): void {
    const counted = `${[...this.#claims.all()].length}/${this.#parts.options.rows.unwanted().length}`
    if (counted !== this.#counted) this.#tell(null)
    this.#counted = counted
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
