import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupOverdueMs } from '#shared/ages.ts'
import type { BackupTrouble, ScheduledBackup } from '#shared/contract/backup.ts'
import type { Environment } from '#shared/domain/product.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { BackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import type { OfficeBucket } from '#main/file-store/office-bucket.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'
import { nothingScheduled, type ScheduledMemory } from './backup-ledger.ts'
import type { Backups } from './backups.ts'

/** How long after the start the first backup may be written, as a start has more urgent work. */
const firstMs = 300_000
const soonMs = 60_000
const againMs = 1_800_000
/** A timer counts no time that the computer sleeps, or by which its clock is set. */
const longestWaitMs = 6 * 3_600_000

/** Local hour from which a day's backup is written: most of the day's work is in it, and the office is still open. */
const hour = 15

/** The environment of the office's work, and its backups. */
export interface BackedUp {
  readonly environment: Environment
  readonly backup: Backups
}

export interface ScheduledBackupsOptions {
  readonly clock: Clock
  readonly dataFolder: string
  /** Where they are written to; null while head office gave no bucket. */
  readonly bucket: () => OfficeBucket | null
  /** Null while the outbox cannot be opened. */
  readonly open: () => BackedUp | null
  readonly passphrase: BackupPassphrase
  /** The id of this installation; null while there is none. */
  readonly id: () => Promise<string | null>
}

/**
 * Writes a backup once a day. It is made and checked on this computer's own disk first, so that the outbox never waits
 * for the line.
 */
export class ScheduledBackups {
  readonly changed = new Signal()
  readonly #options: ScheduledBackupsOptions
  readonly #inTurn = oneAtATime()
  #trouble: BackupTrouble | null = null
  #next: { readonly atMs: number; readonly cancel: () => void } | null = null

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options
    this.#lookIn(firstMs)
  }

  async status(): Promise<ScheduledBackup> {
    const { clock, passphrase } = this.#options
    const isOn = this.#options.bucket() !== null
    const open = this.#open()
    const memory = open?.backup.scheduled()
    const { lastAt, lacking, failingSince } = memory?.ok === true ? memory.value : nothingScheduled
    return {
      // Where nothing is written, no one has to wait for the keyring.
      passphrase: isOn ? await passphrase.status() : 'none',
      isFromHeadOffice: isOn && (await passphrase.isFromHeadOffice()),
      lastAt,
      lacking,
      trouble: failingSince === null ? null : (this.#trouble ?? 'other'),
      isOverdue: isOn && isOverdue(clock.now(), failingSince),
    }
  }

  /** Writes one now. @returns what stood in the way; null when it was written, or there is nothing to write. */
  writeNow(): Promise<BackupTrouble | null> {
    return this.#inTurn(() => this.#write())
  }

  /** Checks again whether one is due: bucket, passphrase or environment may have changed, or the computer slept. */
  lookSoon(): void {
    this.#lookIn(soonMs)
  }

  /** Resolves once the backup under way, if any, has ended. */
  async settled(): Promise<void> {
    await this.#inTurn(() => Promise.resolve())
  }

  close(): void {
    this.#next?.cancel()
    this.#next = null
  }

  /** An earlier look stays: what changes again and again, as a network may, would put it off for ever. */
  #lookIn(delayMs: number): void {
    const { clock, bucket } = this.#options
    const atMs = clock.monotonicMs() + delayMs
    if (bucket() === null || (this.#next !== null && this.#next.atMs <= atMs)) return
    this.#next?.cancel()
    this.#next = { atMs, cancel: clock.after(delayMs, () => void this.#look()) }
  }

  async #look(): Promise<void> {
    this.#next = null
    let trouble: BackupTrouble | null = 'other'
    try {
      trouble = await this.#inTurn(async () => (this.#isDue() ? await this.#write() : null))
    } finally {
      // No one is waiting: what failed now is tried again, and what is written waits for the next day.
      const nextMs = trouble === null ? msUntilDue(this.#options.clock.now()) : againMs
      this.#lookIn(Math.min(nextMs, longestWaitMs))
    }
  }

  #isDue(): boolean {
    const memory = this.#open()?.backup.scheduled()
    return memory?.ok === true && isBackupDue(this.#options.clock.now(), memory.value.lastAt)
  }

  /** Practice has no backups, because its data is made up. */
  #open(): BackedUp | null {
    const open = this.#options.open()
    return open === null || open.environment === 'practice' ? null : open
  }

  async #write(): Promise<BackupTrouble | null> {
    const { clock } = this.#options
    const open = this.#open()
    const bucket = this.#options.bucket()
    if (open === null || bucket === null) return null
    const at = clock.now().toISOString()
    const before = open.backup.scheduled()
    const memory = before.ok ? before.value : nothingScheduled
    const written = await this.#writeOf(open, bucket, memory)
    // Another environment was opened meanwhile: its own backup is due there.
    if (this.#options.open()?.backup !== open.backup) return null
    this.#trouble = written.ok ? null : written.error
    open.backup.noteScheduled({
      ...memory,
      ...(written.ok && written.value !== null ? { ...written.value, lastAt: at } : {}),
      failingSince: written.ok ? null : theEarlier(memory.failingSince, at),
    })
    this.changed.emit()
    return this.#trouble
  }

  /** @returns its number and how many files are not in it; null for nothing to write. */
  async #writeOf(
    { backup, environment }: BackedUp,
    bucket: OfficeBucket,
    before: ScheduledMemory,
  ): Promise<Result<Pick<ScheduledMemory, 'number' | 'lacking'> | null, BackupTrouble>> {
    const { clock, dataFolder } = this.#options
    const [passphrase, id] = await Promise.all([this.#options.passphrase.read(), this.#options.id()])
    if (passphrase === null) return err('no-passphrase')
    if (id === null) return err('own-disk')
    const own = join(dataFolder, environment, 'scheduled-backup')
    const file = join(own, 'made.cdbackup')
    try {
      // Removes what a killed run left.
      await emptied(own)
      // Another environment was opened meanwhile: this outbox is closed.
      if (this.#options.open()?.backup !== backup) return ok(null)
      const made = await backup.write(file, passphrase, { isScheduled: true })
      if (!made.ok) return err('own-disk')
      if (made.value.type === 'nothing-to-write') return ok(null)
      if (made.value.type === 'weak-passphrase') return err('weak-passphrase')
      if (made.value.type !== 'written') return err('own-disk')
      const day = clock.now().toISOString().slice(0, 10)
      // Counted from what is remembered, so that no clock changes their order.
      const number = before.number + 1
      const name = `claims-desk-${id}-${environment}-${String(number).padStart(4, '0')}-${day}.cdbackup`
      const put = await bucket.put(name, { file })
      return put.ok ? ok({ number, lacking: made.value.files.lacking }) : put
    } finally {
      await emptied(own)
    }
  }
}

async function emptied(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}

/** The clock may have been set back since the first failure. */
function theEarlier(since: string | null, now: string): string {
  return since === null || since > now ? now : since
}

/** When a backup becomes due, today or as many days beside it. */
function dueOn(now: Date, days: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).getTime()
}

/**
 * Whether a backup is to be written: once a day from 15:00 on, and at the first chance where that was missed. One from
 * the future was written before the clock was set back, and counts as none.
 */
function isBackupDue(now: Date, lastAt: string | null): boolean {
  if (lastAt === null) return true
  const last = Date.parse(lastAt)
  const lastDue = dueOn(now, 0) <= now.getTime() ? dueOn(now, 0) : dueOn(now, -1)
  return last < lastDue || last > now.getTime()
}

/** Milliseconds until the next one becomes due. */
function msUntilDue(now: Date): number {
  const today = dueOn(now, 0) - now.getTime()
  return today > 0 ? today : dueOn(now, 1) - now.getTime()
}

/** Whether backups have failed for so long that it is an alarm. */
function isOverdue(now: Date, failingSince: string | null): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= backupOverdueMs
}
