import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { DirectoryRunPageRow } from '../db/schema.ts'

/*
 * The directory may change while its pages are read. Removing one pharmacy moves the first of each later page to the
 * page before it: a reader that simply continues misses one, although every total is right. So a page only counts once
 * it was seen again, unchanged, after the last answer that was new or different. Then there was a moment at which the
 * whole directory was exactly what was read:
 *
 *   read every page ──▶ read again each page not seen since the last change ──▶ none is left: complete
 *            ▲                         │ one differs: everything is older than this change
 *            └─────────────────────────┘ (at most `mostRounds` times, then it "may be incomplete")
 *
 * A moment is a tick, which counts requests sent and answers received; no clock is involved.
 */

/** Average reads per page after which a directory that keeps changing is accepted as it is. */
const mostRounds = 6

interface ReadPage {
  readonly row: DirectoryRunPageRow
  /** Tick of the latest request whose answer was unchanged. */
  readonly unchangedTick: number
}

export interface RunOutcome {
  readonly pharmacies: readonly Pharmacy[]
  readonly total: number
  /** Every page was seen unchanged at one moment, with nothing missing or duplicated. */
  readonly isComplete: boolean
}

export interface RunCounts {
  readonly stage: 'reading' | 'checking'
  readonly pages: number
  readonly pagesRead: number
  readonly pagesChecked: number
  readonly pharmacies: number
}

/** Tracks one download of the whole directory: which page is next, and when it is complete. */
export class DirectoryRun {
  readonly #id: string
  readonly #pages = new Map<number, ReadPage>()
  readonly #open = new Map<number, number>()
  #tick = 0
  #reads = 0
  /** The number of pages according to the newest answer. */
  #lastPage = 1
  #lastChange = 0

  /** @param rows what an interrupted run with the same id had read; each page is read again before it counts */
  constructor(id: string, rows: readonly DirectoryRunPageRow[] = []) {
    this.#id = id
    for (const row of rows.filter(({ runId }) => runId === id)) {
      this.#pages.set(row.page, { row, unchangedTick: 0 })
      if (row.answeredTick >= this.#tick) this.#lastPage = Math.max(1, row.lastPage)
      this.#tick = Math.max(this.#tick, row.answeredTick)
    }
    this.#lastChange = this.#tick
  }

  /** The page to request now; null when none is left or all that are left are in flight. */
  next(): number | null {
    if (this.#hasGivenUp) return null
    return this.#unread() ?? this.#longestUnseen()
  }

  get isFinished(): boolean {
    return this.#open.size === 0 && this.next() === null
  }

  /** Notes that a request was sent. */
  asked(page: number): void {
    this.#tick += 1
    this.#reads += 1
    this.#open.set(page, this.#tick)
  }

  /** Notes that no answer came: the page is requested again. */
  unanswered(page: number): void {
    this.#open.delete(page)
    this.#reads -= 1
  }

  /** @returns the row to store, or null when nothing changed. */
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
    // With a single page, one answer is already one moment.
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

  /** Whether the directory was, at some moment, exactly what was read. */
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

  // Round robin: starting again at the first page after every change would read the first pages over and over.
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
 * Builds the directory from the stored rows of a run, without duplicates. If the pages never stopped changing, it
 * includes every pharmacy seen at least once.
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
