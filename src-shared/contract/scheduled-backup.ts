import type { FolderTrouble } from '../computer-status.ts'

/**
 * The passphrase of scheduled backups. `session-only`: no keyring keeps it, it is lost on quit; `forgotten`: it was.
 * `unreadable`: the keyring cannot open it now.
 */
export type PassphraseStatus = 'none' | 'kept' | 'session-only' | 'forgotten' | 'unreadable'

/** What became of a passphrase that was entered. `set-by-head-office`: it is not replaced here. */
export type PassphraseSet = 'set' | 'weak-passphrase' | 'set-by-head-office' | 'cancelled'

/** Why no scheduled backup was written. */
export type BackupTrouble =
  | FolderTrouble
  | 'no-passphrase'
  /** The passphrase does not meet the rules any more. */
  | 'weak-passphrase'
  /** This computer's own disk has no room for it, or fails. */
  | 'own-disk'

/** Scheduled backups of the open environment; practice has none. */
export interface ScheduledBackup {
  readonly passphrase: PassphraseStatus
  /** Head office gave it: it is not replaced here. */
  readonly isFromHeadOffice: boolean
  /** When the last one was written into the folder. */
  readonly lastAt: string | null
  /** Files of claims whose bytes are not in it: they were more than goes without asking. */
  readonly lacking: number
  /** Null where the last one was written. */
  readonly trouble: BackupTrouble | null
  /** None could be written for three days. */
  readonly isOverdue: boolean
}

/** What a computer writes for head office by itself. */
export interface OfficeFolderStatus {
  readonly backup: ScheduledBackup
  /** Why the status of this computer cannot be written; null where it can, or there is no folder for it. */
  readonly status: FolderTrouble | null
}
