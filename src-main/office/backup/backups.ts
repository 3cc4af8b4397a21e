import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import type { BackupStatus, BackupTakenIn, BackupWritten } from '#shared/contract/backup.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import type { CarriedSettings } from '#shared/settings.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { Signal } from '#main/platform/signal.ts'
import { Slices } from '#main/platform/slices.ts'
import { guardStorage, guardStorageWork, type StorageFailure } from '#main/platform/sqlite.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import { textOfContent, type BackupFile } from './backup-content.ts'
import { newBackupKey } from './backup-format.ts'
import { changeLedger, readLedger, type ScheduledMemory } from './backup-ledger.ts'
import { countsOf, ChosenBackup, type ChosenBackupOptions } from './chosen-backup.ts'
import type { ThisComputer } from './this-computer.ts'
import { collect, countOf, putOut } from './collect.ts'
import { writeChecked } from './write-checked.ts'

export interface BackupsOptions extends ChosenBackupOptions {
  readonly computer: ThisComputer
  readonly version: string
  /** The branch's name, which is no passphrase. */
  readonly branchName: () => string
  /** What the office says of itself and its insurer: it goes with each backup. */
  readonly settings: () => CarriedSettings
  /** The cost of one passphrase attempt; OWASP's recommendation by default. */
  readonly keyCost?: HashCost
}

/** Backups of one environment: writes them, and takes in what other computers wrote. */
export class Backups {
  /** Entries are in a copy now: they are looked up before anything is sent. */
  readonly copied = new Signal()
  readonly restored = new Signal<readonly KeptEntry[]>()
  readonly #options: BackupsOptions
  /** The backup that an officer chose. */
  readonly chosen: ChosenBackup
  /** No backup has half of what is being taken in. */
  readonly #inTurn = oneAtATime()
  #underWay: Promise<unknown> = Promise.resolve()

  constructor(options: BackupsOptions) {
    this.#options = options
    this.chosen = new ChosenBackup(options)
  }

  async status(): Promise<Result<BackupStatus, StorageFailure>> {
    const number = await this.#options.computer.number()
    const counted = guardStorageWork(async () => {
      const now = await collect(this.#options, ({ state }) => ({ state }))
      const kept = now.files.flatMap(({ file, isThere }) => (isThere ? [file] : []))
      return { number, lastAt: this.lastAt(), now: countsOf(now), files: countOf(kept) }
    })
    return await this.#toItsEnd(counted)
  }

  /** The suggested name for a file written today. */
  fileName(): string {
    return `claims-desk-backup-${this.#options.now().toISOString().slice(0, 10)}.cdbackup`
  }

  /** Writes a backup: to a file that an officer chose, or a scheduled one, which `noteScheduled` notes once it is in its place. */
  async write(
    file: string,
    passphrase: string,
    how: { readonly isScheduled: boolean } = { isScheduled: false },
  ): Promise<Result<BackupWritten, OutboxFailure>> {
    return await this.#toItsEnd(this.#inTurn(() => this.#write(file, passphrase, how)))
  }

  /** When the last one was written. Throws what SQLite throws. */
  lastAt(): string | null {
    return readLedger(this.#options.database).lastAt
  }

  /** What is remembered of scheduled backups. */
  scheduled(): Result<ScheduledMemory, StorageFailure> {
    return guardStorage(() => readLedger(this.#options.database).scheduled)
  }

  /** Notes what became of a scheduled backup. */
  noteScheduled(memory: ScheduledMemory): Result<null, StorageFailure> {
    return guardStorage(() => {
      const { database } = this.#options
      const before = readLedger(database)
      const isWritten = memory.lastAt !== before.scheduled.lastAt
      changeLedger(database, { scheduled: memory, lastAt: isWritten ? memory.lastAt : before.lastAt })
      return null
    })
  }

  async #write(
    file: string,
    passphrase: string,
    how: { readonly isScheduled: boolean },
  ): Promise<Result<BackupWritten, OutboxFailure>> {
    const { database, environment, version, computer, keyCost, now } = this.#options
    if (isEasyToGuess(passphrase, [environment, this.#options.branchName()]))
      return ok({ type: 'weak-passphrase' })
    const number = await computer.number()
    if (number === null) return ok({ type: 'not-written', why: 'other' })
    const key = await newBackupKey(passphrase, keyCost)

    const at = now().toISOString()
    const put = await guardStorageWork(() => putOut(this.#options, number, how))
    if (!put.ok) return put
    if (put.value === null) return ok({ type: 'nothing-to-write' })
    const { carried } = put.value
    const content = { ...put.value.content, settings: this.#options.settings() }
    this.copied.emit()

    const parts = [
      { name: 'entries', count: content.entries.length },
      { name: 'drafts', count: content.drafts.length },
      { name: 'files', count: carried.length },
    ]
    const title = { application: version, createdAt: at, environment, parts }
    const written = await writeChecked(file, {
      title,
      key,
      passphrase,
      text: await textOfContent(content),
      carried,
    })
    if ('why' in written) return ok({ type: 'not-written', why: written.why })
    const noted = guardStorage(() => (how.isScheduled ? null : changeLedger(database, { lastAt: at })))
    if (!noted.ok) return noted
    const isThere = (one: BackupFile): boolean => one.carried && !written.unread.has(one.id)
    const there = content.files.filter(isThere)
    const files = { ...countOf(there), lacking: content.files.length - there.length }
    return ok({ type: 'written', savedAs: file, counts: countsOf(content), files })
  }

  /** Imports the opened file into the outbox and the drafts, all of it or nothing. */
  async takeIn(knowsOfficer: (id: string) => boolean): Promise<Result<BackupTakenIn, OutboxFailure>> {
    return await this.#toItsEnd(
      this.#inTurn(async () => {
        const taken = await this.chosen.takeIn(knowsOfficer)
        if (!taken.ok) return taken
        const { ids, answer } = taken.value
        const restored = answer.type === 'taken-in' ? await this.#restore(ids) : ok(null)
        return restored.ok ? ok(answer) : restored
      }),
    )
  }

  /** Brings entries into memory in slices, each with the word that others may have them, so that none is sent before. */
  async #restore(ids: readonly string[]): Promise<Result<null, StorageFailure>> {
    const slices = new Slices()
    let entries: KeptEntry[] = []
    for (const id of ids) {
      const read = this.#options.outbox.reload([id])
      if (!read.ok) return read
      entries.push(...read.value)
      if (!slices.isOver(32)) continue
      this.restored.emit(entries)
      entries = []
      await slices.next()
    }
    this.restored.emit(entries)
    return ok(null)
  }

  /** Forgets the chosen file and its content. */
  putAway(): void {
    this.chosen.putAway()
  }

  /** Resolves once no backup is being written or imported. */
  async close(): Promise<void> {
    this.putAway()
    await this.#underWay
  }

  async #toItsEnd<T>(work: Promise<T>): Promise<T> {
    this.#underWay = Promise.allSettled([this.#underWay, work])
    return await work
  }
}
