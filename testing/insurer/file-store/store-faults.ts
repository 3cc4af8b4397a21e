import type { StoreErrorCode } from './store-answer.ts'
import { FaultQueue, type Times } from '../fault-queue.ts'

/**
 * What is asked of the store. `get` and `head` come with a signature in their headers; `open` is a GET or HEAD of a
 * file by anybody, without a credential.
 */
export type StoreOperation = 'put' | 'head' | 'get' | 'open' | 'delete' | 'list'

/** Faults that answer instead of the store, or do not answer at all. */
export type StoreOutcome =
  | { readonly type: 'slow-down' }
  /** The connection is reset in the middle of the body (of a GET: of the answer). */
  | { readonly type: 'cut' }
  /** It was done; the connection is reset instead of the answer. */
  | { readonly type: 'answer-lost' }
  /** Answered as done, and nothing is kept. */
  | { readonly type: 'lost' }
  /** One of S3's errors, such as `NoSuchKey` for a file that is not shown yet. */
  | { readonly type: 'error'; readonly code: StoreErrorCode }
  /** A page of someone else, such as a hotel's. */
  | { readonly type: 'html' }

export type StoreFault = StoreOutcome & Times

/** Sets what goes wrong, per operation, while the server runs. */
export type StoreFaultScript = Pick<StoreFaults, 'set' | 'clear'>

/** The script together with the side the store reads it from. */
export class StoreFaults extends FaultQueue<StoreOperation, StoreFault> {
  take(operation: StoreOperation): StoreOutcome | null {
    return this.takeAt<StoreOutcome | null>([operation], null, (taken, fault) =>
      taken === null ? fault : null,
    )
  }
}

/** How a store may behave for good. What is left out is as kind as can be. */
export interface StoreWays {
  readonly bucket?: 'there' | 'missing'
  /** Refused as not allowed: `put` to write, `delete` to remove, `open` to show files to strangers. */
  readonly refuses?: readonly StoreOperation[]
  /** Strangers may read the list of files. */
  readonly listable?: boolean
  /** What is not there is answered as not allowed, as AWS does to a key that may not list. */
  readonly hidesMissing?: boolean
  /** A file is shown only so long after it was stored, by the server's clock; its link opens only so long after. */
  readonly shownAfterMs?: number
  readonly opensAfterMs?: number
  /** What its ETags are; `like-md5` is the sum of something else. */
  readonly etags?: 'md5' | 'like-md5' | 'opaque'
  /** Names on a page of its list; 1,000 unless told. */
  readonly keysPerPage?: number
}
