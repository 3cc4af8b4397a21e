import type { Environment } from '../domain/product.ts'

/** The minimum length of a backup's passphrase: anyone who finds the file can guess without limit. */
export const shortestPassphrase = 12
export const longestPassphrase = 200

/** How hard a passphrase is to guess, as a hint while it is typed. */
export type PassphraseStrength = 'too-short' | 'weak' | 'fair' | 'good'

/** Counts character classes and distinct characters; only a hint. */
export function passphraseStrength(passphrase: string): PassphraseStrength {
  const characters = Array.from(passphrase.normalize('NFKC'))
  if (characters.length < shortestPassphrase) return 'too-short'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(passphrase),
  ).length
  const different = new Set(characters).size
  if (different < 6) return 'weak'
  const score = characters.length + 2 * kinds + different / 2
  return score < 22 ? 'weak' : score < 30 ? 'fair' : 'good'
}

/** How much a backup contains, or would contain. */
export interface BackupCounts {
  /** Claims and requests that the insurer may not have yet. */
  readonly open: number
  /** Claims and requests that are settled. */
  readonly settled: number
  readonly drafts: number
}

/** Work that was handed over to another computer. */
export interface HandedOverWork {
  readonly id: string
  readonly at: string
  /** The number of the other computer. */
  readonly to: string
  readonly entries: number
  readonly drafts: number
}

/** A backup whose copies are not all settled yet. */
export interface TakenInWork {
  readonly id: string
  readonly at: string
  readonly from: string
  /** Copies that are still being looked for in the insurer's list. */
  readonly looking: number
  /** Copies that only an officer can decide about. */
  readonly undecided: number
  /** Claims among them that were proved absent from the insurer's list: they may be sent from here together. */
  readonly absent: number
}

export interface BackupStatus {
  /** This computer's number, which another computer needs to hand its work over. */
  readonly number: string
  readonly lastAt: string | null
  /** What a backup would hold now. */
  readonly now: BackupCounts
  readonly handedOver: readonly HandedOverWork[]
  readonly takenIn: readonly TakenInWork[]
}

/** The result of writing a backup. */
export type BackupWritten =
  | {
      readonly type: 'written'
      readonly fileName: string
      readonly counts: BackupCounts
      /** Entries that were being sent at that moment, so they were not handed over. */
      readonly stayed: number
    }
  /** The dialog was cancelled; nothing changed. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'nothing-to-write' }
  /** The number is this computer's own. */
  | { readonly type: 'own-number' }
  /**
   * The file could not be written or read back. `isHandedOver`: it could not be removed either, so the work stays
   * handed over until an officer takes it back.
   */
  | {
      readonly type: 'not-written'
      readonly why: 'disk-full' | 'read-only' | 'other'
      readonly isHandedOver: boolean
    }

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
    }
  | { readonly type: 'cancelled' }
  | { readonly type: 'refused'; readonly why: BackupRefusal }

/** What a file would import, once its passphrase has opened it. */
export type BackupOpened =
  | {
      readonly type: 'opened'
      readonly createdAt: string
      /** The number of the computer that wrote it. */
      readonly from: string
      /** `move`: handed over to this computer. `copy`: the other computer may keep sending. */
      readonly as: 'move' | 'copy'
      /** Handed over, but to the computer with this number. */
      readonly meantFor: string | null
      readonly brings: BackupCounts
      /** Already here; not imported again. */
      readonly known: number
    }
  | { readonly type: 'refused'; readonly why: BackupRefusal }

export type BackupTakenIn =
  | { readonly type: 'taken-in'; readonly as: 'move' | 'copy'; readonly brought: BackupCounts }
  | { readonly type: 'refused'; readonly why: BackupRefusal }
