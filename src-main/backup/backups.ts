import { basename } from 'node:path'
import { newId } from '#shared/domain/identifier.ts'
import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import type { Environment } from '#shared/domain/product.ts'
import type {
  BackupChosen,
  BackupOpened,
  BackupStatus,
  BackupTakenIn,
  BackupWritten,
  FileCount,
} from '#shared/contract/backup.ts'
import { ok, type Result } from '#shared/result.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { Signal } from '../platform/signal.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import type { HashCost } from '../officers/secret-hash.ts'
import { inTransaction } from '../platform/transaction.ts'
import { textOfContent, type BackupFile } from './backup-content.ts'
import { newBackupKey } from './backup-format.ts'
import { hiddenDrafts, readLedger, writeLedger, type Ledger } from './backup-ledger.ts'
import { countsOf, stillAway, stillOpen } from './backup-status.ts'
import { ChosenBackup } from './chosen-backup.ts'
import { collect, movable, type BackupSource, type Collected } from './collect.ts'
import { sendCopies, takeBack, type GivenUp } from './hand-over.ts'
import { byClaim, countOf, keptFilesOf } from './kept-files.ts'
import { putOut } from './put-out.ts'
import { readScheduled, writeScheduled, type ScheduledMemory } from './scheduled-memory.ts'
import { writeChecked, type NotWritten } from './write-checked.ts'

export interface BackupsOptions extends BackupSource {
  readonly environment: Environment
  readonly version: string
  /** The branch's name, which is no passphrase. */
  readonly branchName: () => string
  readonly now: () => Date
  /** The cost of one passphrase attempt; OWASP's recommendation by default. */
  readonly keyCost?: HashCost
}

export interface WriteWish {
  readonly passphrase: string
  /** The number of the computer that continues the work; null for a copy. */
  readonly handOverTo: string | null
  /** Also where the files are more than goes without asking. */
  readonly withFiles: boolean
}

/** Backups of one environment: writes them, hands work over, and takes in what other computers wrote. */
export class Backups {
  /** Entries changed; some may now be in a state that no list shows. */
  readonly changed = new Signal<readonly KeptEntry[]>()
  /** Entries are in a copy now: they are looked up before anything is sent. */
  readonly copied = new Signal()
  readonly restored = new Signal<readonly KeptEntry[]>()
  readonly #options: BackupsOptions
  readonly #chosen: ChosenBackup
  #underWay: Promise<unknown> = Promise.resolve()

  constructor(options: BackupsOptions) {
    this.#options = options
    this.#chosen = new ChosenBackup(options)
  }

  status(): Result<BackupStatus, StorageFailure> {
    return guardStorage(() => {
      const ledger = this.#keptLedger()
      const now = collect(this.#options, ledger)
      const filesOf = (some: Collected): FileCount =>
        countOf(keptFilesOf(this.#options, some).flatMap(({ file, isThere }) => (isThere ? [file] : [])))
      return {
        number: ledger.number,
        lastAt: ledger.lastAt,
        now: countsOf(now),
        files: { copy: filesOf(now), move: filesOf(movable(now)) },
        handedOver: ledger.handedOver
          .map((one) => stillAway(this.#options, one))
          .filter(({ entries, drafts }) => entries + drafts > 0),
        takenIn: ledger.takenIn
          .map((one) => stillOpen(this.#options, one))
          .filter(({ looking, undecided }) => looking + undecided > 0),
      }
    })
  }

  /** Drafts that were handed over: kept in case they are taken back, and not shown. */
  handedOverDrafts(): ReadonlySet<string> {
    return hiddenDrafts(readLedger(this.#options.database))
  }

  /** Removes drafts that were handed over before that time: the other computer has had them long enough. */
  removeOutlivedDrafts(before: string): Result<null, StorageFailure> {
    const { database, copies } = this.#options
    return guardStorage(() =>
      inTransaction(database, () => {
        const ledger = readLedger(database)
        const ids = ledger.handedOver.flatMap(({ at, draftIds }) => (at < before ? draftIds : []))
        if (ids.length === 0) return null
        for (const id of ids) copies.forgetWithin(id)
        writeLedger(database, {
          ...ledger,
          handedOver: ledger.handedOver.map((one) => (one.at < before ? { ...one, draftIds: [] } : one)),
        })
        return null
      }),
    )
  }

  /** The suggested name for a file written today. */
  fileName(): string {
    return `claims-desk-backup-${this.#options.now().toISOString().slice(0, 10)}.cdbackup`
  }

  /** Writes a backup to a file that an officer chose. */
  async write(file: string, wish: WriteWish): Promise<Result<BackupWritten, OutboxFailure>> {
    return await this.#toItsEnd(this.#write(file, wish, (at) => this.#noteWritten(at)))
  }

  /** Writes a copy to a file of our own; `noteScheduled` notes it once it is where it should be. */
  async writeScheduled(file: string, passphrase: string): Promise<Result<BackupWritten, OutboxFailure>> {
    return await this.#toItsEnd(
      this.#write(file, { passphrase, handOverTo: null, withFiles: false }, () => undefined),
    )
  }

  /** What is remembered of scheduled backups. */
  scheduled(): Result<ScheduledMemory, StorageFailure> {
    return guardStorage(() => readScheduled(this.#options.database))
  }

  /** Notes what became of a scheduled backup. */
  noteScheduled(memory: ScheduledMemory): Result<null, StorageFailure> {
    return guardStorage(() => {
      const isWritten = memory.lastAt !== null && memory.failingSince === null
      if (isWritten && memory.lastAt !== readScheduled(this.#options.database).lastAt)
        this.#noteWritten(memory.lastAt)
      writeScheduled(this.#options.database, memory)
      return null
    })
  }

  async #write(
    file: string,
    wish: WriteWish,
    note: (at: string) => void,
  ): Promise<Result<BackupWritten, OutboxFailure>> {
    const ledger = guardStorage(() => this.#keptLedger())
    if (!ledger.ok) return ledger
    const { handOverTo, withFiles } = wish
    if (isEasyToGuess(wish.passphrase, [this.#options.environment, this.#options.branchName()]))
      return ok({ type: 'weak-passphrase' })
    if (handOverTo === ledger.value.number) return ok({ type: 'own-number' })
    const key = await newBackupKey(wish.passphrase, this.#options.keyCost)

    // From here until the work is given up, nothing asynchronous: the file must hold exactly what was given up.
    const at = this.#options.now().toISOString()
    const put = putOut(this.#options, { id: newId(), at, handOverTo, withFiles })
    if (!put.ok) return put
    if (put.value === null) return ok({ type: 'nothing-to-write' })
    const { content, carried, given, stayed } = put.value
    if (given === null) this.copied.emit()
    else this.changed.emit(given.changed)

    const { environment, version } = this.#options
    const parts = [
      { name: 'entries', count: content.entries.length },
      { name: 'drafts', count: content.drafts.length },
      { name: 'files', count: carried.length },
    ]
    const title = { application: version, createdAt: at, environment, parts }
    const text = textOfContent(content)
    const written = await writeChecked(file, { title, key, passphrase: wish.passphrase, text, carried })
    if ('why' in written) return this.#undone(written, given)
    const kept = guardStorage(() => note(at))
    if (!kept.ok) return kept
    const isThere = (one: BackupFile): boolean => one.carried && !written.unread.has(one.id)
    const lacking = content.files.filter((one) => !isThere(one))
    const files = { ...countOf(content.files.filter(isThere)), lacking: byClaim(lacking, content) }
    return ok({ type: 'written', fileName: basename(file), counts: countsOf(content), files, stayed })
  }

  /** Takes back what was handed over, as copies. */
  takeBack(id: string): Result<readonly KeptEntry[], OutboxFailure> {
    const back = takeBack(this.#options, id, this.#options.now().toISOString())
    if (back.ok) this.restored.emit(back.value)
    return back
  }

  /** The other computer will never send: send the claims of this backup that were proved absent from here. */
  sendCopies(id: string): Result<readonly KeptEntry[], OutboxFailure> {
    const queued = sendCopies(this.#options, id, this.#options.now().toISOString())
    if (queued.ok) this.restored.emit(queued.value)
    return queued
  }

  /** Reads a file's header, without its passphrase. */
  choose(file: string): Promise<BackupChosen> {
    return this.#chosen.choose(file)
  }

  /** Opens the chosen file and reports what it contains. Nothing is changed. */
  open(passphrase: string): Promise<Result<BackupOpened, StorageFailure>> {
    return this.#chosen.open(passphrase)
  }

  /** What the opened file would bring. */
  opened(): Result<BackupOpened, StorageFailure> {
    return this.#chosen.opened()
  }

  /** Lets what the opened file holds into the outbox and the drafts, all of it or nothing. */
  async takeIn(knowsOfficer: (id: string) => boolean): Promise<Result<BackupTakenIn, OutboxFailure>> {
    return await this.#toItsEnd(
      this.#chosen.takeIn(knowsOfficer).then((taken) => {
        if (!taken.ok) return taken
        if (taken.value.answer.type === 'taken-in') this.restored.emit(taken.value.entries)
        return ok(taken.value.answer)
      }),
    )
  }

  /** Forgets the chosen file and its content. */
  putAway(): void {
    this.#chosen.putAway()
  }

  /** Resolves once nothing is written or taken in any more: files may take a while. */
  async close(): Promise<void> {
    this.putAway()
    await this.#underWay
  }

  async #toItsEnd<T>(work: Promise<T>): Promise<T> {
    this.#underWay = Promise.allSettled([this.#underWay, work])
    return await work
  }

  // A number that was shown must not change.
  #keptLedger(): Ledger {
    const ledger = readLedger(this.#options.database)
    writeLedger(this.#options.database, ledger)
    return ledger
  }

  #noteWritten(at: string): void {
    const { database } = this.#options
    writeLedger(database, { ...readLedger(database), lastAt: at })
  }

  // This computer may continue the work in the file only if no file exists anywhere.
  #undone({ why, isGone }: NotWritten, given: GivenUp | null): Result<BackupWritten, OutboxFailure> {
    if (given === null) return ok({ type: 'not-written', why, isHandedOver: false })
    if (!isGone) return ok({ type: 'not-written', why, isHandedOver: true })
    const back = given.undo(this.#options.now().toISOString())
    if (!back.ok) return back
    this.changed.emit(back.value)
    return ok({ type: 'not-written', why, isHandedOver: false })
  }
}
