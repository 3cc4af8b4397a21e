import type { Environment, RemoteEnvironment } from '../domain/product.ts'
import type { HeadOfficeStatus } from '../head-office.ts'
import type { ManagedSettings } from '../managed-settings.ts'
import type { Settings } from '../settings.ts'
import type { OfficerStatus } from './officers.ts'
import type { ForHeadOffice } from './backup.ts'

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
  /** `os`: sealed by the system's keyring. `session`: the system offers none, so the key is lost on quit. */
  readonly level: 'os' | 'session'
  /** The name of the system's key store, as reported by Electron; only Linux has several. */
  readonly backend: string
}

/** The status of the merchant's key. The key itself never leaves main. */
export type KeyStatus =
  | { readonly type: 'none' }
  | { readonly type: 'kept' }
  | { readonly type: 'session-only' }
  /** The key was entered for that origin, and is not sent to the address in use. */
  | { readonly type: 'other-origin'; readonly origin: string }
  /** A key was set in an earlier session, but there was no keyring to keep it. */
  | { readonly type: 'forgotten' }
  /** A sealed key exists but cannot be opened; it is not overwritten until the officer sets a new one. */
  | { readonly type: 'unreadable' }
  /** Practice needs no key of the merchant's. */
  | { readonly type: 'practice' }

/** Why a key that was entered is not there: no keyring kept it, or it is for another address than that in use. */
export type KeyTrouble = Extract<KeyStatus['type'], 'forgotten' | 'other-origin'>

/** The settings do not open, or are gone: the standard ones hold, without an address. */
export interface SettingsLost {
  /** Where the file is now; null where there was none, or it could not be moved. */
  readonly keptAs: string | null
}

/** What main says of this installation: a page asks for all of it once, and then hears of what changed. */
export interface AppStatus {
  readonly version: string
  readonly host: 'electron' | 'stand-in'
  /** Whether this application can start with the computer. */
  readonly canStartAtLogin: boolean
  readonly managed: ManagedSettings
  /** The effective settings, including what the organisation set. */
  readonly settings: Settings
  readonly settingsLost: SettingsLost | null
  /** Whether files of claims can go to a store of the open environment, now or later. */
  readonly hasFileStore: boolean
  readonly protection: ProtectionStatus
  readonly key: KeyStatus
  /** Environments with a usable key. */
  readonly keysFor: readonly RemoteEnvironment[]
  readonly environment: Environment
  readonly storage: StorageStatus
  /** Practice only: whether its server answers or simulates a lost connection. */
  readonly practice: { readonly connected: boolean; readonly port: number | null }
  /** Whether this computer has a way to show notifications. */
  readonly showsNotifications: boolean
  readonly officers: OfficerStatus
  /** Null where this computer was not set up from a file of head office. */
  readonly headOffice: HeadOfficeStatus | null
  /** What this computer writes for head office. */
  readonly forHeadOffice: ForHeadOffice
}

export type ConnectionCheck =
  | { readonly type: 'works' }
  | { readonly type: 'no-key' }
  | { readonly type: 'key-refused' }
  | { readonly type: 'not-the-api' }
  /** No secure connection, for another reason than the two below. */
  | { readonly type: 'tls' }
  /** The certificate at the address comes from an authority that this computer does not trust. */
  | { readonly type: 'tls-authority' }
  /** The certificate is not valid for this computer's date. */
  | { readonly type: 'tls-date' }
  /** The proxy of the office's network does not let the connection through. */
  | { readonly type: 'proxy' }
  /** It asks for a name and a password, or refuses those it got. */
  | { readonly type: 'proxy-asks' }
  | { readonly type: 'no-network' }
  /** Something answers, in a way that cannot be read. `code`: the parser's, for IT support. */
  | { readonly type: 'garbled'; readonly code: string }
  | { readonly type: 'server-trouble' }

/** The result of connecting to one of the insurer's environments. */
export type ConnectAnswer =
  | { readonly type: 'connected'; readonly check: ConnectionCheck }
  /** Environment, address and key are unchanged; `check` is null when the question about the address was declined. */
  | { readonly type: 'unchanged'; readonly check: ConnectionCheck | null }
