import type { Failure } from '../failure.ts'
import type { Claim, ClaimGroup } from '../claim/claim.ts'
import type { FollowUp } from '../claim/follow-up.ts'
import type { Product } from './product.ts'
import type { ReceivedClaim } from './received-claim.ts'
import type { ToldDay, ToldTime } from './told.ts'

export const sortKeys = ['created', 'occurrence', 'policy', 'amount'] as const
export type SortKey = (typeof sortKeys)[number]

/** The columns to sort by; equal rows stand newest first. */
export interface ClaimOrder {
  readonly sort: SortKey
  readonly descending: boolean
}

/** Whose claims: all, those captured on this computer, or those of the officer who is signed in. */
export const claimOwners = ['all', 'here', 'mine'] as const
export type ClaimOwner = (typeof claimOwners)[number]

/** So many of the insurer's status values are told apart in a list; the others are one kind. */
export const mostStatusKinds = 50
export const otherStatuses = 0
export type StatusKind = string | typeof otherStatuses

/** What the list of claims is narrowed to. Days are `YYYY-MM-DD`, both inclusive; '' means any. */
export interface ClaimFilter {
  /** Every word must be found. */
  readonly search: string
  /** Null for both products. */
  readonly product: Product | null
  /** Null for all groups, and what was taken out. */
  readonly group: ClaimGroup | null
  /** One of the insurer's status values, or the others; null for any. */
  readonly status: StatusKind | null
  readonly from: string
  readonly to: string
  readonly whose: ClaimOwner
}

export const noFilter: ClaimFilter = {
  search: '',
  product: null,
  group: null,
  status: null,
  from: '',
  to: '',
  whose: 'all',
}

/** One claim of the list: a draft, a claim of the outbox, one of the insurer's, or both of these. */
export interface ClaimRow {
  /** Its id here, the same from its first letter on; of one that is not ours `keke-123`. */
  readonly key: string
  readonly product: Product
  readonly policyNumber: string
  /** The customer's name, typed here or kept with details of the policy; '' where it is not known. */
  readonly customer: string
  readonly occurrenceDate: ToldDay
  readonly place: string
  /** The beginning, as far as a list shows it. */
  readonly details: string
  /** Naira; null if the insurer's text, or a draft's, is not a number. */
  readonly amount: number | null
  /** When ours was submitted or last written, another's received. */
  readonly createdAt: ToldTime
  readonly claim: Claim
}

/** Of the rows in the group, how many have each kind of status, in order. They are many words: a page gets them once. */
export interface StatusCounts {
  /** By which the page says that it has them. */
  readonly key: string
  readonly counts: readonly (readonly [StatusKind, number])[]
}

/** Some rows of a filtered and sorted list, with what is counted over all of it. */
export interface ClaimWindow {
  readonly offset: number
  readonly rows: readonly ClaimRow[]
  /** Rows that pass the whole filter. */
  readonly count: number
  /** Rows that pass everything but group and status, in each group. */
  readonly groups: Readonly<Record<ClaimGroup, number>>
  /** All of those, the ones that were taken out included. */
  readonly inAllGroups: number
  /** Null where they were not asked for, or are those that the page has. */
  readonly statuses: StatusCounts | null
  /** Rows without any filter. */
  readonly all: number
}

/** What the claims on this computer tell of a policy's number. */
export interface KnownOfPolicy {
  /** The products that it is of; none where that is unknown. */
  readonly products: readonly Product[]
  /** The number that may be meant, with figures where it has letters like them; null where none is known. */
  readonly meant: string | null
}

/** The claims before and after one in a filtered and sorted list, by their keys; null where there is none. */
export interface ClaimNeighbours {
  readonly previous: string | null
  readonly next: string | null
}

/** One claim, with all that is known of it beside its attempts and files. */
export interface ClaimInFull {
  readonly row: ClaimRow
  /** As the list that is kept here shows it. */
  readonly listed: ReceivedClaim | null
  /** Null for one that is not ours, or was not received. */
  readonly followUp: FollowUp | null
  /** The other claims of its policy, newest first. */
  readonly others: readonly ClaimRow[]
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
  /** Claims that are kept. */
  readonly count: number
  /** Claims the insurer listed; above `count` where the oldest are not kept. */
  readonly listed: number
  /** When the oldest kept one was entered at the insurer (ISO); null without any. */
  readonly oldestCreatedAt: string | null
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
