import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { DirectoryRunPageRow } from '../db/schema.ts'

/*
 * A list of pages that may change while it is read. Pages are numbered by what stands before them, so that one pharmacy
 * taken out moves the first of each later page to the page before: read on, and one is missing without a trace, with
 * every total right. So a page is taken as read only once it was seen again, unchanged, after the last page that was
 * new or changed had been answered. Then there was a moment at which the whole directory was exactly this:
 *
 *   read every page ──▶ read again each page not seen since the last change ──▶ none is left: complete
 *            ▲                         │ one differs: everything is older than this change
 *            └─────────────────────────┘ (at most `mostRounds` times, then it "may be incomplete")
 *
 * A moment is a tick: it counts questions asked and answers received, by no clock.
 */

/** So often every page is read on average before a directory that never stands still is taken as it is. */
const mostRounds = 6

interface ReadPage {
  readonly row: DirectoryRunPageRow
  /** When the latest question was asked whose answer was still the same. */
  readonly unchangedTick: number
}

export interface RunOutcome {
  readonly pharmacies: readonly Pharmacy[]
  readonly total: number
  /** Every page was seen unchanged at one moment, and nothing was missing or twice. */
  readonly isComplete: boolean
}

export interface RunCounts {
  readonly stage: 'reading' | 'checking'
  readonly pages: number
  readonly pagesRead: number
  readonly pagesChecked: number
  readonly pharmacies: number
}

/** Keeps the books of one reading of the whole directory: which page is next, and when it is complete. */
export class DirectoryRun {
  readonly #id: string
  readonly #pages = new Map<number, ReadPage>()
  readonly #open = new Map<number, number>()
  #tick = 0
  #reads = 0
  /** How many pages the newest answer spoke of. */
  #lastPage = 1
  #lastChange = 0

  /** @param rows what an interrupted run of the same id had read; each page is read once more before it counts */
  constructor(id: string, rows: readonly DirectoryRunPageRow[] = []) {
    this.#id = id
    for (const row of rows.filter(({ runId }) => runId === id)) {
      this.#pages.set(row.page, { row, unchangedTick: 0 })
      if (row.answeredTick >= this.#tick) this.#lastPage = Math.max(1, row.lastPage)
      this.#tick = Math.max(this.#tick, row.answeredTick)
    }
    this.#lastChange = this.#tick
  }

  /** The page to ask for now; null while all that are left are being asked for, or when nothing is left. */
  next(): number | null {
    if (this.#hasGivenUp) return null
    return this.#unread() ?? this.#longestUnseen()
  }

  get isFinished(): boolean {
    return this.#open.size === 0 && this.next() === null
  }

  /** A question goes out. */
  asked(page: number): void {
    this.#tick += 1
    this.#reads += 1
    this.#open.set(page, this.#tick)
  }

  /** No answer came: the page is asked for again. */
  unanswered(page: number): void {
    this.#open.delete(page)
    this.#reads -= 1
  }

  /** @returns the row to keep, or null when nothing differs from what is kept. */
  answered(page: number, answer: PharmacyPage): DirectoryRunPageRow | null {
    this.#tick += 1
    const askedTick = this.#open.get(page) ?? this.#tick
    this.#open.delete(page)
    this.#lastPage = Math.max(1, answer.lastPage)
    const known = this.#pages.get(page)
    if (known !== undefined && isSame(known.row, answer)) {
      this.#pages.set(page, { row: known.row, unchangedTick: askedTick })
      return null
    }
    const row: DirectoryRunPageRow = {
      page,
      runId: this.#id,
      total: answer.total,
      lastPage: answer.lastPage,
      pharmacies: answer.pharmacies,
      earlier: known === undefined ? [] : [...known.row.earlier, ...known.row.pharmacies],
      answeredTick: this.#tick,
    }
    // Alone, an answer is one moment by itself.
    this.#pages.set(page, { row, unchangedTick: this.#lastPage === 1 ? this.#tick : askedTick })
    this.#lastChange = this.#tick
    return row
  }

  counts(): RunCounts {
    let pagesRead = 0
    let pagesChecked = 0
    let pharmacies = 0
    for (const { row, unchangedTick } of this.#current()) {
      pagesRead += 1
      pharmacies += row.pharmacies.length
      if (unchangedTick >= this.#lastChange) pagesChecked += 1
    }
    const stage = pagesRead < this.#lastPage ? 'reading' : 'checking'
    return { stage, pages: this.#lastPage, pagesRead, pagesChecked, pharmacies }
  }

  /** Whether there was a moment at which the directory was exactly what was read. */
  get isOneMoment(): boolean {
    const pages = this.#current()
    return pages.length === this.#lastPage && pages.every((page) => this.#isSettled(page))
  }

  get #hasGivenUp(): boolean {
    return this.#reads > mostRounds * (this.#lastPage + 5)
  }

  #isSettled(page: ReadPage): boolean {
    return page.unchangedTick >= this.#lastChange
  }

  #unread(): number | null {
    for (let page = 1; page <= this.#lastPage; page++) {
      if (!this.#open.has(page) && !this.#pages.has(page)) return page
    }
    return null
  }

  // In turn: going back to the first page at every change would read the first pages over and over.
  #longestUnseen(): number | null {
    let longest: ReadPage | null = null
    for (const page of this.#current()) {
      if (this.#open.has(page.row.page) || this.#isSettled(page)) continue
      if (longest === null || page.unchangedTick < longest.unchangedTick) longest = page
    }
    return longest?.row.page ?? null
  }

  #current(): ReadPage[] {
    return [...this.#pages.values()].filter(({ row }) => row.page <= this.#lastPage)
  }
}

/**
 * The directory out of the kept rows of a run. Nobody is in it twice; where the pages never stood still, nobody once
 * seen is left out.
 */
export function outcomeOf(rows: readonly DirectoryRunPageRow[], isOneMoment: boolean): RunOutcome {
  const newest = rows.reduce<DirectoryRunPageRow | null>(
    (best, row) => (best === null || row.answeredTick > best.answeredTick ? row : best),
    null,
  )
  const lastPage = Math.max(1, newest?.lastPage ?? 1)
  const pages = rows.filter(({ page }) => page <= lastPage).sort((one, other) => one.page - other.page)
  const shown = pages.flatMap(({ pharmacies }) => pharmacies)
  const found = new Map(shown.map((pharmacy) => [pharmacy.id, pharmacy]))
  const total = newest?.total ?? 0
  const isComplete = isOneMoment && found.size === total && shown.length === total
  if (!isOneMoment) {
    for (const pharmacy of rows.flatMap(({ pharmacies, earlier }) => [...pharmacies, ...earlier])) {
      if (!found.has(pharmacy.id)) found.set(pharmacy.id, pharmacy)
    }
  }
  return { pharmacies: [...found.values()], total, isComplete }
}

function isSame(row: DirectoryRunPageRow, answer: PharmacyPage): boolean {
  return (
    row.total === answer.total &&
    row.lastPage === answer.lastPage &&
    JSON.stringify(row.pharmacies) === JSON.stringify(answer.pharmacies)
  )
}
