import { dayMs } from '#shared/ages.ts'
import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import {
  openPharmacies,
  type DirectoryRow,
  type DirectoryRunRow,
  type PharmaciesDatabase,
  type PharmacyPageRow,
} from '../db/pharmacies-database.ts'
import { DirectoryScan } from '../search/directory-scan.ts'
import { packPharmacies, unpackPharmacies } from '../search/packed-pharmacies.ts'

/** What is searched: the downloaded directory with the pages seen since, or only the pages that were seen. */
export type StoredPharmacies =
  | {
      readonly type: 'directory'
      readonly fetchedAt: string
      readonly count: number
      readonly isComplete: boolean
    }
  /** More may exist; `oldestAt` is null while no page was seen. */
  | { readonly type: 'kept-partly'; readonly oldestAt: string | null; readonly count: number }

interface FoundPharmacies {
  readonly content: StoredPharmacies
  /** All of them, best first. */
  readonly found: readonly Pharmacy[]
  /** Number of hits that do not have every word as it was typed. */
  readonly similar: number
}

interface StoredState {
  readonly kept: DirectoryRow | null
  readonly run: DirectoryRunRow | null
  /** The pages that the download under way has read. */
  readonly pages: readonly PharmacyPage[]
}

type Answer<T> = Promise<Result<T, Failure>>

/** The pharmacies on this computer. Works in a worker; in tests in the caller's thread. */
export interface PharmacyStore {
  state(question: null): Answer<StoredState>
  /** An empty text finds all. */
  search(question: { readonly text: string }): Answer<FoundPharmacies>
  one(question: { readonly id: number }): Answer<{ pharmacy: Pharmacy; content: StoredPharmacies } | null>
  /** Adds a page that the insurer answered. @param of `all`, or what else was asked for */
  keep(question: { readonly of: string; readonly page: PharmacyPage }): Answer<null>
  /** Begins or resumes a download; or pauses it. */
  run(question: Omit<DirectoryRunRow, 'key'>): Answer<null>
  /**
   * Makes a directory of the pages that the download has read, in place of the one before. Where some pages may be missing,
   * a complete older directory stays, and both are searched.
   */
  publish(question: null): Answer<DirectoryRow>
}

/** Pages kept beside those of the whole list: about 6,000 pharmacies, under two megabytes. */
const keptPages = 400

interface Loaded {
  readonly content: StoredPharmacies
  readonly pharmacies: ReadonlyMap<number, Pharmacy>
  readonly scan: DirectoryScan
}

/** The store of an insurer's pharmacies. Nothing is opened before the first question. */
export function createPharmacyStore(insurer: string): PharmacyStore & { close(): void } {
  const opened = openPharmacies(insurer)
  /** Null after each change. */
  let loading: Answer<Loaded> | null = null
  const loaded = async (): Answer<Loaded> => {
    loading ??= opened.use(load)
    const answer = await loading
    // The next question tries a failed load again.
    if (!answer.ok) loading = null
    return answer
  }
  const changed = <T>(action: (database: PharmaciesDatabase) => Promise<T>): Answer<T> =>
    opened.use(action).finally(() => (loading = null))

  return {
    state: () => opened.use(stateOf),
    async search({ text }) {
      const answer = await loaded()
      return answer.ok ? ok({ content: answer.value.content, ...answer.value.scan.search(text) }) : answer
    },
    async one({ id }) {
      const found = await loaded()
      if (!found.ok) return found
      const { pharmacies, content } = found.value
      const pharmacy = pharmacies.get(id)
      return ok(pharmacy === undefined ? null : { pharmacy, content })
    },
    keep: ({ of, page }) =>
      changed((database) =>
        keepPage(database, { key: `${of}:${page.page}`, fetchedAt: new Date().toISOString(), page }),
      ),
    run: (row) => changed((database) => keepRun(database, { key: 'current', ...row })),
    publish: () => changed(publish),
    close: () => opened.close(),
  }
}

const ofWholeList = (database: PharmaciesDatabase) => database.pharmacyPages.where('key').startsWith('all:')

/** The pages of an interrupted download are used for a day, then read again. */
async function stateOf(database: PharmaciesDatabase): Promise<StoredState> {
  const kept = await database.directory.get('published')
  const run = await database.directoryRun.get('current')
  const rows = run === undefined ? [] : await ofWholeList(database).sortBy('fetchedAt')
  const isRecent = ({ fetchedAt }: PharmacyPageRow): boolean =>
    Math.abs(Date.now() - Date.parse(fetchedAt)) < dayMs
  return { kept: kept ?? null, run: run ?? null, pages: rows.filter(isRecent).map(({ page }) => page) }
}

async function keepPage(database: PharmaciesDatabase, row: PharmacyPageRow): Promise<null> {
  await database.pharmacyPages.put(row)
  if (row.key.startsWith('all:')) return null
  const others = database.pharmacyPages.orderBy('fetchedAt').filter(({ key }) => !key.startsWith('all:'))
  const surplus = (await others.count()) - keptPages
  if (surplus > 0) await others.limit(surplus).delete()
  return null
}

async function keepRun(database: PharmaciesDatabase, row: DirectoryRunRow): Promise<null> {
  await database.transaction('rw', [database.directoryRun, database.pharmacyPages], async () => {
    // What was seen before is no part of a new download.
    if ((await database.directoryRun.get('current')) === undefined) await ofWholeList(database).delete()
    await database.directoryRun.put(row)
  })
  return null
}

// Later pages are newer and win.
const byId = (rows: readonly PharmacyPageRow[]): Map<number, Pharmacy> =>
  new Map(rows.flatMap(({ page }) => page.pharmacies).map((pharmacy) => [pharmacy.id, pharmacy]))

async function load(database: PharmaciesDatabase): Promise<Loaded> {
  const row = await database.directory.get('published')
  const kept = await database.directoryContent.get('published')
  const seen = await database.pharmacyPages
    .where('fetchedAt')
    .above(row?.fetchedAt ?? '')
    .sortBy('fetchedAt')
  const before = kept === undefined ? [] : unpackPharmacies(kept.bytes)
  const pharmacies = new Map([...before.map((one) => [one.id, one] as const), ...byId(seen)])
  const count = pharmacies.size
  const content: StoredPharmacies =
    row === undefined || kept === undefined
      ? { type: 'kept-partly', oldestAt: seen[0]?.fetchedAt ?? null, count }
      : { type: 'directory', fetchedAt: row.fetchedAt, count, isComplete: row.isComplete }
  return { content, pharmacies, scan: new DirectoryScan(pharmacies.values()) }
}

/** Each pharmacy counts once. Complete where every page stated the same total, and as many pharmacies were seen. */
async function publish(database: PharmaciesDatabase): Promise<DirectoryRow> {
  const rows = await ofWholeList(database).sortBy('fetchedAt')
  const total = rows.at(-1)?.page.total ?? 0
  const pharmacies = [...byId(rows.toSorted((one, other) => one.page.page - other.page.page)).values()]
  const isComplete = pharmacies.length === total && rows.every(({ page }) => page.total === total)
  const before = await database.directory.get('published')
  const now = new Date().toISOString()
  if (!isComplete && before?.isComplete === true) {
    const row = { ...before, triedAt: now }
    await database.directory.put(row)
    await database.directoryRun.clear()
    return row
  }
  const count = pharmacies.length
  const row: DirectoryRow = { key: 'published', fetchedAt: now, count, total, isComplete, triedAt: null }
  await putDirectory(database, row, packPharmacies(pharmacies))
  return row
}

/** Puts a directory in place of the one before, in one transaction. */
export async function putDirectory(
  database: PharmaciesDatabase,
  row: DirectoryRow,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { directory, directoryContent, directoryRun, pharmacyPages } = database
  await database.transaction('rw', [directory, directoryContent, directoryRun, pharmacyPages], async () => {
    await directory.put(row)
    await directoryContent.put({ key: 'published', bytes })
    await directoryRun.clear()
    await pharmacyPages.clear()
  })
}
