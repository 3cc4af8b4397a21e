import type { ConnectivityKind } from './connectivity.ts'
import type { Environment } from './domain/product.ts'
import type { KeyStatus, ProtectionStatus, StorageStatus } from './contract/app-status.ts'
import type { OfficerStatus } from './contract/officers.ts'
import type { BackupTrouble, FolderTrouble } from './contract/backup.ts'
import type { UploadHold } from './outbox/entry-files.ts'
import type { EngineStatus, HoldType, OutboxCounts } from './outbox/hold.ts'
import type { OrderProblem } from './head-office.ts'
import type { ManagedSettings } from './managed-settings.ts'
import type { Settings } from './settings.ts'

/** What is reported of a setting: never free text. */
export type ReportedSetting = string | number | boolean | null

/** How many entries of a kind are in a state. */
export interface ReportedEntries {
  readonly kind: string
  readonly state: string
  readonly count: number
}

/** What the plain columns of an environment's file contain. Null: it could not be read. */
export interface ReportedEnvironment {
  /** `newer`: of a newer version, and left untouched. */
  readonly file: 'none' | 'readable' | 'newer' | 'unreadable'
  readonly schemaVersion: number | null
  readonly bytes: number
  readonly logBytes: number
  readonly damagedFilesKept: number
  readonly entries: readonly ReportedEntries[] | null
  readonly drafts: number | null
  readonly attachmentFiles: number | null
  /** Files in the file store or on their way there. */
  readonly uploads: readonly { readonly state: string; readonly count: number }[] | null
  /** Newest first. */
  readonly lastOutcomes:
    | readonly {
        readonly openedAt: string
        readonly closedAt: string | null
        readonly outcome: string | null
      }[]
    | null
}

/** What head office should look at on a computer. */
export type ComputerAlarm =
  /** The outbox cannot be opened. */
  | 'storage'
  /** There is no key for the insurer, or the insurer refuses it. */
  | 'key'
  /** The oldest entry that the insurer may not have is older than a day. */
  | 'oldest'
  /** The file store refuses what is waiting to go there, until somebody mends it. */
  | 'files'
  /** No scheduled backup could be written for three days. */
  | 'backup'
  /** What the organisation sets could not be read, or part of it does not apply. */
  | 'policy'
  /** This computer's clock is wrong. */
  | 'clock'
  /** The newest file of head office changed nothing here. */
  | 'head-office'

/**
 * What a supporter and head office need to know, without personal data: shown to an officer who may save it, and written
 * into head office's folder of all computers. There it names the branch, and leaves out the lines of the log.
 */
export interface SupportReport {
  /** Of this report. */
  readonly format: 1
  readonly madeAt: string
  readonly application: {
    readonly version: string
    readonly host: 'electron' | 'stand-in'
    readonly knownSchemaVersion: number
  }
  readonly system: {
    readonly platform: string
    readonly release: string
    readonly architecture: string
    readonly electron: string | null
    readonly chromium: string | null
    readonly node: string
    readonly sqlite: string
    readonly timeZone: string
    readonly freeDiskBytes: number | null
    /** Not so where `--no-sandbox` was given. */
    readonly pagesInSandbox: boolean
  }
  readonly state: {
    readonly openEnvironment: Environment
    readonly storage: StorageStatus['type']
    readonly protection: ProtectionStatus['level']
    readonly store: string
    readonly keys: Readonly<Record<Environment, KeyStatus['type']>>
    readonly session: OfficerStatus['type']
    readonly officerCount: number | null
    readonly managerCount: number | null
  }
  readonly sending: {
    readonly connection: EngineStatus['connection']
    readonly lastContactAt: string | null
    readonly holds: readonly HoldType[]
    readonly counts: OutboxCounts
    readonly connectivityKind: ConnectivityKind | null
    readonly clockAheadMs: number | null
    readonly clockIsWrong: boolean | null
    readonly lastBackupAt: string | null
    /** What keeps files from the file store; null while nothing does. */
    readonly files: UploadHold | null
  } | null
  readonly computer: {
    /** Of the installation, in the names of its report and its backups; null while the disk cannot keep it. */
    readonly id: string | null
    readonly branch: string | null
    /** `untried`: there is one, and the insurer has not answered since the start. */
    readonly key: 'accepted' | 'refused' | 'none' | 'untried'
    /** Of the newest file of head office that holds here; null where it was not set up from one. */
    readonly keyNumber: number | null
    readonly headOfficeProblem: OrderProblem | null
    /** Why the last scheduled backup, and the status, could not be written. */
    readonly backupTrouble: BackupTrouble | null
    readonly statusTrouble: FolderTrouble | null
    /** How the insurer is reached, without an address: `proxy/system`, for example; null where no one can say. */
    readonly route: string | null
    readonly lastScheduledBackupAt: string | null
    /** Whose passphrase opens these backups: a branch's own, head office may not have. */
    readonly backupPassphrase: 'head-office' | 'own' | 'none'
    /** When the offline pharmacies were downloaded or updated. */
    readonly pharmaciesAt: string | null
    /** In both directions. */
    readonly bytesToday: number
    readonly bytesThisMonth: number
    readonly alarms: readonly ComputerAlarm[]
  }
  readonly settings: Readonly<Record<keyof Settings, ReportedSetting>>
  readonly managed: {
    readonly source: ManagedSettings['source']
    readonly fields: ManagedSettings['fields']
    readonly problems: readonly string[]
  }
  readonly environments: Readonly<Record<Environment, ReportedEnvironment>>
  readonly log: {
    /** Lines that did not look like ours, or exceeded the limit. */
    readonly leftOut: number
    readonly lines: readonly string[]
  }
}
