import type { RemoteEnvironment } from './domain/product.ts'

/** Why a file of head office changes nothing here. */
export type OrderProblem =
  /** Damaged, no such file, or made for other computers. */
  | 'unreadable'
  /** Head office did not sign it. */
  | 'forged'
  /** For a newer version of the application. */
  | 'not-understood'
  | 'expired'
  /** A newer one holds here already. */
  | 'older'
  /** Another file with its number holds here: head office used an old copy of its own file. */
  | 'number-used'
  /** The insurer refuses the new key and accepts the one in use. */
  | 'key-refused'
  /** The new access key of the file store does not work. */
  | 'store-refused'
  /** The policy of this computer sets another address. */
  | 'set-by-organisation'
  /** This computer's disk does not take it. */
  | 'not-written'

/** `store`: the file store, perhaps with another access key; `access-key`: that alone, or how the store is used. */
export const headOfficeChanges = [
  'address',
  'key',
  'store',
  'access-key',
  'backup-passphrase',
  'office-store',
  'settings',
] as const

/** One thing that a file of head office changed. */
export interface HeadOfficeChange {
  /** Of what all environments share, the first. */
  readonly environment: RemoteEnvironment
  readonly what: (typeof headOfficeChanges)[number]
  /** The new address in full; null where it is secret. */
  readonly now: string | null
}

/** What a file of head office changed, and when (ISO time). */
export interface HeadOfficeChanges {
  readonly at: string
  readonly changes: readonly HeadOfficeChange[]
}

/** What this computer has of head office, without anything secret. */
export interface HeadOfficeStatus {
  /** Of the newest file of head office that holds here; it counts the keys. 0 for that of the first set-up file. */
  readonly keyNumber: number
  /** The last file that changed anything here; null while everything is as the set-up left it. */
  readonly lastChange: HeadOfficeChanges | null
  readonly problem: OrderProblem | null
}
