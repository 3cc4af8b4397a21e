import type { InsurerClaim, ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'

/** What the insurer shows of a policy (endpoints 2 and 5). */
export type ClaimLook =
  | { readonly type: 'claim'; readonly claim: InsurerClaim }
  /** The API itself says that there is none; a page of another server never means that. */
  | { readonly type: 'none' }

/** Whether the reader wants more rows after a batch. */
export type ListStep = 'go-on' | 'stop'

/** How a claim list is read (endpoints 3 and 6): as a stream, so that its length costs time alone. */
export interface ListReading {
  /**
   * Takes rows in the order of the list, in small batches. Return 'stop' to end the reading early. A promise holds the
   * reading back until it resolves, without a byte read ahead; that time does not count as the server's silence.
   */
  readonly onRows: (rows: readonly ReceivedClaim[]) => ListStep | Promise<ListStep>
  /**
   * The list is asked for now: a reading of the same product that was under way is over. What a reading costs, and how
   * far apart two are, is counted from here.
   */
  readonly onBegun?: () => void
  /** Bytes as they came over the line, compressed or not; the total is null when the server does not say it. */
  readonly onProgress?: (bytes: number, totalBytes: number | null) => void
  /** What an earlier reading ended with: an unchanged list is then not sent again. */
  readonly etag?: string | null
  readonly signal?: AbortSignal
}

/** How a reading ended. Only `complete` shows that a claim is not in the list. `bytes` as for `onProgress`. */
export type ListEnd =
  | {
      readonly type: 'complete'
      readonly rows: number
      readonly bytes: number
      readonly etag: string | null
    }
  | { readonly type: 'stopped'; readonly bytes: number }
  | { readonly type: 'not-modified'; readonly bytes: number }

/** Why a reading failed, and how much of the line it used. Rows that were handed over before are valid. */
export interface ListFailure {
  readonly failure: Failure
  readonly bytes: number
}
