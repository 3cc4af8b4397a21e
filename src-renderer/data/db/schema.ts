import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { DirectoryIndexParts } from '../search/directory-index.ts'

/** One page of pharmacies as the API returned it, in plain: pharmacies are not personal data. */
export interface PharmacyPageRow {
  /** The request: `all:3`, `name:ajao:1`, `one:17`. */
  readonly key: string
  /** ISO time. */
  readonly fetchedAt: string
  readonly page: PharmacyPage
}

/**
 * Points to the current snapshot of the pharmacy directory. Writing this row publishes the snapshot, whose chunks and
 * index are complete by then.
 */
export interface DirectoryRow {
  readonly key: 'published'
  readonly snapshotId: string
  /** ISO time at which it was read. */
  readonly fetchedAt: string
  /** Pharmacies in all chunks together. */
  readonly count: number
  /** The total that the insurer's pages stated. */
  readonly total: number
  /** Whether as many pharmacies were seen as every page stated. */
  readonly isComplete: boolean
  /** ISO time of a later reading that may be incomplete, so that this one stays; null where there was none. */
  readonly triedAt: string | null
}

/** Some thousand pharmacies of one snapshot, packed (search/packed-pharmacies.ts). */
export interface DirectoryChunkRow {
  readonly snapshotId: string
  readonly index: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The search index of a snapshot (search/directory-index.ts); it can be rebuilt from the chunks. */
export interface DirectoryIndexRow {
  readonly snapshotId: string
  readonly parts: DirectoryIndexParts
}

/** A download of the whole directory that is running, or paused until someone resumes it. */
export interface DirectoryRunRow {
  readonly key: 'current'
  readonly id: string
  /** ISO time. */
  readonly startedAt: string
  readonly isPaused: boolean
  /** It refreshes an old directory by itself. */
  readonly isUnasked: boolean
}

/** A page of the newest run; it stays, to be searched, until the next one begins or is published. */
export interface DirectoryRunPageRow {
  readonly page: number
  readonly runId: string
  readonly total: number
  readonly lastPage: number
  readonly pharmacies: readonly Pharmacy[]
  /** ISO time. */
  readonly fetchedAt: string
}

/** A version of the database; Dexie multiplies its number by ten for the browser. */
interface DatabaseVersion {
  readonly number: number
  /** The stores that are new or changed, each with its key and its indexes. */
  readonly stores: Readonly<Record<string, string>>
}

/**
 * The versions of the database, oldest first. A released version is never edited: a change is a new line, with its
 * upgrade if rows change shape.
 */
export const versions: readonly DatabaseVersion[] = [
  {
    number: 1,
    stores: {
      pharmacyPages: 'key, fetchedAt',
      directory: 'key',
      directoryChunks: '[snapshotId+index]',
      directoryIndexes: 'snapshotId',
      directoryRun: 'key',
      directoryRunPages: 'page',
    },
  },
]

export const newestVersion = versions.at(-1)?.number ?? 1
