import type { OfficeFolderStatus } from '#shared/contract/scheduled-backup.ts'
import { isEasyToGuess } from '#shared/domain/passphrase.ts'
import type { HeadOfficeStatus } from '#shared/head-office.ts'
import type { ManagedSettings } from '#shared/managed-settings.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ComputerStatus } from '#shared/computer-status.ts'
import { ScheduledBackups } from '../backup/scheduled-backup.ts'
import type { Workspace } from '../environment/workspace.ts'
import { createBackupPassphrase, type BackupPassphrase } from '../keys/backup-passphrase.ts'
import type { SecretsPlace } from '../keys/secret-file.ts'
import type { LineLedger } from '../network/line-ledger.ts'
import type { Clock } from '../platform/clock.ts'
import type { FileFailure } from '../platform/durable-file.ts'
import { OfficeFolders } from '../platform/office-folders.ts'
import { Signal } from '../platform/signal.ts'
import { computerStatus } from './computer-status.ts'
import { installationId } from './installation-id.ts'
import { StatusWriter } from './status-writer.ts'

export interface OfficeOptions {
  readonly dataFolder: string
  readonly version: string
  readonly clock: Clock
  readonly secretsKey: SecretsPlace['secretsKey']
  readonly workspace: Workspace
  readonly ledger: Pick<LineLedger, 'use'>
  readonly managed: ManagedSettings
  readonly headOffice: () => HeadOfficeStatus | null
}

/** What this computer writes into folders of the office by itself: backups, and how it stands. */
export class Office {
  /** What the page is shown of it. */
  readonly changed = new Signal()
  /** For everything in such folders, so that one that hangs is known to all. */
  readonly folders: OfficeFolders
  readonly #options: OfficeOptions
  readonly #passphrase: BackupPassphrase
  readonly #backups: ScheduledBackups
  readonly #writer: StatusWriter
  #id: Promise<string | null> | null = null

  constructor(options: OfficeOptions) {
    const { clock, workspace } = options
    this.#options = options
    this.folders = new OfficeFolders(clock)
    this.#passphrase = createBackupPassphrase({ folder: options.dataFolder, secretsKey: options.secretsKey })
    this.#backups = new ScheduledBackups({
      ...options,
      folders: this.folders,
      folder: () => workspace.settings.backupFolder,
      open: () => {
        const { name, services } = workspace.environment
        return services === null ? null : { environment: name, backup: services.backup }
      },
      passphrase: this.#passphrase,
      id: () => this.#installation(),
    })
    this.#writer = new StatusWriter({
      clock,
      folders: this.folders,
      folder: () => workspace.settings.statusFolder,
      read: () => this.#read(),
    })
    this.#backups.changed.subscribe(() => this.#writer.changed())
    this.#backups.changed.subscribe(() => this.changed.emit())
    this.#writer.troubleChanged.subscribe(() => this.changed.emit())
    workspace.signals.engineChanged.subscribe(() => this.#writer.changed())
    workspace.settingsChanged.subscribe((patch) => {
      this.#writer.folderChanged()
      if ('backupFolder' in patch || 'environment' in patch) this.#backups.lookSoon()
    })
  }

  async status(): Promise<OfficeFolderStatus> {
    return { backup: await this.#backups.status(), status: this.#writer.trouble }
  }

  /** Sets the passphrase of scheduled backups, under the rules of those that are written by hand. */
  async setPassphrase(passphrase: string): Promise<Result<'set' | 'weak-passphrase', FileFailure>> {
    const { environment, settings } = this.#options.workspace
    if (isEasyToGuess(passphrase, [environment.name, settings.branchName])) return ok('weak-passphrase')
    const set = await this.#passphrase.set(passphrase)
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

  /** The computer was asleep, or another environment is open. */
  lookSoon(): void {
    this.#backups.lookSoon()
    this.#writer.changed()
  }

  /** As `OfficeFolders.stop`; nothing is begun from here on. */
  async close(patienceMs: number): Promise<boolean> {
    this.#backups.close()
    this.#writer.close()
    return await this.folders.stop(patienceMs)
  }

  #installation(): Promise<string | null> {
    return (this.#id ??= installationId(this.#options.dataFolder).then((id) => {
      if (id === null) this.#id = null
      return id
    }))
  }

  async #read(): Promise<ComputerStatus | null> {
    const { workspace, clock, ledger, managed, version } = this.#options
    const id = await this.#installation()
    if (id === null) return null
    const { lastAt, isOverdue } = await this.#backups.status()
    const { name, services } = workspace.environment
    const key = await workspace.keyStatus(name)
    return computerStatus({
      id,
      version,
      environment: name,
      branchName: workspace.settings.branchName,
      now: clock.now(),
      engine: services?.engine.status() ?? null,
      key,
      line: ledger.use(),
      lastBackupAt: lastAt,
      isBackupOverdue: isOverdue,
      pharmaciesAt: services?.memory.read('pharmacies-at') ?? null,
      problems: managed.problems,
      clock: services?.witness.now().clock ?? null,
      headOffice: this.#options.headOffice(),
    })
  }
}
