import type { Environment } from '../domain/product.ts'

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
  /** This computer's number, for which another computer can stop; null while the disk cannot keep one. */
  readonly number: string | null
  /** This computer stopped sending, and the one with that number continues; null where it sends. */
  readonly stoppedFor: string | null
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
      readonly fileName: string
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

/** Where it did not stop, nothing changed; `own-number`: the number is this computer's own. */
export type BackupStopped = 'stopped' | 'cancelled' | 'own-number'

/** Why a file is not imported; nothing changed. */
export type BackupRefusal =
  | { readonly type: 'not-a-backup' }
  | { readonly type: 'damaged' }
  | { readonly type: 'cut-off' }
  | { readonly type: 'newer'; readonly application: string }
  | { readonly type: 'other-environment'; readonly environment: Environment }
  | { readonly type: 'wrong-passphrase' }
  | { readonly type: 'unreadable-file' }
  | { readonly type: 'taken-in-before'; readonly at: string }
  /** This computer stopped sending: what is imported would never leave it. */
  | { readonly type: 'stopped-here' }
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
  /** `move`: its computer stopped for this one. `copy`: another computer may send it. */
  readonly as: 'move' | 'copy'
  /** Its computer stopped for the one with this number, which continues. */
  readonly stoppedFor: string | null
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
      readonly as: 'move' | 'copy'
      readonly brought: BackupCounts
      readonly files: BackupFileCounts
    }
  /** The question was answered with no; nothing changed. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'refused'; readonly why: BackupRefusal }
