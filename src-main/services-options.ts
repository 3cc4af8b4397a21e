import type { Announce } from '#shared/contract/announcements.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { type AppStatusOptions } from './environment/app-status.ts'
import { type WorkspaceOptions } from './environment/workspace.ts'
import type { CheckStore } from './file-store/object-store.ts'
import { type OrdersOptions } from './head-office/orders.ts'
import type { ProtectionSource } from './keys/protection.ts'
import { type SystemNetworkOptions } from './network/network.ts'
import type { HashCost } from './officers/secret-hash.ts'
import { type PaperOptions } from './reports/handlers.ts'
import { type ManagedConfig } from './settings/managed/managed-config.ts'
import type { BackupFiles } from './shell/backup-files.ts'
import type { BackupQuestions } from './shell/backup-questions.ts'
import type { SetUpDialogs } from './shell/set-up-question.ts'
import type { UpdateSources } from './updates/updater.ts'

/** What a computer gives the services that need no window. */
export interface ServicesOptions extends Pick<WorkspaceOptions, 'isWatched' | 'confirmAddress'> {
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  readonly languageFor?: (setting: string) => string
  readonly protection: ProtectionSource
  /** The managed settings as they were read; none by default. */
  readonly managedConfig?: ManagedConfig
  /** Reads the managed settings as they are now. */
  readonly readPolicy: () => Promise<ManagedConfig>
  /** How the application updates itself; by default it does not. */
  readonly updateSources?: UpdateSources
  /** What the system's network settings say about an address, and the environment variables that overrule them. */
  readonly proxySettings: Pick<SystemNetworkOptions, 'askSystem' | 'variables' | 'trust'>
  readonly announce: Announce
  /** Asks the officer where to save a file of this name; null when cancelled. */
  readonly chooseFile: (name: string, title?: string) => Promise<string | null>
  /** What the window would print, as a PDF; null while there is no window. */
  readonly printPage: PaperOptions['printPage']
  /** Prints what the window shows on paper; the system asks how. */
  readonly sendToPrinter: PaperOptions['sendToPrinter']
  /** Asks the officer where to save a backup, or which one to open. */
  readonly backupFiles: BackupFiles
  readonly backupQuestions: BackupQuestions
  /** Asks which set-up file to open, and whether this computer is set up from it. */
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
