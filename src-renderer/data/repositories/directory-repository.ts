import { dayMs, directoryOldMs } from '#shared/ages.ts'
import type { PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import type { DirectoryRow } from '../db/pharmacies-database.ts'
import type { PharmacyStore } from './pharmacy-store.ts'

/** A download of the whole directory. */
export interface DirectoryProgress {
  readonly stage: 'reading' | 'publishing'
  readonly pages: number
  readonly pagesRead: number
  readonly pharmacies: number
  readonly isPaused: boolean
  /** The failure it waits out; it then continues by itself. */
  readonly waitingFor: Failure | null
  /** The failure that stopped it; the pages read so far are kept for the next try. */
  readonly failure: Failure | null
}

export interface DirectoryStatus {
  readonly kept: DirectoryRow | null
  readonly progress: DirectoryProgress | null
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

const firstRestMs = 2000
const longestRestMs = 60_000

// Failures that pass by themselves, or once the officer has fixed the cause elsewhere.
const passing = new Set<Failure['type']>([
  'offline',
  'timeout',
  'tls',
  'garbled',
  'intercepted',
  'no-key',
  'key-refused',
  'rate-limited',
  'server-error',
  'practice-unavailable',
  'locked',
])

/** Downloads the whole list of pharmacies, one page at a time, each of which is searched as soon as it is here. */
export class DirectoryRepository {
  status: DirectoryStatus = { kept: null, progress: null }
  readonly #store: PharmacyStore
  readonly #rest: Rest
  readonly #listeners = new Set<(status: DirectoryStatus) => void>()
  #begun: Promise<void> | null = null
  /** Ends the download that runs. */
  #running: AbortController | null = null
  #resting = new AbortController()
  /** Pharmacies on each page that the present download has read. */
  #read = new Map<number, number>()
  /** The number of pages according to the newest answer. */
  #lastPage = 1

  constructor(store: PharmacyStore, rest = restByTimer) {
    this.#store = store
    this.#rest = rest
  }

  /** Calls the listener on every change of the status. @returns the disposer. */
  subscribe(listener: (status: DirectoryStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Loads what is stored, and resumes a download that a restart interrupted. */
  begin(): Promise<void> {
    this.#begun ??= this.#begin()
    return this.#begun
  }

  /** Downloads the whole directory, or resumes the download that was paused or failed. */
  async read(isUnasked = false): Promise<void> {
    await this.begin()
    if (this.#running !== null) return
    if (this.status.progress === null) this.#read.clear()
    this.#start(isUnasked)
  }

  /** At once: what the insurer still answers is not kept. */
  async pause(): Promise<void> {
    if (this.#running === null || this.status.progress?.stage === 'publishing') return
    this.#running.abort()
    this.#running = null
    this.#resting.abort()
    // Called paused once a kill would not have it go on by itself.
    await this.#store.run({ isPaused: true, isUnasked: false })
    this.#announceProgress({ isPaused: true })
  }

  /** The connection is back or the key was changed: a download that waits retries at once. */
  wake(): void {
    const waitingFor = this.status.progress?.waitingFor ?? null
    // A server that asked for a pause gets it, whatever the connection does.
    if (waitingFor !== null && waitingFor.type !== 'rate-limited') this.#resting.abort()
  }

  /**
   * Downloads again when the stored directory is a week old, or a day after it may have been incomplete; never when none
   * is stored.
   */
  async refreshIfOld(): Promise<void> {
    await this.begin()
    const { kept, progress } = this.status
    if (kept === null || progress !== null) return
    const { fetchedAt, isComplete, triedAt } = kept
    const mayBeMs = isComplete && triedAt === null ? directoryOldMs : dayMs
    const ageMs = Date.now() - Date.parse(triedAt ?? fetchedAt)
    // A date in the future comes from a wrong clock, so the age is unknown: download again.
    if (ageMs < 0 || ageMs >= mayBeMs) await this.read(true)
  }

  close(): void {
    this.#running?.abort()
    this.#resting.abort()
    this.#listeners.clear()
  }

  async #begin(): Promise<void> {
    const found = await this.#store.state(null)
    if (!found.ok) {
      // The next question looks again.
      this.#begun = null
      return
    }
    const { kept, run, pages } = found.value
    if (kept !== null) this.#announce({ kept })
    if (run === null) return
    for (const page of pages) this.#note(page)
    if (run.isPaused) this.#announceProgress({ isPaused: true })
    else this.#start(run.isUnasked)
  }

  #start(isUnasked: boolean): void {
    const running = new AbortController()
    this.#running = running
    void this.#download(isUnasked, running.signal).finally(() => {
      if (this.#running === running) this.#running = null
    })
  }

  /** Reads what is missing. It waits when the server asks for it or the connection is lost, and then continues by itself. */
  async #download(isUnasked: boolean, signal: AbortSignal): Promise<void> {
    this.#announceProgress({})
    const begun = await this.#store.run({ isPaused: false, isUnasked })
    const isStopped = (): boolean => signal.aborted
    if (isStopped()) return
    if (!begun.ok) {
      this.#announceProgress({ failure: begun.error })
      return
    }
    let failures = 0
    for (let page = this.#missing(); page !== null; page = this.#missing()) {
      const failure = await this.#readPage(page, isUnasked, signal)
      if (isStopped()) return
      if (failure === null) {
        failures = 0
        this.#announceProgress({})
      } else if (!passing.has(failure.type)) {
        this.#announceProgress({ failure })
        return
      } else {
        const waitMs = Math.min(longestRestMs, firstRestMs * 2 ** failures)
        failures += 1
        this.#resting = new AbortController()
        const { retryAfterMs = waitMs } = failure.type === 'rate-limited' ? failure : {}
        const rested = this.#rest(Math.max(1000, retryAfterMs), this.#resting.signal)
        this.#announceProgress({ waitingFor: failure })
        await rested
        if (isStopped()) return
        this.#announceProgress({})
      }
    }
    await this.#publish()
  }

  async #readPage(page: number, isUnasked: boolean, signal: AbortSignal): Promise<Failure | null> {
    const answer = await askMain('pharmacies:page', { page, isUnasked })
    if (signal.aborted) return null
    if (!answer.ok) return answer.error
    // A server that ignores the page number would answer every request with its first page.
    if (answer.value.page !== page) return { type: 'page-ignored' }
    const kept = await this.#store.keep({ of: 'all', page: answer.value })
    if (!kept.ok) return kept.error
    this.#note(answer.value)
    return null
  }

  #note({ page, lastPage, pharmacies }: PharmacyPage): void {
    this.#read.set(page, pharmacies.length)
    this.#lastPage = Math.max(1, lastPage)
  }

  #missing(): number | null {
    for (let page = 1; page <= this.#lastPage; page += 1) if (!this.#read.has(page)) return page
    return null
  }

  async #publish(): Promise<void> {
    this.#announceProgress({ stage: 'publishing' })
    const kept = await this.#store.publish(null)
    if (!kept.ok) {
      this.#announceProgress({ failure: kept.error })
      return
    }
    // A listener may start the next download as soon as it sees this one finish.
    this.#running = null
    this.#announce({ kept: kept.value })
    this.#announce({ progress: null })
  }

  #announceProgress(change: Partial<DirectoryProgress>): void {
    const pharmacies = [...this.#read.values()].reduce((sum, count) => sum + count, 0)
    const counts = { pages: this.#lastPage, pagesRead: this.#read.size, pharmacies }
    const nothing = { isPaused: false, waitingFor: null, failure: null }
    this.#announce({ progress: { stage: 'reading', ...counts, ...nothing, ...change } })
  }

  #announce(change: Partial<DirectoryStatus>): void {
    this.status = { ...this.status, ...change }
    for (const listener of this.#listeners) listener(this.status)
  }
}
