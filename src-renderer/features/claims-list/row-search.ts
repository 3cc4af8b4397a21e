import type { Product } from '#shared/domain/product.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import { searchedPolicy } from '#renderer/data/search/searched-policy.ts'
import type { ClaimRow, RowState } from './claim-rows.ts'

/** The officer's filter. Days are `YYYY-MM-DD`, both inclusive; '' means any. */
export interface RowFilter {
  readonly text: string
  readonly product: Product | 'all'
  readonly state: RowState | 'all'
  readonly from: string
  readonly to: string
  /** Only claims captured on this computer. */
  readonly onlyFromHere: boolean
}

export const noFilter: RowFilter = {
  text: '',
  product: 'all',
  state: 'all',
  from: '',
  to: '',
  onlyFromHere: false,
}

/** The rows that pass the filter, in order, and how many there are in each state. */
export interface FilteredRows {
  readonly rows: readonly ClaimRow[]
  readonly states: ReadonlyMap<RowState, number>
  /** The number of rows in all states together. */
  readonly inAnyState: number
}

// Keyed by the row's source: rows are rebuilt at every change of the outbox, their sources are not.
const folded = new WeakMap<object, string>()

/** The searchable text of a row, without accents and case. Computed once per claim. */
export function searchText(row: ClaimRow): string {
  const source = row.claim ?? row.body ?? row.entry ?? row
  const known = folded.get(source) ?? searchedFields(row).map(foldAll).join(' ')
  folded.set(source, known)
  // At the insurer it has the reference that it was sent under at last; any of them finds it.
  return row.entry === null ? known : `${known} ${fold(row.entry.sentReferences.join(' '))}`
}

function searchedFields(row: ClaimRow): string[] {
  const fields = row.claim ?? row.body
  const own = [
    searchedPolicy(row.policyNumber),
    row.details,
    row.place,
    row.occurrenceDate,
    String(row.amount ?? ''),
  ]
  return [
    ...own,
    ...(row.claim === null ? [] : [String(row.claim.id)]),
    ...(fields === null
      ? []
      : [
          fields.claimantIdentification,
          fields.incidentPictureUrl,
          fields.medicalReportUrl,
          fields.deathCertificateUrl,
          fields.originalPolicyCertificateUrl,
        ]),
  ]
}

const pieceLength = 1900
const overlap = 100

// `fold` reads the first 2,000 letters only. Pieces overlap, so a word cut by one is whole in the next.
function foldAll(text: string): string {
  if (text.length <= pieceLength) return fold(text)
  const pieces: string[] = []
  for (let start = 0; start < text.length; start += pieceLength - overlap) {
    pieces.push(fold(text.slice(start, start + pieceLength)))
  }
  return pieces.join(' ')
}

/**
 * One pass over the rows, which may be interrupted: those that pass, and the counts by state of those that pass all other
 * filters.
 */
export class FilterPass {
  readonly #rows: readonly ClaimRow[]
  readonly #filter: RowFilter
  readonly #words: readonly string[]
  readonly #states = new Map<RowState, number>()
  readonly #passing: ClaimRow[] = []
  #next = 0
  #inAnyState = 0

  constructor(rows: readonly ClaimRow[], filter: RowFilter) {
    this.#rows = rows
    this.#filter = filter
    this.#words = wordsOf(fold(filter.text))
  }

  /** Goes on until `isOver` says so. @returns whether the pass is complete. */
  run(isOver: () => boolean): boolean {
    for (; this.#next < this.#rows.length; this.#next += 1) {
      if (isOver()) return false
      const row = this.#rows[this.#next]
      if (row !== undefined) this.#look(row)
    }
    return true
  }

  get found(): FilteredRows {
    return { rows: this.#passing, states: this.#states, inAnyState: this.#inAnyState }
  }

  #look(row: ClaimRow): void {
    if (!passesFields(row, this.#filter) || !hasWords(row, this.#words)) return
    this.#inAnyState += 1
    this.#states.set(row.state, (this.#states.get(row.state) ?? 0) + 1)
    if (this.#filter.state === 'all' || row.state === this.#filter.state) this.#passing.push(row)
  }
}

function passesFields(row: ClaimRow, filter: RowFilter): boolean {
  if (filter.product !== 'all' && row.product !== filter.product) return false
  if (filter.onlyFromHere && row.entry === null) return false
  // ISO days compare as text; an unknown day is in no range.
  if (filter.from !== '' && row.occurrenceDate < filter.from) return false
  return filter.to === '' || (row.occurrenceDate !== '' && row.occurrenceDate <= filter.to)
}

function hasWords(row: ClaimRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = searchText(row)
  return words.every((word) => text.includes(word))
}
