import type { Environment, RemoteEnvironment } from '../domain/product.ts'
import type { ManagedSettings } from '../managed-settings.ts'
import type { Settings } from '../settings.ts'
import type { OfficerStatus } from './officer-status.ts'

/** Whether the outbox can be used, and what happened to it. */
export type StorageStatus =
  | { readonly type: 'ready' }
  /** A damaged file was kept aside under `keptAs`; `rescuedEntries` of it are in the new one. */
  | {
      readonly type: 'rebuilt'
      readonly keptAs: string
      readonly rescuedEntries: number
      readonly rescuedDrafts: number
      readonly unreadableRows: number
    }
  /** Written by a newer version: left untouched. */
  | { readonly type: 'newer'; readonly found: number; readonly known: number }
  /** The data key cannot be opened by this computer's keyring now. */
  | { readonly type: 'locked' }
  | { readonly type: 'unavailable'; readonly reason: 'disk-full' | 'read-only' | 'other' }

/** Whether the key and the data are protected by the operating system. */
export interface ProtectionStatus {
  /** `os`: sealed by the system's keyring. `session`: the system offers none, so the key lives until quitting. */
  readonly level: 'os' | 'session'
  /** The name of the system's store, as Electron tells it; only Linux knows several. */
  readonly backend: string
}

/** What is known of the merchant's key. The key itself has no way out of main. */
export type KeyStatus =
  | { readonly type: 'none' }
  | { readonly type: 'kept' }
  | { readonly type: 'session-only' }
  /** One was given in an earlier session, and no keyring was there to keep it. */
  | { readonly type: 'forgotten' }
  /** A sealed key is there but cannot be opened: it is not overwritten until the officer sets a new one. */
  | { readonly type: 'unreadable' }
  /** Practice needs no key of the merchant's. */
  | { readonly type: 'practice' }

/** The key that seals what is kept on this computer. */
export interface DataKeyStatus {
  /** When it was made; null for one from before this was noted. */
  readonly madeAt: string | null
  /** A renewal was cut off: some of the files are sealed under the next key already. */
  readonly isBeingRenewed: boolean
}

export interface AppStatus {
  readonly version: string
  readonly host: 'electron' | 'stand-in'
  /** Those in force, with what the organisation set. */
  readonly settings: Settings
  readonly managed: ManagedSettings
  /** The tag of the language that is shown. */
  readonly language: string
  readonly environment: Environment
  readonly officers: OfficerStatus
  /** Whether this computer has a way to show notifications. */
  readonly showsNotifications: boolean
  /** Whether this application can be made to start with the computer. */
  readonly canStartAtLogin: boolean
  readonly storage: StorageStatus
  readonly protection: ProtectionStatus
  readonly key: KeyStatus
  /** Where there is a key that could be used now. */
  readonly keysFor: readonly RemoteEnvironment[]
  /** Null while it cannot be opened. */
  readonly dataKey: DataKeyStatus | null
  /** Undelivered entries in the environments that are not open now. */
  readonly undeliveredElsewhere: Readonly<Partial<Record<Environment, number>>>
  /** Practice alone: whether its server answers, or plays a lost connection. */
  readonly practice: { readonly connected: boolean; readonly port: number | null }
}

export type ConnectionCheck =
  | { readonly type: 'works' }
  | { readonly type: 'no-key' }
  | { readonly type: 'key-refused' }
  | { readonly type: 'not-the-api' }
  /** Nobody this computer trusts answers at the address. */
  | { readonly type: 'tls' }
  /** The certificate does not fit the date of this computer. */
  | { readonly type: 'tls-date' }
  | { readonly type: 'no-network' }
  | { readonly type: 'server-trouble' }

/** What came of connecting to an environment of the insurer's. */
export type ConnectAnswer =
  | { readonly type: 'connected'; readonly check: ConnectionCheck; readonly status: AppStatus }
  /** Environment, address and key are what they were. */
  | { readonly type: 'unchanged'; readonly check: ConnectionCheck }
