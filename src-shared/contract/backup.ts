import type { Environment } from '../domain/product.ts'

/** The fewest characters of a backup's passphrase: whoever finds the file can guess for as long as they like. */
export const shortestPassphrase = 12
export const longestPassphrase = 200

/** How hard a passphrase is to guess, as a hint while it is typed. */
export type PassphraseStrength = 'too-short' | 'weak' | 'fair' | 'good'

/** Counts kinds of characters and different ones: no more than a hint. */
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

/** How much of what is in a backup, or would be. */
export interface BackupCounts {
  /** Claims and requests that the insurer may not have yet. */
  readonly open: number
  /** Claims and requests that are settled. */
  readonly settled: number
  readonly drafts: number
}

/** Work that was given to another computer. */
export interface HandedOverWork {
  readonly id: string
  readonly at: string
  /** The number of the other computer. */
  readonly to: string
  readonly entries: number
  readonly drafts: number
}

/** A backup whose copies were not all settled yet. */
export interface TakenInWork {
  readonly id: string
  readonly at: string
  readonly from: string
  /** Copies that are still being looked for in the insurer's list. */
  readonly looking: number
  /** Copies that nobody but an officer can decide about. */
  readonly undecided: number
  /** Claims among them that the insurer's list was proved not to hold: they may be sent from here together. */
  readonly absent: number
}

export interface BackupStatus {
  /** What another computer hands its work over to. */
  readonly number: string
  readonly lastAt: string | null
  /** What a backup would hold now. */
  readonly now: BackupCounts
  readonly handedOver: readonly HandedOverWork[]
  readonly takenIn: readonly TakenInWork[]
}

/** What became of the wish to write a backup. */
export type BackupWritten =
  | {
      readonly type: 'written'
      readonly fileName: string
      readonly counts: BackupCounts
      /** Being sent this very moment, so it was not handed over. */
      readonly stayed: number
    }
  /** No place was chosen; nothing changed. */
  | { readonly type: 'cancelled' }
  | { readonly type: 'nothing-to-write' }
  /** The number is this computer's own. */
  | { readonly type: 'own-number' }
  /**
   * The file could not be written, or not be read back. `isHandedOver`: nor could it be removed, so what was handed over
   * stays so until somebody takes it back.
   */
  | {
      readonly type: 'not-written'
      readonly why: 'disk-full' | 'read-only' | 'other'
      readonly isHandedOver: boolean
    }

/** Why a file is not taken in; nothing changed. */
export type BackupRefusal =
  | { readonly type: 'not-a-backup' }
  | { readonly type: 'damaged' }
  | { readonly type: 'cut-off' }
  | { readonly type: 'newer'; readonly application: string }
  | { readonly type: 'other-environment'; readonly environment: Environment }
  | { readonly type: 'wrong-passphrase' }
  | { readonly type: 'unreadable-file' }
  | { readonly type: 'taken-in-before'; readonly at: string }
  /** No file is open: it was put away when the desk was locked or the environment changed. */
  | { readonly type: 'no-file' }

/** A file as it looks from outside. */
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

/** What a file would bring, once its passphrase opened it. */
export type BackupOpened =
  | {
      readonly type: 'opened'
      readonly createdAt: string
      /** The number of the computer that wrote it. */
      readonly from: string
      /** `move`: handed over to this computer. `copy`: the other computer may go on. */
      readonly as: 'move' | 'copy'
      /** Handed over, but to the computer of this number. */
      readonly meantFor: string | null
      readonly brings: BackupCounts
      /** Here already: not taken in again. */
      readonly known: number
    }
  | { readonly type: 'refused'; readonly why: BackupRefusal }

export type BackupTakenIn =
  | { readonly type: 'taken-in'; readonly as: 'move' | 'copy'; readonly brought: BackupCounts }
  | { readonly type: 'refused'; readonly why: BackupRefusal }
