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
  /** The insurer refuses the new key and accepts the one in use. */
  | 'key-refused'
  /** The new access key of the file store does not work. */
  | 'store-refused'
  /** The policy of this computer sets another address. */
  | 'set-by-organisation'
  /** This computer's disk does not take it. */
  | 'not-written'

/** What this computer has of head office, without anything secret. */
export interface HeadOfficeStatus {
  /** Of the newest file of head office that holds here; it counts the keys. 0 for that of the first set-up file. */
  readonly keyNumber: number
  /** When a file of head office last replaced the key; null while it is the one of the set-up. */
  readonly keyReplacedAt: string | null
  readonly problem: OrderProblem | null
}
