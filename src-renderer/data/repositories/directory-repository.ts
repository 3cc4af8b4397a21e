import { dayMs, directoryOldMs } from '#shared/ages.ts'
import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DirectoryRow, DirectoryRunRow } from '../db/schema.ts'
import { downloadDirectory } from './directory-download.ts'
import { DirectoryRun, type RunCounts } from './directory-run.ts'
import type { DirectoryStore, KeptAnswer, FoundPharmacies } from './directory-store.ts'
import type { PageStorage } from './page-storage.ts'

export type { StoredDirectory, FoundPharmacies } from './directory-store.ts'

/** The published directory. */
export type KeptDirectory = Pick<DirectoryRow, 'fetchedAt' | 'count' | 'total' | 'isComplete' | 'triedAt'>

/** A download of the whole directory. */
export interface DirectoryProgress extends RunCounts {
  readonly stage: 'reading' | 'publishing'
  readonly isPaused: boolean
  /** The failure it waits out; it then continues by itself. */
  readonly waitingFor: Failure | null
  /** The failure that stopped it; the pages read so far are kept for the next try. */
  readonly failure: Failure | null
}

export interface DirectoryStatus {
  readonly kept: KeptDirectory | null
  readonly progress: DirectoryProgress | null
}

/** The whole directory of pharmacies on this computer: downloaded page by page, then searched offline. */
export interface DirectoryRepository {
  readonly status: DirectoryStatus
  /** Calls the listener on every change of the status. @returns the disposer. */
  subscribe(listener: (status: DirectoryStatus) => void): () => void
  /** Loads what is stored, and resumes a download that a restart interrupted. */
  begin(): Promise<void>
  /** Downloads the whole directory, or resumes the download that was paused or failed. */
  read(): Promise<void>
  pause(): Promise<void>
  /** The connection is back or the key was changed: a download that waits retries at once. */
  wake(): void
  /**
   * Downloads again when the stored directory is a week old, or a day after it may have been incomplete; never when none
   * is stored.
   */
  refreshIfOld(): Promise<void>
  /** Every word of the text in any field; an empty text finds all. */
  search(text: string, page: number): Promise<FoundPharmacies | null>
  page(page: number): Promise<KeptAnswer<PharmacyPage> | null>
  one(id: number): Promise<KeptAnswer<Pharmacy> | null>
  /** More pages were seen and stored; they are searched too. */
  noteSeenPages(): void
  close(): void
}

/** The wait between tries. A sign that a retry may work, or closing, cuts it short. */
export type Rest = (waitMs: number, signal: AbortSignal) => Promise<void>

const restByTimer: Rest = (waitMs, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The directory from main's API, stored in this page's database. */
export function createDirectoryRepository(
  storage: PageStorage,
  openStore: () => DirectoryStore & { close(): void },
  rest: Rest = restByTimer,
): DirectoryRepository {
  return new KeptDirectoryRepository(storage, openStore, rest)
}

class KeptDirectoryRepository implements DirectoryRepository {
  status: DirectoryStatus = { kept: null, progress: null }
  readonly #storage: PageStorage
  readonly #openStore: () => DirectoryStore & { close(): void }
  readonly #rest: Rest
  readonly #listeners = new Set<(status: DirectoryStatus) => void>()
  #store: (DirectoryStore & { close(): void }) | null = null
  #snapshotId: string | null = null
  #seenPages = 0
  #begun: Promise<void> | null = null
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null
  #resting = new AbortController()

  constructor(storage: PageStorage, openStore: () => DirectoryStore & { close(): void }, rest: Rest) {
    this.#storage = storage
    this.#openStore = openStore
    this.#rest = rest
  }

  subscribe(listener: (status: DirectoryStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(): Promise<void> {
    this.#begun ??= this.#begin()
    return this.#begun
  }

  read(): Promise<void> {
    return this.#read(false)
  }

  async #read(isUnasked: boolean): Promise<void> {
    await this.begin()
    if (this.#running !== null) return
    const waiting = await this.#storage.use((database) => database.directoryRun.get('current'))
    const known = waiting.ok ? waiting.value : undefined
    const run: DirectoryRunRow = {
      key: 'current',
      id: known?.id ?? newId(),
      startedAt: known?.startedAt ?? new Date().toISOString(),
      isPaused: false,
      isUnasked,
    }
    await this.#storage.use(async (database) => {
      await database.transaction('rw', [database.directoryRun, database.directoryRunPages], async () => {
        await database.directoryRun.put(run)
        if (known === undefined) await database.directoryRunPages.clear()
      })
    })
    this.#start(run)
  }

  async pause(): Promise<void> {
    const running = this.#running
    if (running === null) return
    running.stop.abort()
    this.#resting.abort()
    await running.done
    await this.#storage.use((database) => database.directoryRun.update('current', { isPaused: true }))
    if (this.status.progress !== null) {
      this.#announce({ progress: { ...this.status.progress, isPaused: true, waitingFor: null } })
    }
  }

  wake(): void {
    const waitingFor = this.status.progress?.waitingFor ?? null
    // A server that asked for a pause gets it, whatever the connection does.
    if (waitingFor !== null && waitingFor.type !== 'rate-limited') this.#resting.abort()
  }

  async refreshIfOld(): Promise<void> {
    await this.begin()
    const { kept, progress } = this.status
    if (kept === null || progress !== null) return
    const { fetchedAt, isComplete, triedAt } = kept
    const mayBeMs = isComplete && triedAt === null ? directoryOldMs : dayMs
    const ageMs = Date.now() - Date.parse(triedAt ?? fetchedAt)
    // A date in the future comes from a wrong clock, so the age is unknown: download again.
    if (ageMs < 0 || ageMs >= mayBeMs) await this.#read(true)
  }

  async search(text: string, page: number): Promise<FoundPharmacies | null> {
    await this.begin()
    return await this.#opened().search({ text, page, revision: this.#revision })
  }

  async page(page: number): Promise<KeptAnswer<PharmacyPage> | null> {
    await this.begin()
    return this.#snapshotId === null ? null : await this.#opened().page({ page, revision: this.#revision })
  }

  async one(id: number): Promise<KeptAnswer<Pharmacy> | null> {
    await this.begin()
    return await this.#opened().one({ id, revision: this.#revision })
  }

  noteSeenPages(): void {
    this.#seenPages += 1
  }

  close(): void {
    this.#running?.stop.abort()
    this.#resting.abort()
    this.#store?.close()
    this.#store = null
    this.#listeners.clear()
  }

  async #begin(): Promise<void> {
    const found = await this.#storage.use(async (database) => ({
      kept: await database.directory.get('published'),
      run: await database.directoryRun.get('current'),
    }))
    if (!found.ok) return
    const { kept, run } = found.value
    if (kept !== undefined) this.#published(kept)
    if (run === undefined) return
    if (run.isPaused) await this.#showPaused(run)
    else this.#start(run)
  }

  async #showPaused(row: DirectoryRunRow): Promise<void> {
    const run = await this.#runOf(row)
    this.#announce({
      progress: { ...run.counts(), stage: 'reading', isPaused: true, waitingFor: null, failure: null },
    })
  }

  async #runOf(row: DirectoryRunRow): Promise<DirectoryRun> {
    const rows = await this.#storage.use((database) => database.directoryRunPages.toArray())
    return new DirectoryRun(row.id, rows.ok ? rows.value : [])
  }

  #start(row: DirectoryRunRow): void {
    const stop = new AbortController()
    const running = { stop, done: this.#download(row, stop.signal) }
    this.#running = running
    void running.done.finally(() => {
      if (this.#running === running) this.#running = null
    })
  }

  async #download(row: DirectoryRunRow, signal: AbortSignal): Promise<void> {
    const run = await this.#runOf(row)
    const progress = (waitingFor: Failure | null, failure: Failure | null = null): void =>
      this.#announce({
        progress: { ...run.counts(), stage: 'reading', isPaused: false, waitingFor, failure },
      })
    progress(null)
    const ended = await downloadDirectory(
      run,
      {
        ask: (page) => askMain('pharmacies:page', { page, isUnasked: row.isUnasked }),
        keep: async (page) => {
          const kept = await this.#storage.use((database) => database.directoryRunPages.put(page))
          this.noteSeenPages()
          return storageFailure(kept)
        },
        rest: (waitMs) => this.#restFor(waitMs),
        progress,
      },
      signal,
    )
    if (!ended.ok) progress(null, ended.error)
    else if (ended.value === 'finished') await this.#publish(row.id, run)
  }

  async #publish(runId: string, run: DirectoryRun): Promise<void> {
    const counts = run.counts()
    this.#announce({
      progress: { ...counts, stage: 'publishing', isPaused: false, waitingFor: null, failure: null },
    })
    const kept = await this.#opened().publish({ runId })
    if (kept === null) {
      const failure: Failure = { type: 'storage-unavailable' }
      this.#announce({
        progress: { ...counts, stage: 'reading', isPaused: false, waitingFor: null, failure },
      })
      return
    }
    // A listener may start the next download as soon as it sees this one finish.
    this.#running = null
    this.#published(kept)
    this.#announce({ progress: null })
  }

  async #restFor(waitMs: number): Promise<void> {
    this.#resting = new AbortController()
    await this.#rest(waitMs, this.#resting.signal)
  }

  get #revision(): string {
    return `${this.#snapshotId ?? 'pages'}:${this.#seenPages}`
  }

  #opened(): DirectoryStore {
    this.#store ??= this.#openStore()
    return this.#store
  }

  #published(kept: DirectoryRow): void {
    this.#snapshotId = kept.snapshotId
    const { fetchedAt, count, total, isComplete, triedAt } = kept
    this.#announce({ kept: { fetchedAt, count, total, isComplete, triedAt } })
  }

  #announce(change: Partial<DirectoryStatus>): void {
    this.status = { ...this.status, ...change }
    for (const listener of this.#listeners) listener(this.status)
  }
}

function storageFailure(result: Awaited<ReturnType<PageStorage['use']>>): Result<null, Failure> {
  if (result.ok) return ok(null)
  const isFull = result.error.type === 'database-unavailable' && result.error.reason === 'disk-full'
  return err({ type: isFull ? 'disk-full' : 'storage-unavailable' })
}
