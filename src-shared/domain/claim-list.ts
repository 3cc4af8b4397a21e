import type { Failure } from '../failure.ts'
import type { EntryStateName, EntrySummary } from '../outbox/entry.ts'
import type { Product } from './product.ts'
import type { ReceivedClaim } from './received-claim.ts'

/** What rows are grouped and filtered by: the insurer's status value, or the state in the outbox. */
export type ClaimGroup = `status:${string}` | 'not-listed-yet' | `entry:${EntryStateName}`

export const sortKeys = ['created', 'occurrence', 'policy', 'amount'] as const
export type SortKey = (typeof sortKeys)[number]

/** Equal rows stand newest first. */
export interface ClaimOrder {
  readonly sort: SortKey
  readonly descending: boolean
}

/** What the list of claims is narrowed to. Days are `YYYY-MM-DD`, both inclusive; '' means any. */
export interface ClaimFilter {
  /** Every word must be found. */
  readonly search: string
  /** Null for both. */
  readonly product: Product | null
  /** Null for all. */
  readonly group: ClaimGroup | null
  readonly from: string
  readonly to: string
  /** Only claims captured on this computer. */
  readonly onlyFromHere: boolean
  /** Only claims that the insurer lists. */
  readonly onlyListed: boolean
}

export const noFilter: ClaimFilter = {
  search: '',
  product: null,
  group: null,
  from: '',
  to: '',
  onlyFromHere: false,
  onlyListed: false,
}

/** One claim of the list: at the insurer, in the outbox, or in both. */
export interface ClaimRow {
  readonly key: string
  readonly product: Product
  readonly policyNumber: string
  /** `YYYY-MM-DD`, or '' if unknown. */
  readonly occurrenceDate: string
  readonly place: string
  /** The beginning, as far as a list shows it. */
  readonly details: string
  /** Naira; null if the insurer's text is not a number. */
  readonly amount: number | null
  /** When the insurer received it, or this computer did (ISO). */
  readonly createdAt: string
  readonly group: ClaimGroup
  /** The insurer removed it from its list. */
  readonly isDeleted: boolean
  /** Its id at the insurer; null for one that is not listed. */
  readonly claimId: number | null
  /** Null for one that this officer has not captured here, or may not see. */
  readonly entry: EntrySummary | null
}

/** Some rows of a filtered and sorted list, with what is counted over all of it. */
export interface ClaimWindow {
  readonly offset: number
  readonly rows: readonly ClaimRow[]
  /** Rows that pass the whole filter. */
  readonly count: number
  /** Rows that pass everything but its group. */
  readonly inAllGroups: number
  /** Of those, how many there are in each group. */
  readonly groups: readonly (readonly [ClaimGroup, number])[]
  /** Rows without any filter. */
  readonly all: number
}

/** A claim at the insurer, to be opened. */
export interface ClaimAddress {
  readonly product: Product
  readonly policyNumber: string
  readonly claimId: number
}

/** The listed claims before and after one in a filtered and sorted list; null where there is none. */
export interface ClaimNeighbours {
  readonly previous: ClaimAddress | null
  readonly next: ClaimAddress | null
}

/** What is known of a policy's claims. */
export interface ClaimsOfPolicy {
  /** As the insurer listed them, of both products. */
  readonly listed: readonly ReceivedClaim[]
  /** The same and those of the outbox, each once. */
  readonly rows: readonly ClaimRow[]
}

/** What reading a list costs, as far as the last reading showed. */
export interface ListSize {
  /** Bytes over the line; the least it can be where `isWhole` is false. */
  readonly bytes: number
  readonly isWhole: boolean
  /** Null where the reading was over too soon to tell. */
  readonly bytesPerSecond: number | null
  /** ISO time. */
  readonly at: string
}

/** How far the reading of a list is. */
export interface ListProgress {
  /** It begins once another reading of this list, for the outbox, is over. */
  readonly isWaiting: boolean
  /** Bytes over the line. */
  readonly bytes: number
  /** Null when the insurer does not say it. */
  readonly totalBytes: number | null
  readonly claims: number
  /** What is left at the pace so far; null while that cannot be told. */
  readonly msLeft: number | null
}

/** What is kept of a list, without its rows. */
export interface KeptList {
  /** When the insurer gave it (ISO). */
  readonly fetchedAt: string
  /** Since when (ISO) the insurer's list has been as it is, where several readings showed the same. */
  readonly unchangedSince: string | null
  /** Claims that are kept. */
  readonly count: number
  /** Claims the insurer listed; above `count` where the oldest are not kept. */
  readonly listed: number
  /** When the oldest kept one was entered at the insurer (ISO); null without any. */
  readonly oldestCreatedAt: string | null
  /** The status values in it. */
  readonly statuses: readonly string[]
}

/** A product's claim list at the insurer, as it is known here. */
export interface ListState {
  /** Null when none is kept. */
  readonly kept: KeptList | null
  /** What reading it cost the last time; null before the first reading. */
  readonly size: ListSize | null
  readonly isFetching: boolean
  /** How far the reading is; null for the first moments of one, and while none is under way. */
  readonly progress: ListProgress | null
  /** Why the last reading failed; the kept list stays. */
  readonly failure: Failure | null
  /** An officer stopped the last reading. */
  readonly wasStopped: boolean
}

export type ListStates = Readonly<Record<Product, ListState>>

/** Up to so many bytes a list is read by itself; a larger one only when an officer asks. */
export const mostBytesByItself = 2_000_000

/**
 * Whether a list may be read without an officer's wish: where it is small, or of unknown size, which a reading up to the
 * bound then shows. Not while data is to be saved.
 */
export function isReadByItself({ size }: Pick<ListState, 'size'>, savesData: boolean): boolean {
  return !savesData && (size === null || size.bytes <= mostBytesByItself)
}
