import { join } from 'node:path'
import type { ConnectivityNow } from '#shared/connectivity.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { StorageStatus } from '#shared/contract/app-status.ts'
import type { Result } from '#shared/result.ts'
import type { ClaimListReader } from '#main/claims/list-reader.ts'
import type { ClaimListStore } from '#main/claims/list-store.ts'
import type { ClaimTable } from '#main/claims/claim-table.ts'
import type { ClaimFollower } from '#main/claims/following.ts'
import type { FollowUps } from '#main/claims/follow-ups.ts'
import type { KeptDetails } from '#main/claims/kept-details.ts'
import type { OwnSources } from '#main/claims/own-claims.ts'
import type { Engine } from '#main/delivery/engine.ts'
import type { StoreSource } from '#main/delivery/uploads/stores.ts'
import type { UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'
import type { Network } from '#main/network/network.ts'
import type { Backups } from '#main/office/backup/backups.ts'
import type { ThisComputer } from '#main/office/backup/this-computer.ts'
import type { KeptData } from '#main/office/privacy/kept-data.ts'
import type { OfficeSettings } from '#main/office/settings/office-settings.ts'
import type { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { DiscardedDrafts, DraftStore } from '#main/outbox/drafts/draft-store.ts'
import type { EngineMemory } from '#main/outbox/engine-memory.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { DataKey, DataKeyFailure } from '#main/platform/keys/data-key.ts'
import type { KeyVault } from '#main/platform/keys/key-vault.ts'
import type { StoreKeys } from '#main/platform/keys/store-keys.ts'
import { Signal } from '#main/platform/signal.ts'
import type { Notice } from '#main/shell/notifications/notice.ts'
import type { Notifier, NotifierOptions } from '#main/shell/notifications/notifier.ts'
import type { EnvironmentConnection } from './connection.ts'

/**
 * What happens in an environment. They outlive it, so that what shows it subscribes once; what is made when it opens
 * disposes its subscriptions when it closes.
 */
export class EnvironmentSignals {
  /** Delivery or an officer went a step on: these entries changed, none perhaps, and the engine's status may have. */
  readonly stepTaken = new Signal<readonly KeptEntry[]>()
  /** More is known of the files of these entries. */
  readonly filesChanged = new Signal<readonly KeptEntry[]>()
  /** How these received claims stand at the insurer, or what officers wrote beside them, has changed. */
  readonly standingsChanged = new Signal<readonly KeptEntry[]>()
  /** What goes up to the file store changed, or what holds it. */
  readonly uploadsChanged = new Signal()
  /** Entries were removed for good. */
  readonly entriesRemoved = new Signal<readonly string[]>()
  /** Another file store is set, or another key for it. */
  readonly fileStoreChanged = new Signal()
  /** How the insurer's lists stand has changed. */
  readonly listsChanged = new Signal()
  /** It became known which of the insurer's rows are ours. */
  readonly rowsPaired = new Signal()
  readonly connectivityChanged = new Signal<ConnectivityNow>()
  /** Entries settled before this time were removed here: those that are not open may now remove theirs. */
  readonly outlivedRemoved = new Signal<string>()
}

/** Everything that needs the open outbox file of an environment. */
export interface EnvironmentServices {
  readonly outbox: Outbox
  readonly memory: EngineMemory
  readonly drafts: DraftStore
  readonly discardedDrafts: DiscardedDrafts
  /** Claims that officers keep with their customers. */
  readonly keptDetails: KeptDetails
  /** Photos and PDFs attached to drafts and entries. */
  readonly attachments: AttachmentStore
  readonly engine: Engine
  /** Files of claims on their way to the file store. */
  readonly uploads: Uploader
  readonly uploadRows: UploadRows
  readonly fileStores: StoreSource
  readonly backup: Backups
  /** What is stored about people, and how it is removed. */
  readonly kept: KeptData
  readonly notices: Notifier
  /** The insurer's lists as they are kept. */
  readonly claimLists: ClaimListStore
  readonly claimListReader: ClaimListReader
  /** All claims as one list. */
  readonly claimTable: ClaimTable
  /** What became known of received claims of ours. */
  readonly followUps: FollowUps
  readonly following: ClaimFollower
}

/** An open environment: its own key, outbox file and connection. */
export interface OpenEnvironment {
  readonly name: Environment
  readonly storage: StorageStatus
  readonly connection: EnvironmentConnection
  /** Null while the storage cannot be used. */
  readonly services: EnvironmentServices | null
  close(): Promise<void>
}

export interface EnvironmentOptions extends Pick<NotifierOptions, 'isWatched'> {
  readonly name: Environment
  readonly dataFolder: string
  /** The application's version. */
  readonly version: string
  readonly settings: Pick<OfficeSettings, 'inForce' | 'isPolicyUnread'>
  readonly vault: KeyVault
  /** The access keys of the file stores of the insurer's environments; practice has its own store. */
  readonly storeKeys: Pick<StoreKeys, 'read'>
  /** How connections leave this computer. */
  readonly network: Network
  /** The number of this computer. */
  readonly computer: ThisComputer
  /** The data key, or why there is none: the keyring cannot open it, or the disk cannot store it. */
  readonly dataKey: Result<DataKey, DataKeyFailure>
  readonly signals: EnvironmentSignals
  /** Whose work is shown and reported to the current officer. */
  readonly audience: OwnSources['audience'] & Pick<Audience, 'countsEntryOf' | 'nameOf'>
  /** Whether the list of officers does not open, or is gone: nothing is sent then. By default it is there. */
  readonly areOfficersLost?: () => boolean
  /** Shows a notice to the person at the computer. */
  readonly notifications: { show(notice: Notice, environment: Environment): void }
}

/** Where an environment keeps its outbox. */
export function outboxFileOf(dataFolder: string, environment: Environment): string {
  return join(dataFolder, environment, 'outbox.sqlite')
}

/** Where an environment keeps the insurer's lists. */
export function listsFileOf(dataFolder: string, environment: Environment): string {
  return join(dataFolder, environment, 'lists.sqlite')
}
