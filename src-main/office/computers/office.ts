import type { ForHeadOffice, PassphraseSet } from '#shared/contract/backup.ts'
import { isDeepStrictEqual } from 'node:util'
import type { FileStore, OfficeStore } from '#shared/domain/file-store.ts'
import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import { ok, type Result } from '#shared/result.ts'
import { originOf, storeIn, type Settings } from '#shared/settings.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import { ScheduledBackups } from '#main/office/backup/scheduled-backup.ts'
import type { ThisComputer } from '#main/office/backup/this-computer.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import { officeBucket, type OfficeBucket } from '#main/file-store/office-bucket.ts'
import type { ObjectStore } from '#main/file-store/object-store.ts'
import { asFileStore } from '#main/file-store/store-address.ts'
import { officeKeysOf, type AccessKey, type StoreKeys } from '#main/platform/keys/store-keys.ts'
import { createBackupPassphrase, type BackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import type { SecretsPlace } from '#main/platform/keys/secret-file.ts'
import type { Clock } from '#main/platform/clock.ts'
import type { FileFailure } from '#main/platform/durable-file.ts'
import { Signal } from '#main/platform/signal.ts'
import { StatusWriter, type StatusReport } from './status-writer.ts'

export interface OfficeOptions {
  readonly dataFolder: string
  readonly computer: ThisComputer
  readonly clock: Clock
  readonly secretsKey: SecretsPlace['secretsKey']
  readonly workspace: Workspace
  /** The access key of head office's bucket. */
  readonly officeKeys: Pick<StoreKeys, 'read'>
  readonly openStore: (store: FileStore, accessKey: AccessKey) => ObjectStore
}

/** Head office's bucket, with its two folders. */
interface OfficeBuckets {
  readonly store: OfficeStore
  readonly backups: OfficeBucket
  readonly status: OfficeBucket
}

/** Writes backups and the status of this computer into head office's bucket. */
export class Office {
  /** Scheduled backups and the status, as the page shows them. */
  readonly changed = new Signal()
  readonly #options: OfficeOptions
  readonly #passphrase: BackupPassphrase
  readonly #backups: ScheduledBackups
  readonly #writer: StatusWriter
  readonly #closed = new AbortController()
  #buckets: OfficeBuckets | null = null

  constructor(options: OfficeOptions) {
    const { clock, workspace } = options
    this.#options = options
    this.#passphrase = createBackupPassphrase({ folder: options.dataFolder, secretsKey: options.secretsKey })
    this.#backups = new ScheduledBackups({
      ...options,
      bucket: () => this.#bucketsNow()?.backups ?? null,
      open: () => {
        const { name, services } = workspace.desk
        return services === null ? null : { environment: name, backup: services.backup }
      },
      passphrase: this.#passphrase,
      id: () => this.id(),
    })
    this.#writer = new StatusWriter({ clock, bucket: () => this.#bucketsNow()?.status ?? null })
    this.#backups.changed.subscribe(() => this.#writer.changed())
    this.#backups.changed.subscribe(() => this.changed.emit())
    this.#writer.troubleChanged.subscribe(() => this.changed.emit())
    for (const { stepTaken } of workspace.allSignals) stepTaken.subscribe(() => this.#writer.changed())
    workspace.onSettings(['officeStore'], () => this.#writer.bucketChanged())
    workspace.onSettings(['officeStore', 'environment'], () => this.#backups.lookSoon())
  }

  /** Opened again when the settings change; it remembers what the probe found. */
  #bucketsNow(): OfficeBuckets | null {
    const { officeKeys, openStore, workspace, clock } = this.#options
    const store = workspace.settings.officeStore
    if (store === null) return null
    if (this.#buckets === null || !isDeepStrictEqual(this.#buckets.store, store)) {
      const bucketIn = (folder: string): OfficeBucket =>
        officeBucket({
          store,
          folder,
          accessKey: () => officeKeys.read(officeKeysOf, originOf(store.endpoint)),
          open: (accessKey) => openStore(asFileStore(store), accessKey),
          publicBases: () => publicBasesOf(workspace.settings),
          now: () => clock.now(),
          signal: this.#closed.signal,
        })
      this.#buckets = { store, backups: bucketIn('backups/'), status: bucketIn('status/') }
    }
    return this.#buckets
  }

  /** Starts writing how this computer stands for head office. @param report makes what is written */
  start(report: StatusReport): void {
    this.#writer.start(report)
  }

  async status(): Promise<ForHeadOffice> {
    return { backup: await this.#backups.status(), status: this.#writer.trouble }
  }

  /**
   * Sets the passphrase of scheduled backups, under the rules of those that are written by hand. Head office's is never
   * replaced here.
   */
  async setPassphrase(passphrase: string): Promise<Result<PassphraseSet, FileFailure>> {
    const fit = await this.judgePassphrase(passphrase)
    return fit === 'first' || fit === 'another' ? await this.#keepPassphrase(passphrase, 'here') : ok(fit)
  }

  /** What a passphrase would be for scheduled backups, or why it is refused. */
  async judgePassphrase(passphrase: string): Promise<Exclude<PassphraseSet, 'set'> | 'first' | 'another'> {
    const { desk, settings } = this.#options.workspace
    if (isEasyToGuess(passphrase, [desk.name, settings.branchName])) return 'weak-passphrase'
    if (await this.#passphrase.isFromHeadOffice()) return 'set-by-head-office'
    return (await this.#passphrase.status()) === 'none' ? 'first' : 'another'
  }

  /** Head office gives the passphrase. */
  givePassphrase(passphrase: string): Promise<Result<'set', FileFailure>> {
    return this.#keepPassphrase(passphrase, 'head-office')
  }

  /** Forgets the passphrase, as where head office's set-up broke. */
  forgetPassphrase(): Promise<Result<null, FileFailure>> {
    return this.#passphrase.forget()
  }

  async #keepPassphrase(
    passphrase: string,
    from: 'here' | 'head-office',
  ): Promise<Result<'set', FileFailure>> {
    const set = await this.#passphrase.set(passphrase, from)
    if (!set.ok) return set
    this.#backups.lookSoon()
    this.changed.emit()
    return ok('set')
  }

  /** As `ScheduledBackups.writeNow`. */
  writeNow(): ReturnType<ScheduledBackups['writeNow']> {
    return this.#backups.writeNow()
  }

  /** As `StatusWriter.writeNow`. */
  writeStatus(): Promise<void> {
    return this.#writer.writeNow()
  }

  /** Checks what is due after the computer slept or another environment was opened. */
  lookSoon(): void {
    this.#backups.lookSoon()
    this.#writer.changed()
  }

  /** Nothing is begun from here on, and what is on its way to the bucket ends. */
  close(): void {
    this.#backups.close()
    this.#writer.close()
    this.#closed.abort()
  }

  /** The number of this computer. Null while the disk cannot keep it. */
  async id(): Promise<string | null> {
    return await this.#options.computer.number()
  }
}

/** The addresses below which claims link to their files. */
function publicBasesOf(settings: Settings): readonly string[] {
  return remoteEnvironments.flatMap((environment) => storeIn(settings, environment)?.links ?? [])
}
