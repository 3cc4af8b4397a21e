import * as v from 'valibot'
import type { Environment } from '../domain/product.ts'
import { longestPassphrase } from '../domain/passphrase.ts'
import type { SettingName } from '../setting-rows.ts'
import { newPassphrase, nothing, answer, call } from './call.ts'

/** How much a backup contains, or would contain. */
export interface BackupCounts {
  /** Claims and requests that the insurer may not have yet. */
  readonly open: number
  /** Claims and requests that are settled. */
  readonly settled: number
  readonly drafts: number
}

/** Photos and PDFs, and their bytes together. */
export interface FileCount {
  readonly files: number
  readonly bytes: number
}

/** The files that a backup carries, and how many it lacks. */
export interface BackupFileCounts extends FileCount {
  readonly lacking: number
}

/** Claims and pharmacy requests that the insurer may not have yet. */
export interface OpenCounts {
  readonly claims: number
  readonly requests: number
}

export interface BackupStatus {
  /** This computer's number; null while the disk cannot keep one. */
  readonly number: string | null
  readonly lastAt: string | null
  /** What a backup would hold now. */
  readonly now: BackupCounts
  /** The files that belong to it. */
  readonly files: FileCount
}

/** The result of writing a backup. */
export type BackupWritten =
  | {
      readonly type: 'written'
      readonly savedAs: string
      readonly counts: BackupCounts
      readonly files: BackupFileCounts
    }
  /** The dialog was cancelled; nothing changed. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'nothing-to-write' }
  /** The passphrase is easy to guess. */
  | { readonly type: 'weak-passphrase' }
  /** The file could not be written or read back. */
  | { readonly type: 'not-written'; readonly why: 'disk-full' | 'read-only' | 'other' }

/** Why a file is not imported; nothing changed. */
export type BackupRefusal =
  | { readonly type: 'not-a-backup' }
  | { readonly type: 'damaged' }
  | { readonly type: 'cut-off' }
  | { readonly type: 'newer'; readonly application: string }
  | { readonly type: 'other-environment'; readonly environment: Environment }
  | { readonly type: 'wrong-passphrase' }
  | { readonly type: 'unreadable-file' }
  | { readonly type: 'too-long' }
  | { readonly type: 'taken-in-before'; readonly at: string }
  /** No file is open: it was closed when the application was locked or the environment changed. */
  | { readonly type: 'no-file' }

/** What a file shows before it is decrypted. */
export type BackupChosen =
  | {
      readonly type: 'chosen'
      readonly fileName: string
      readonly createdAt: string
      readonly application: string
      readonly entries: number
      readonly drafts: number
      readonly files: FileCount
    }
  | { readonly type: 'cancelled' }
  | { readonly type: 'refused'; readonly why: BackupRefusal }

/** What a file would import, once its passphrase has opened it. */
export interface BackupContents {
  readonly type: 'opened'
  readonly createdAt: string
  /** The number of the computer that wrote it, as the file says. */
  readonly from: string
  readonly open: OpenCounts
  readonly brings: BackupCounts
  readonly files: BackupFileCounts
  /** Already here; not imported again. */
  readonly known: number
}
export type BackupOpened = BackupContents | { readonly type: 'refused'; readonly why: BackupRefusal }

export type BackupTakenIn =
  | {
      readonly type: 'taken-in'
      readonly brought: BackupCounts
      readonly files: BackupFileCounts
      /** What of the office's settings came along, where nothing was set here. */
      readonly settings?: readonly SettingName[]
    }
  /** The question was answered with no; nothing changed. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'refused'; readonly why: BackupRefusal }

/**
 * The passphrase of scheduled backups. `session-only`: no keyring keeps it, it is lost on quit; `forgotten`: it was.
 * `unreadable`: the keyring cannot open it now.
 */
export type PassphraseStatus = 'none' | 'kept' | 'session-only' | 'forgotten' | 'unreadable'

/** What became of a passphrase that was entered. `set-by-head-office`: it is not replaced here. */
export type PassphraseSet = 'set' | 'weak-passphrase' | 'set-by-head-office'

/** Why head office's bucket could not be used. */
export type OfficeTrouble =
  /** It cannot be reached, or asks to wait. */
  | 'no-connection'
  /** There is no secure connection to it. */
  | 'tls'
  /** It, or its access key, does not take anything. */
  | 'store-refuses'
  /** Strangers can open what is in it. */
  | 'store-open'
  | 'full'
  | 'other'

/** Why no scheduled backup was written. */
export type BackupTrouble =
  | OfficeTrouble
  | 'no-passphrase'
  /** The passphrase does not meet the rules any longer. */
  | 'weak-passphrase'
  /** This computer's own disk has no room for it, or fails. */
  | 'own-disk'

/** Scheduled backups of the open environment; practice has none. */
export interface ScheduledBackup {
  readonly passphrase: PassphraseStatus
  /** Head office gave it: it is not replaced here. */
  readonly isFromHeadOffice: boolean
  /** When the last one was written. */
  readonly lastAt: string | null
  /** Files of claims whose bytes are not in it: they were more than goes without asking. */
  readonly lacking: number
  /** Null where the last one was written. */
  readonly trouble: BackupTrouble | null
  /** None could be written for three days. */
  readonly isOverdue: boolean
}

/** What a computer writes for head office by itself. */
export interface ForHeadOffice {
  readonly backup: ScheduledBackup
  /** Why the status of this computer cannot be written; null where it can, or there is no bucket for it. */
  readonly status: OfficeTrouble | null
}

/** Backups, and what is written into head office's bucket by itself. */
export const backupCalls = {
  'backup:status': call(nothing, answer<BackupStatus>(), 'manager'),
  /** Asks in the system's dialog where to save it. */
  'backup:write': call(v.strictObject({ passphrase: newPassphrase }), answer<BackupWritten>(), 'manager'),
  /** Asks in the system's dialog for a file, and reads what it shows before decryption. */
  'backup:choose': call(nothing, answer<BackupChosen>(), 'manager'),
  'backup:open': call(
    v.strictObject({ passphrase: v.pipe(v.string(), v.maxLength(longestPassphrase)) }),
    answer<BackupOpened>(),
    'manager',
  ),
  /** Asks in a dialog of the system, which says what would be sent and where, and lets in what the opened file holds. */
  'backup:take-in': call(nothing, answer<BackupTakenIn>(), 'manager'),

  /** The passphrase of scheduled backups. */
  'office:backup-passphrase': call(
    v.strictObject({ passphrase: newPassphrase }),
    answer<PassphraseSet>(),
    'manager',
  ),
  /** Writes a backup into the bucket now. Answers what stood in the way. */
  'office:backup-now': call(nothing, answer<BackupTrouble | null>(), 'manager'),
  /** Only the page knows when the offline pharmacies were read. */
  'office:pharmacies-at': call(
    v.strictObject({
      at: v.nullable(
        v.pipe(v.string(), v.maxLength(40), v.isoTimestamp(), v.examples(['2026-11-20T09:00:00.000Z'])),
      ),
    }),
    answer<null>(),
  ),
}
