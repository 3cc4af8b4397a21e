import type { ManagedSettings } from '#shared/managed-settings.ts'
import type { Office } from './computers/office.ts'
import type { FileStores } from './environment/file-stores.ts'
import type { SetUp } from './head-office/set-up.ts'
import type { ProxyLoginVault } from './keys/proxy-login.ts'
import type { LineLedger } from './network/line-ledger.ts'
import type { Audience } from './officers/audience.ts'
import type { OfficerSession } from './officers/officer-session.ts'
import type { SessionLock } from './officers/session-lock.ts'
import type { Signal } from './platform/signal.ts'
import type { Updater } from './updates/updater.ts'
import type { Announce } from '#shared/contract/calls.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { AppStatusOptions, AppStatusReporter } from './environment/app-status.ts'
import type { Workspace, WorkspaceOptions } from './environment/workspace.ts'
import type { CheckStore } from './file-store/object-store.ts'
import type { Orders, OrdersOptions } from './head-office/orders.ts'
import type { ProtectionSource } from './keys/protection.ts'
import type { SystemNetwork, SystemNetworkOptions } from './network/network.ts'
import type { HashCost } from './officers/secret-hash.ts'
import type { PaperOptions } from './reports/handlers.ts'
import type { ManagedConfig } from './settings/managed/managed-config.ts'
import type { BackupFiles } from './shell/dialogs.ts'
import type { BackupQuestions, SetUpDialogs } from './shell/questions.ts'
import type { UpdateSources } from './updates/updater.ts'

/** What a computer gives the services that need no window. */
export interface ServicesOptions extends Pick<WorkspaceOptions, 'isWatched' | 'confirmAddress'> {
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  readonly protection: ProtectionSource
  /** The managed settings as they were read; none by default. */
  readonly managedConfig?: ManagedConfig
  /** How the application updates itself; by default it does not. */
  readonly updateSources?: UpdateSources
  /** What the system's network settings say about an address, and the environment variables that overrule them. */
  readonly proxySettings: Pick<SystemNetworkOptions, 'askSystem' | 'variables' | 'trust'>
  readonly announce: Announce
  /** Asks the officer where to save a file of this name; null when cancelled. */
  readonly chooseFile: (name: string, title: string) => Promise<string | null>
  /** What the window would print, as a PDF; null while there is no window. */
  readonly printPage: PaperOptions['printPage']
  /** Prints what the window shows on paper; the system asks how. */
  readonly sendToPrinter: PaperOptions['sendToPrinter']
  readonly backupFiles: BackupFiles
  readonly backupQuestions: BackupQuestions
  readonly setUpDialogs: SetUpDialogs
  readonly notifications: WorkspaceOptions['notifications'] & AppStatusOptions['notifications']
  /** Whether the application can be set to start with the computer. */
  readonly canStartAtLogin: boolean
  /** How a file store is tried; by default with a small file. */
  readonly checkStore?: CheckStore
  /** What became of files of head office, for the log. */
  readonly onHeadOffice?: OrdersOptions['onEvent']
  /** The work of checking a PIN or passphrase; the everyday one by default. */
  readonly secretCost?: HashCost
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs?: () => number
  /** Restarts the application: Electron asks the system's store only once in a process. */
  readonly startAgain: () => void
}

/** What the page's requests and announcements are made of. */
export interface PageParts extends ServicesOptions {
  readonly office: Office
  readonly workspace: Workspace
  readonly setUp: SetUp
  readonly orders: Orders
  readonly wasSetUp: Signal
  readonly officers: OfficerSession
  readonly audience: Audience
  readonly network: SystemNetwork
  readonly ledger: LineLedger
  readonly proxyLogins: ProxyLoginVault
  readonly fileStores: FileStores
  readonly managed: ManagedSettings
  readonly status: AppStatusReporter
  readonly sessionLock: SessionLock
  readonly updates: Updater
}
