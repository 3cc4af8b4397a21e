/** Why a folder of the office, or its bucket, could not be used. */
export type FolderTrouble =
  /** An operation did not come back: a share that is away. */
  | 'hangs'
  | 'missing'
  | 'not-writable'
  | 'full'
  | 'other'
  /** The bucket cannot be reached, or asks to wait. */
  | 'no-connection'
  /** The bucket, or its access key, does not take anything. */
  | 'store-refuses'
  /** Strangers can open what is in the bucket. */
  | 'store-open'

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
