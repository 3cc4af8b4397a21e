import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { DirectoryRunPageRow } from '../db/schema.ts'

/*
 * The directory is read once, page by page, and each pharmacy counts once, by its number. It may change meanwhile:
 * removing one pharmacy moves the first of each later page to the page before it, and one is missed. So a reading is
 * complete where all its pages state one total, and as many pharmacies were seen; otherwise it "may be incomplete".
 */

/** A page of an interrupted reading counts for so long. */
const pageCountsMs = 24 * 3600 * 1000

export interface RunOutcome {
  readonly pharmacies: readonly Pharmacy[]
  readonly total: number
  /** Every page stated the same total, and as many pharmacies were seen. */
  readonly isComplete: boolean
}

export interface RunCounts {
  readonly pages: number
  readonly pagesRead: number
  readonly pharmacies: number
}

/** Tracks one download of the whole directory: which page is next, and when all are read. */
export class DirectoryRun {
  readonly #id: string
  /** Pharmacies on each page that was read. */
  readonly #read = new Map<number, number>()
  readonly #open = new Set<number>()
  /** The number of pages according to the newest answer. */
  #lastPage = 1

  /** @param rows what an interrupted run with the same id had read; what is older than a day is read again */
  constructor(id: string, rows: readonly DirectoryRunPageRow[] = [], nowMs = Date.now()) {
    this.#id = id
    for (const row of ofRun(rows, id)) {
      if (Math.abs(nowMs - Date.parse(row.fetchedAt)) >= pageCountsMs) continue
      this.#read.set(row.page, row.pharmacies.length)
      this.#lastPage = Math.max(1, row.lastPage)
    }
  }

  /** The page to request now; null when none is left or all that are left are in flight. */
  next(): number | null {
    for (let page = 1; page <= this.#lastPage; page++) {
      if (!this.#open.has(page) && !this.#read.has(page)) return page
    }
    return null
  }

  get isFinished(): boolean {
    return this.#open.size === 0 && this.next() === null
  }

  /** Notes that a request was sent. */
  asked(page: number): void {
    this.#open.add(page)
  }

  /** Notes that no answer came: the page is requested again. */
  unanswered(page: number): void {
    this.#open.delete(page)
  }

  /** @returns the row to store. */
  answered(page: number, { total, lastPage, pharmacies }: PharmacyPage): DirectoryRunPageRow {
    this.#open.delete(page)
    this.#read.set(page, pharmacies.length)
    this.#lastPage = Math.max(1, lastPage)
    return { page, runId: this.#id, total, lastPage, pharmacies, fetchedAt: new Date().toISOString() }
  }

  counts(): RunCounts {
    const pharmacies = [...this.#read.values()].reduce((sum, count) => sum + count, 0)
    return { pages: this.#lastPage, pagesRead: this.#read.size, pharmacies }
  }
}

/** The directory that a run has read, in the insurer's order, each pharmacy once. */
export function outcomeOf(rows: readonly DirectoryRunPageRow[], runId: string): RunOutcome {
  const read = ofRun(rows, runId)
  const shown = read.toSorted((one, other) => one.page - other.page).flatMap(({ pharmacies }) => pharmacies)
  const found = new Map(shown.map((pharmacy) => [pharmacy.id, pharmacy]))
  const total = read.at(-1)?.total ?? 0
  const isComplete = found.size === total && read.every((row) => row.total === total)
  return { pharmacies: [...found.values()], total, isComplete }
}

/** The rows of a run as they were read, the newest last. */
function ofRun(rows: readonly DirectoryRunPageRow[], runId: string): readonly DirectoryRunPageRow[] {
  return rows
    .filter((row) => row.runId === runId)
    .toSorted((one, other) => one.fetchedAt.localeCompare(other.fetchedAt))
}
