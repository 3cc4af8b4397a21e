import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import { fold, wordsOf } from '#renderer/data/search/fold.ts'
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

export const sortKeys = ['created', 'occurrence', 'policy', 'amount'] as const
export type SortKey = (typeof sortKeys)[number]
export interface RowOrder {
  readonly key: SortKey
  readonly descending: boolean
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
  const known = folded.get(source)
  if (known !== undefined) return known
  const text = searchedFields(row).map(foldAll).join(' ')
  folded.set(source, text)
  return text
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
    ...(fields === null ? [row.entry?.branchReference ?? ''] : []),
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

/** One pass over the rows: those that pass, and the counts by state of those that pass all other filters. */
export function filterRows(rows: readonly ClaimRow[], filter: RowFilter): FilteredRows {
  const words = wordsOf(fold(filter.text))
  const states = new Map<RowState, number>()
  const passing: ClaimRow[] = []
  let inAnyState = 0
  for (const row of rows) {
    if (!passesFields(row, filter) || !hasWords(row, words)) continue
    inAnyState += 1
    states.set(row.state, (states.get(row.state) ?? 0) + 1)
    if (filter.state === 'all' || row.state === filter.state) passing.push(row)
  }
  return { rows: passing, states, inAnyState }
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

type Compare = (one: ClaimRow, other: ClaimRow) => number

const compare: Readonly<Record<Exclude<SortKey, 'policy'>, Compare>> = {
  created: (one, other) => compareText(one.createdAt, other.createdAt),
  occurrence: (one, other) => compareText(one.occurrenceDate, other.occurrenceDate),
  // A missing amount sorts before the smallest one.
  amount: (one, other) => (one.amount ?? -1) - (other.amount ?? -1),
}

/** Compares normal forms, so that claims of one policy are adjacent however its number is written. */
function byPolicy(rows: readonly ClaimRow[]): Compare {
  const policies = new Map(rows.map((row) => [row, policyNumberOf(row.policyNumber)]))
  return (one, other) => compareText(policies.get(one) ?? '', policies.get(other) ?? '')
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** The rows in the chosen order; equal ones newest first. */
export function sortRows(rows: readonly ClaimRow[], { key, descending }: RowOrder): ClaimRow[] {
  const direction = descending ? -1 : 1
  const compared = key === 'policy' ? byPolicy(rows) : compare[key]
  return rows.toSorted(
    (one, other) => direction * compared(one, other) || compareText(other.createdAt, one.createdAt),
  )
}
