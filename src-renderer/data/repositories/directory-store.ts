import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import {
  buildDirectoryIndex,
  DirectoryIndex,
  indexFormat,
  type DirectoryIndexParts,
  type MatchKind,
} from '../search/directory-index.ts'
import { lineOf, packPharmacies, PackedPharmacies, pharmaciesPerChunk } from '../search/packed-pharmacies.ts'
import type { ClaimsDeskDatabase } from '../db/claims-desk-database.ts'
import type { DirectoryRow } from '../db/schema.ts'
import type { PageStorage } from './page-storage.ts'
import { outcomeOf } from './directory-run.ts'

/** What is searched: the stored directory with the pages seen since, or only the pages that were seen. */
export type StoredDirectory =
  | {
      readonly type: 'directory'
      readonly fetchedAt: string
      readonly count: number
      readonly total: number
      readonly isComplete: boolean
    }
  /** `oldestAt` is null while no page was seen. */
  | { readonly type: 'pages'; readonly oldestAt: string | null; readonly count: number }

export interface FoundPharmacies {
  readonly content: StoredDirectory
  readonly page: PharmacyPage
  /** Number of hits of each kind, over all pages. */
  readonly counts: Readonly<Record<MatchKind, number>>
}

/** The searchable directory. It runs in a worker; in tests it runs in the caller's thread. */
export interface DirectoryStore {
  /** A page of 15 hits; a page beyond the last gives the last. `revision` changes with the stored data. */
  search(question: { text: string; page: number; revision: string }): Promise<FoundPharmacies | null>
  /** A page of the directory as the insurer numbers it; null without a stored directory or beyond its last page. */
  page(question: { page: number; revision: string }): Promise<KeptAnswer<PharmacyPage> | null>
  one(question: { id: number; revision: string }): Promise<KeptAnswer<Pharmacy> | null>
  /**
   * Writes a snapshot of a finished run; its last write replaces the previous snapshot. A complete one stays where the
   * run may be incomplete: what that saw is searched together with it.
   */
  publish(question: { runId: string }): Promise<DirectoryRow | null>
}

export interface KeptAnswer<T> {
  readonly value: T
  readonly content: StoredDirectory
}

const perPage = 15

interface Loaded {
  readonly revision: string
  readonly content: StoredDirectory
  readonly index: DirectoryIndex
  readonly pharmacies: PackedPharmacies
}

/** The directory store over this page's database. Nothing is read before the first request. */
export function createDirectoryStore(storage: PageStorage): DirectoryStore {
  let loading: { readonly revision: string; readonly loaded: Promise<Loaded | null> } | null = null

  const open = async (revision: string): Promise<Loaded | null> => {
    if (loading?.revision !== revision) {
      loading = { revision, loaded: storage.use((database) => load(database, revision)).then(valueOf) }
    }
    const loaded = await loading.loaded
    // The next request retries a failed load.
    if (loaded === null) loading = null
    return loaded
  }

  return {
    async search({ text, page, revision }) {
      const loaded = await open(revision)
      return loaded === null ? null : searchIn(loaded, text, page)
    },
    async page({ page, revision }) {
      const loaded = await open(revision)
      if (loaded?.content.type !== 'directory') return null
      const count = loaded.pharmacies.length
      const lastPage = Math.max(1, Math.ceil(count / perPage))
      if (page > lastPage) return null
      const pharmacies = loaded.pharmacies.slice((page - 1) * perPage, perPage)
      return { value: { pharmacies, page, lastPage, total: count }, content: loaded.content }
    },
    async one({ id, revision }) {
      const loaded = await open(revision)
      const position = loaded?.index.positionOf(id) ?? null
      if (loaded === null || position === null) return null
      return { value: loaded.pharmacies.at(position), content: loaded.content }
    },
    async publish({ runId }) {
      return valueOf(await storage.use((database) => publishRun(database, runId)))
    },
  }
}

const valueOf = <T>(result: { ok: true; value: T } | { ok: false }): T | null =>
  result.ok ? result.value : null

function searchIn(loaded: Loaded, text: string, page: number): FoundPharmacies {
  let shown = Math.max(1, page)
  let hits = loaded.index.search(text, (shown - 1) * perPage, perPage)
  const lastPage = Math.max(1, Math.ceil(hits.total / perPage))
  if (shown > lastPage) {
    shown = lastPage
    hits = loaded.index.search(text, (shown - 1) * perPage, perPage)
  }
  const pharmacies = hits.positions.map((position) => loaded.pharmacies.at(position))
  return {
    content: loaded.content,
    page: { pharmacies, page: shown, lastPage, total: hits.total },
    counts: hits.counts,
  }
}

async function load(database: ClaimsDeskDatabase, revision: string): Promise<Loaded> {
  const published = await database.directory.get('published')
  const seen = await seenSince(database, published?.fetchedAt ?? '')
  return published === undefined
    ? ofPages(seen, revision)
    : withSeen(await loadSnapshot(database, revision, published), seen)
}

interface SeenPage {
  readonly fetchedAt: string
  readonly pharmacies: readonly Pharmacy[]
}

/** Pages that were asked for, and those of the newest download, after that time; oldest first. */
async function seenSince(database: ClaimsDeskDatabase, after: string): Promise<readonly SeenPage[]> {
  const asked = await database.pharmacyPages.where('fetchedAt').above(after).toArray()
  const downloaded = await database.directoryRunPages.toArray()
  return [...asked.map(({ fetchedAt, page }) => ({ fetchedAt, pharmacies: page.pharmacies })), ...downloaded]
    .filter(({ fetchedAt }) => fetchedAt > after)
    .sort((one, other) => one.fetchedAt.localeCompare(other.fetchedAt))
}

// Later pages are newer and win.
const byId = (pages: readonly SeenPage[]): Map<number, Pharmacy> =>
  new Map(pages.flatMap(({ pharmacies }) => pharmacies).map((pharmacy) => [pharmacy.id, pharmacy]))

function withSeen(kept: Loaded, seen: readonly SeenPage[]): Loaded {
  const news = [...byId(seen)].filter(([id, pharmacy]) => {
    const position = kept.index.positionOf(id)
    return position === null || lineOf(kept.pharmacies.at(position)) !== lineOf(pharmacy)
  })
  if (news.length === 0) return kept
  const before = kept.pharmacies.slice(0, kept.pharmacies.length)
  const all = [...new Map([...before.map((one) => [one.id, one] as const), ...news]).values()]
  return { ...indexed(all), revision: kept.revision, content: { ...kept.content, count: all.length } }
}

async function loadSnapshot(
  database: ClaimsDeskDatabase,
  revision: string,
  row: DirectoryRow,
): Promise<Loaded> {
  const { snapshotId, fetchedAt, count, total, isComplete } = row
  const [chunks, kept] = await database.transaction(
    'r',
    [database.directoryChunks, database.directoryIndexes],
    async () =>
      await Promise.all([
        chunksOfSnapshot(database, snapshotId).toArray(),
        database.directoryIndexes.get(snapshotId),
      ]),
  )
  const pharmacies = new PackedPharmacies(chunks.map(({ bytes }) => bytes))
  const content = { type: 'directory', fetchedAt, count, total, isComplete } as const
  return {
    revision,
    content,
    pharmacies,
    index: new DirectoryIndex(await partsOf(database, kept?.parts, pharmacies, snapshotId)),
  }
}

// An index of another format is rebuilt from the chunks.
async function partsOf(
  database: ClaimsDeskDatabase,
  kept: DirectoryIndexParts | undefined,
  pharmacies: PackedPharmacies,
  snapshotId: string,
): Promise<DirectoryIndexParts> {
  if (kept?.format === indexFormat && kept.positions.length === pharmacies.length) return kept
  const parts = buildDirectoryIndex(pharmacies.slice(0, pharmacies.length))
  await database.directoryIndexes.put({ snapshotId, parts })
  return parts
}

function ofPages(seen: readonly SeenPage[], revision: string): Loaded {
  const all = [...byId(seen).values()]
  const content = { type: 'pages', oldestAt: seen[0]?.fetchedAt ?? null, count: all.length } as const
  return { ...indexed(all), revision, content }
}

function indexed(all: readonly Pharmacy[]): Pick<Loaded, 'pharmacies' | 'index'> {
  return {
    pharmacies: new PackedPharmacies(packChunks(all)),
    index: new DirectoryIndex(buildDirectoryIndex(all)),
  }
}

function chunksOfSnapshot(database: ClaimsDeskDatabase, snapshotId: string) {
  return database.directoryChunks
    .where('[snapshotId+index]')
    .between([snapshotId, -Infinity], [snapshotId, Infinity])
}

function chunksOf(pharmacies: readonly Pharmacy[]): (readonly Pharmacy[])[] {
  return Array.from({ length: Math.ceil(pharmacies.length / pharmaciesPerChunk) }, (_, index) =>
    pharmacies.slice(index * pharmaciesPerChunk, (index + 1) * pharmaciesPerChunk),
  )
}

async function publishRun(database: ClaimsDeskDatabase, runId: string): Promise<DirectoryRow> {
  const { pharmacies, total, isComplete } = outcomeOf(await database.directoryRunPages.toArray(), runId)
  const before = await database.directory.get('published')
  if (!isComplete && before?.isComplete === true) return await keepSnapshot(database, before)
  const row: DirectoryRow = {
    key: 'published',
    snapshotId: runId,
    fetchedAt: new Date().toISOString(),
    count: pharmacies.length,
    total,
    isComplete,
    triedAt: null,
  }
  await writeSnapshot(database, runId, packChunks(pharmacies), buildDirectoryIndex(pharmacies))
  await publishSnapshot(database, row)
  return row
}

async function keepSnapshot(database: ClaimsDeskDatabase, before: DirectoryRow): Promise<DirectoryRow> {
  const row = { ...before, triedAt: new Date().toISOString() }
  await database.transaction('rw', [database.directory, database.directoryRun], async () => {
    await database.directory.put(row)
    await database.directoryRun.clear()
  })
  return row
}

/** The pharmacies of a snapshot, packed in the order they were given. */
export function packChunks(pharmacies: readonly Pharmacy[]): Uint8Array<ArrayBuffer>[] {
  return chunksOf(pharmacies).map(packPharmacies)
}

/** Writes chunks and index of a snapshot; they stay invisible until it is published. */
export async function writeSnapshot(
  database: ClaimsDeskDatabase,
  snapshotId: string,
  chunks: readonly Uint8Array<ArrayBuffer>[],
  parts: DirectoryIndexParts,
): Promise<void> {
  await database.transaction('rw', [database.directoryChunks, database.directoryIndexes], async () => {
    await chunksOfSnapshot(database, snapshotId).delete()
    await database.directoryChunks.bulkPut(chunks.map((bytes, index) => ({ snapshotId, index, bytes })))
    await database.directoryIndexes.put({ snapshotId, parts })
  })
}

/** Swaps the pointer and, in the same transaction, deletes what it no longer points to. */
export async function publishSnapshot(database: ClaimsDeskDatabase, row: DirectoryRow): Promise<void> {
  const { directory, directoryChunks, directoryIndexes, directoryRun, directoryRunPages } = database
  await database.transaction(
    'rw',
    [directory, directoryChunks, directoryIndexes, directoryRun, directoryRunPages],
    async () => {
      await directory.put(row)
      await directoryChunks.where('[snapshotId+index]').below([row.snapshotId, -Infinity]).delete()
      await directoryChunks.where('[snapshotId+index]').above([row.snapshotId, Infinity]).delete()
      await directoryIndexes.where('snapshotId').notEqual(row.snapshotId).delete()
      await directoryRun.clear()
      await directoryRunPages.clear()
    },
  )
}
