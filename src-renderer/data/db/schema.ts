import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Product } from '#shared/domain/product.ts'
import type { DirectoryIndexParts } from '../search/directory-index.ts'

/** A draft at rest: what it says is sealed, only what orders the list stays plain. */
export interface DraftRow {
  readonly id: string
  /** ISO time. */
  readonly updatedAt: string
  readonly sealed: Uint8Array<ArrayBuffer>
  /** Whose it is, and under whose key it lies; absent for the office's. */
  readonly officerId?: string
}

/** One page of pharmacies as the API answered it, whole: pharmacies are not personal. */
export interface PharmacyPageRow {
  /** What was asked for: `all:3`, `name:ajao:1`, `one:17`. */
  readonly key: string
  /** ISO time. */
  readonly fetchedAt: string
  readonly page: PharmacyPage
}

/** Which snapshot of a product's claim list is the kept one. Writing this row publishes the snapshot's chunks. */
export interface ClaimListRow {
  readonly product: Product
  readonly snapshotId: string
  /** ISO time. */
  readonly fetchedAt: string
  /** Claims in all chunks together. */
  readonly count: number
  readonly chunks: number
}

/** Some hundred received claims of one snapshot, sealed: they are personal. */
export interface ClaimChunkRow {
  /** `snapshotId:index`. */
  readonly id: string
  readonly snapshotId: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/** A claim with its customer that an officer keeps for offline use. Whose it is stands inside the seal alone. */
export interface KeptClaimRow {
  readonly id: string
  /** ISO time. */
  readonly keptAt: string
  readonly sealed: Uint8Array<ArrayBuffer>
}

/**
 * Which snapshot of the pharmacy directory is the kept one. Writing this row publishes the snapshot: its chunks and its
 * index are complete before.
 */
export interface DirectoryRow {
  readonly key: 'published'
  readonly snapshotId: string
  /** ISO time at which the directory was as it is kept. */
  readonly fetchedAt: string
  /** Pharmacies in all chunks together. */
  readonly count: number
  /** What the insurer's pages said of their own number. */
  readonly total: number
  /** Whether every page was seen unchanged at one moment and nothing was missing or twice. */
  readonly isComplete: boolean
}

/** Some thousand pharmacies of one snapshot, packed (search/packed-pharmacies.ts). */
export interface DirectoryChunkRow {
  readonly snapshotId: string
  readonly index: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The search index of a snapshot (search/directory-index.ts): it can be built again from the chunks. */
export interface DirectoryIndexRow {
  readonly snapshotId: string
  readonly parts: DirectoryIndexParts
}

/** A reading of the whole directory that is under way, or waits for someone to resume it. */
export interface DirectoryRunRow {
  readonly key: 'current'
  readonly id: string
  /** ISO time. */
  readonly startedAt: string
  readonly isPaused: boolean
}

/** A page of the run under way, with the moments (ticks of the run) between which it was known to be so. */
export interface DirectoryRunPageRow {
  readonly page: number
  readonly runId: string
  readonly total: number
  readonly lastPage: number
  readonly pharmacies: readonly Pharmacy[]
  /** What stood on this page in earlier readings of the same run. */
  readonly earlier: readonly Pharmacy[]
  readonly answeredTick: number
}

/** What this page remembers about itself from one start to the next. */
export interface MetaRow {
  readonly key: 'open-draft'
  readonly value: string
}

/** A version of the database, by the number that Dexie multiplies by ten for the browser. */
interface DatabaseVersion {
  readonly number: number
  /** The stores that are new or changed, each with its key and its indexes. */
  readonly stores: Readonly<Record<string, string>>
}

/**
 * The versions of the database, oldest first. Once a version is released it is never edited: a change is a new line
 * with, where rows change shape, its upgrade.
 */
export const versions: readonly DatabaseVersion[] = [
  {
    number: 1,
    stores: {
      drafts: 'id, updatedAt',
      pharmacyPages: 'key, fetchedAt',
      meta: 'key',
      claimLists: 'product',
      claimChunks: 'id, snapshotId',
      keptClaims: 'id',
      directory: 'key',
      directoryChunks: '[snapshotId+index]',
      directoryIndexes: 'snapshotId',
      directoryRun: 'key',
      directoryRunPages: 'page',
    },
  },
]

export const newestVersion = versions.at(-1)?.number ?? 1
