import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { newId } from '#shared/domain/identifier.ts'
import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import type { Environment } from '#shared/domain/product.ts'
import type {
  BackupChosen,
  BackupOpened,
  BackupRefusal,
  BackupReleased,
  BackupStatus,
  BackupTakenIn,
  BackupWritten,
  WaitingCounts,
  WaitingWork,
} from '#shared/contract/backup.ts'
import { ok, type Result } from '#shared/result.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { Signal } from '../platform/signal.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import type { HashCost } from '../officers/secret-hash.ts'
import { inTransaction } from '../platform/transaction.ts'
import { contentOfText, textOfContent, type BackupContent } from './backup-content.ts'
import {
  newBackupKey,
  openBackup,
  readBackup,
  sealBackup,
  type BackupKey,
  type SealedBackup,
} from './backup-format.ts'
import { hiddenDrafts, readLedger, writeLedger, type Ledger } from './backup-ledger.ts'
import { countsOf, stillAway, stillOpen } from './backup-status.ts'
import { collect, type BackupSource } from './collect.ts'
import { sendCopies, takeBack, type GivenUp } from './hand-over.ts'
import { putOut } from './put-out.ts'
import { release, waitingCounts, waitingWork, whyNotAgain } from './release.ts'
import { planTakingIn } from './take-in.ts'
import { dropWaiting, keepWaiting, waitingBackup, waitingBackups } from './waiting-backups.ts'
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
}

const biggestFileBytes = 512 * 1024 * 1024

/** Backups of one environment: writes them, hands work over, and takes in what other computers wrote. */
export class Backups {
  /** Entries changed; some may now be in a state that no list shows. */
  readonly changed = new Signal<readonly KeptEntry[]>()
  /** Entries are in a copy now: they are looked up before anything is sent. */
  readonly copied = new Signal()
  readonly restored = new Signal<readonly KeptEntry[]>()
  readonly #options: BackupsOptions
  /** The chosen file; includes its content once the passphrase has opened it. */
  #chosen: { readonly sealed: SealedBackup; readonly content: BackupContent | null } | null = null

  constructor(options: BackupsOptions) {
    this.#options = options
  }

  status(): Result<BackupStatus, StorageFailure> {
    return guardStorage(() => {
      const ledger = this.#keptLedger()
      return {
        number: ledger.number,
        lastAt: ledger.lastAt,
        now: countsOf(collect(this.#options, ledger)),
        waiting: waitingBackups(this.#options).map((one) => waitingWork(this.#options, one)),
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
    const ledger = guardStorage(() => this.#keptLedger())
    if (!ledger.ok) return ledger
    const { handOverTo } = wish
    if (isEasyToGuess(wish.passphrase, [this.#options.environment, this.#options.branchName()]))
      return ok({ type: 'weak-passphrase' })
    if (handOverTo === ledger.value.number) return ok({ type: 'own-number' })
    const key = await newBackupKey(wish.passphrase, this.#options.keyCost)

    // From here until the work is given up, nothing asynchronous: the file must hold exactly what was given up.
    const at = this.#options.now().toISOString()
    const put = putOut(this.#options, { id: newId(), at, handOverTo })
    if (!put.ok) return put
    if (put.value === null) return ok({ type: 'nothing-to-write' })
    const { content, given, stayed } = put.value
    if (given === null) this.copied.emit()
    else this.changed.emit(given.changed)

    const written = await this.#writeFile(file, { content, key, at }, wish.passphrase)
    if (written !== null) return this.#undone(written, given)
    const kept = guardStorage(() => this.#noteWritten(at))
    if (!kept.ok) return kept
    return ok({ type: 'written', fileName: basename(file), counts: countsOf(content), stayed })
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
  async choose(file: string): Promise<BackupChosen> {
    this.putAway()
    const bytes = await readFile(file).catch(() => null)
    if (bytes === null || bytes.length > biggestFileBytes) return refused({ type: 'unreadable-file' })
    const sealed = readBackup(bytes)
    if (!sealed.ok) return refused(sealed.error)
    const { environment, createdAt, application, parts } = sealed.value.header
    if (environment !== this.#options.environment) return refused({ type: 'other-environment', environment })
    this.#chosen = { sealed: sealed.value, content: null }
    const countOf = (part: string): number => parts.find(({ name }) => name === part)?.count ?? 0
    const [entries, drafts] = [countOf('entries'), countOf('drafts')]
    return { type: 'chosen', fileName: basename(file), createdAt, application, entries, drafts }
  }

  /** Opens the chosen file and reports what it contains. Nothing is changed. */
  async open(passphrase: string): Promise<Result<BackupOpened, StorageFailure>> {
    const chosen = this.#chosen
    if (chosen === null) return ok(refused({ type: 'no-file' }))
    const text = await openBackup(chosen.sealed, passphrase)
    if (!text.ok) return ok(refused(text.error))
    const { application, createdAt } = chosen.sealed.header
    const content = contentOfText(text.value)
    if (!content.ok) return ok(refused({ type: 'newer', application }))
    // The file was put away while the key was derived.
    if (this.#chosen !== chosen) return ok(refused({ type: 'no-file' }))
    return guardStorage(() => {
      const why = whyNotAgain(this.#options, content.value.id)
      if (why !== null) return refused(why)
      this.#chosen = { ...chosen, content: content.value }
      const { isMove, entries, drafts, known } = planTakingIn(this.#options, content.value)
      return {
        type: 'opened',
        createdAt,
        from: content.value.from,
        as: isMove ? 'move' : 'copy',
        meantFor: isMove ? null : content.value.handedOverTo,
        brings: countsOf({ entries, drafts }),
        known,
      }
    })
  }

  /** Keeps what the opened file holds until somebody releases it. Nothing of it is in the outbox before that. */
  takeIn(): Result<BackupTakenIn, StorageFailure> {
    const chosen = this.#chosen
    const content = chosen?.content ?? null
    if (chosen === null || content === null) return ok(refused({ type: 'no-file' }))
    const { createdAt } = chosen.sealed.header
    const kept = guardStorage((): BackupTakenIn => {
      const why = whyNotAgain(this.#options, content.id)
      if (why !== null) return refused(why)
      keepWaiting(this.#options, { takenAt: this.#options.now().toISOString(), createdAt, content })
      return { type: 'taken-in', brought: countsOf(planTakingIn(this.#options, content)) }
    })
    if (kept.ok) this.putAway()
    return kept
  }

  /** A backup that waits, and what its release would bring; null when none with that id does. */
  waiting(id: string): Result<WaitingWork | null, StorageFailure> {
    return guardStorage(() => {
      const found = waitingBackup(this.#options, id)
      return found === null ? null : waitingWork(this.#options, found)
    })
  }

  /** How much of all backups that wait the insurer may not have yet. */
  waitingCounts(): Result<WaitingCounts, StorageFailure> {
    return guardStorage(() => waitingCounts(this.#options))
  }

  /** Lets a waiting backup into the outbox and the drafts, all of it or nothing. */
  release(id: string, knowsOfficer: (id: string) => boolean): Result<BackupReleased, OutboxFailure> {
    const released = release(this.#options, id, { at: this.#options.now().toISOString(), knowsOfficer })
    if (!released.ok) return released
    const { plan, entries } = released.value
    this.restored.emit(entries)
    return ok({ type: 'released', as: plan.isMove ? 'move' : 'copy', brought: countsOf(plan) })
  }

  /** Removes a backup that waits. The same file can be taken in again. */
  removeWaiting(id: string): Result<null, StorageFailure> {
    return guardStorage(() => {
      dropWaiting(this.#options.database, id)
      return null
    })
  }

  /** Forgets the chosen file and its content. */
  putAway(): void {
    this.#chosen = null
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

  async #writeFile(
    file: string,
    { content, key, at }: { readonly content: BackupContent; readonly key: BackupKey; readonly at: string },
    passphrase: string,
  ): Promise<NotWritten | null> {
    const { environment, version } = this.#options
    const parts = [
      { name: 'entries', count: content.entries.length },
      { name: 'drafts', count: content.drafts.length },
    ]
    const text = textOfContent(content)
    const bytes = sealBackup({ application: version, createdAt: at, environment, parts }, key, text)
    return await writeChecked(file, bytes, { passphrase, text })
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

function refused(why: BackupRefusal): { readonly type: 'refused'; readonly why: BackupRefusal } {
  return { type: 'refused', why }
}
