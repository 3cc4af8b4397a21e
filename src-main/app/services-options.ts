import type { ManagedSettings } from '#shared/managed-settings.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { FileStores } from '#main/office/environment/file-stores.ts'
import type { SetUp } from '#main/office/head-office/set-up.ts'
import type { ProxyLoginVault } from '#main/platform/keys/proxy-login.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { SessionLock } from '#main/office/officers/session-lock.ts'
import type { Signal } from '#main/platform/signal.ts'
import type { Updater } from '#main/shell/updates/updater.ts'
import type { Announce } from '#shared/contract/calls.ts'
import type { AppStatus, StorageStatus } from '#shared/contract/app-status.ts'
import type { AppStatusReporter } from './app-status.ts'
import type { Workspace, WorkspaceOptions } from '#main/office/environment/workspace.ts'
import type { CheckStore } from '#main/file-store/object-store.ts'
import type { Orders, OrdersOptions } from '#main/office/head-office/orders.ts'
import type { ProtectionSource } from '#main/platform/keys/protection.ts'
import type { SystemNetwork, SystemNetworkOptions } from '#main/network/network.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import type { PaperSize } from './handlers/reports.ts'
import type { OfficeSettings } from '#main/office/settings/office-settings.ts'
import type { ManagedConfig } from '#main/office/settings/managed/managed-config.ts'
import type { BackupFiles, Permission } from '#main/shell/dialogs.ts'
import type { SetUpDialogs } from '#main/shell/questions.ts'
import type { UpdateSources } from '#main/shell/updates/updater.ts'

/** What the services take from the computer and from Electron, so that tests can replace it. */
export interface ServicesOptions extends Pick<WorkspaceOptions, 'isWatched' | 'confirmAddress'> {
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  readonly protection: ProtectionSource
  /** The managed settings as they were read; none by default. */
  readonly managedConfig?: ManagedConfig
  /** How the application updates itself. */
  readonly updateSources: UpdateSources
  /** What the system's network settings say about an address, and the environment variables that overrule them. */
  readonly proxySettings: Pick<SystemNetworkOptions, 'askSystem' | 'variables' | 'trust'>
  readonly announce: Announce
  readonly windowClosed: Pick<Signal, 'subscribe'>
  /** Whether the open page was loaded for somebody else, and the next one has not come. */
  readonly isPageGoing: () => boolean
  /** Asks the officer where to save a file of this name; null when cancelled. */
  readonly chooseFile: (name: string, title: string) => Promise<string | null>
  /** What the window would print, as a PDF; null while there is no window. */
  readonly printPage: (size: PaperSize) => Promise<Uint8Array | null>
  /** Prints it on paper; the system asks how. False where that fails, but not when cancelled. */
  readonly sendToPrinter: () => Promise<boolean>
  /** Asks a person in a dialog of the system, which no page can answer. */
  readonly ask: (question: Permission) => Promise<boolean>
  readonly backupFiles: BackupFiles
  readonly setUpDialogs: SetUpDialogs
  /** Whether they can be shown may change while the application runs. */
  readonly notifications: WorkspaceOptions['notifications'] & { areShown(): boolean }
  /** Whether the application can be set to start with the computer. */
  readonly canStartAtLogin: boolean
  /** How a file store is tried; by default with a small file. */
  readonly checkStore?: CheckStore
  /** Logs what became of a file of head office. */
  readonly onHeadOffice?: OrdersOptions['onEvent']
  /** The work of checking a PIN or passphrase; the everyday one by default. */
  readonly secretCost?: HashCost
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs?: () => number
  /** Restarts the application: Electron asks the system's store only once in a process. */
  readonly startAgain: () => void
}

/** The services that the handlers and announcements of the page use. */
export interface PageParts extends ServicesOptions {
  readonly office: Office
  readonly workspace: Workspace
  readonly setUp: SetUp
  readonly orders: Orders
  readonly wasSetUp: Signal
  readonly officers: OfficerSession
  readonly audience: Audience
  readonly network: SystemNetwork
  readonly proxyLogins: ProxyLoginVault
  readonly fileStores: FileStores
  readonly settings: OfficeSettings
  readonly managed: ManagedSettings
  readonly status: AppStatusReporter
  readonly sessionLock: SessionLock
  readonly updates: Updater
  /** Opens everything again. @returns how the storage is then; null where that was tried a moment ago */
  readonly retryStorage: () => Promise<StorageStatus['type'] | null>
}
