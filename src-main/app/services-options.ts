import type { Signal } from '#main/platform/signal.ts'
import type { Announce } from '#shared/contract/calls.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { WorkspaceOptions } from '#main/office/environment/workspace.ts'
import type { Ask, BackupFiles } from '#main/shell/dialogs.ts'
import type { AppHandlersOptions } from './handlers/environment.ts'
import type { PaperHandlersOptions } from './handlers/reports.ts'
import type { CheckStore } from '#main/file-store/object-store.ts'
import type { OrdersOptions } from '#main/office/head-office/orders.ts'
import type { ProtectionSource } from '#main/platform/keys/protection.ts'
import type { SystemNetworkOptions } from '#main/network/network.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import type { ManagedConfig } from '#main/office/settings/managed/managed-config.ts'
import type { SetUpDialogs } from '#main/shell/questions.ts'
import type { UpdateSources } from '#main/shell/updates/updater.ts'

/** What the services take from the computer and from Electron, so that tests can replace it. */
export interface ServicesOptions
  extends
    Pick<WorkspaceOptions, 'isWatched' | 'confirmAddress'>,
    Pick<PaperHandlersOptions, 'chooseFile' | 'printPage' | 'sendToPrinter'>,
    Pick<AppHandlersOptions, 'startAgain' | 'monotonicMs'> {
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
  readonly ask: Ask
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
}
