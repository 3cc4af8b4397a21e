import type { ClaimGroup } from '#shared/claim/claim.ts'
import {
  mostStatusKinds,
  otherStatuses,
  type ClaimFilter,
  type ClaimWindow,
  type StatusCounts,
  type StatusKind,
} from '#shared/domain/claim-list.ts'
import { claimFieldNames, holds, type ClaimFieldName } from '#shared/domain/claim-fields.ts'
import { customerWords } from '#shared/domain/customer.ts'
import { sentReferencesOf } from '#shared/domain/reference.ts'
import { mayLieBetween, textOf } from '#shared/domain/told.ts'
import { fold, wordsOf, searchedPolicy } from '#shared/language/fold.ts'
import type { Slices } from '#main/platform/slices.ts'
import type { TableRow } from './table-rows.ts'

/** The rows that pass a filter, in order, and what is counted beside them as in a window. */
export interface FoundRows extends Pick<ClaimWindow, 'groups' | 'inAllGroups'> {
  readonly statuses: StatusCounts['counts']
  readonly rows: readonly TableRow[]
}

/** What of an entry is searched beside its content. */
export interface EntryTexts {
  /** The references that it was sent under: each finds the entry. */
  referencesOf(entryId: string): readonly string[]
  /** What an officer wrote beside it. */
  searchText(entryId: string): string
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

/** The searchable texts of rows, without accents and case; each is folded once. */
export class SearchTexts {
  /** Kept by a row's content, which stays the same object while rows are made again at every change of the outbox. */
  readonly #contents = new WeakMap<TableRow['content'], string>()
  readonly #references = new Map<string, string>()
  readonly #written = new Map<string, string>()
  readonly #entries: EntryTexts

  constructor(entries: EntryTexts) {
    this.#entries = entries
  }

  of(row: TableRow): string {
    const known = this.#contents.get(row.content) ?? searchedFields(row).map(foldAll).join(' ')
    this.#contents.set(row.content, known)
    if (row.entryId === null) return known
    const references =
      this.#references.get(row.entryId) ?? fold(this.#entries.referencesOf(row.entryId).join(' '))
    this.#references.set(row.entryId, references)
    return `${known} ${references} ${this.#foldedWords(this.#entries.searchText(row.entryId))}`
  }

  // Officers write at any time: it is asked for each time, and folded once.
  #foldedWords(text: string): string {
    const known = this.#written.get(text) ?? foldAll(text)
    this.#written.set(text, known)
    return known
  }
}

function searchedFields({ content, listed, draft }: TableRow): string[] {
  return [
    ...claimFieldNames.map((name) => searchedField(name, content[name])),
    ...(listed === null ? [] : [String(listed.id)]),
    ...(draft === null ? [] : [...sentReferencesOf(draft.draft), ...customerWords(draft.draft.customer)]),
  ]
}

function searchedField(name: ClaimFieldName, value: TableRow['content'][ClaimFieldName]): string {
  const text = typeof value === 'object' && value !== null ? textOf(value) : String(value ?? '')
  return holds(name, 'policy') ? searchedPolicy(text) : text
}

/** The status values that are told apart: those that most rows have, whatever a filter leaves of them. */
function toldApart(rows: readonly TableRow[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { status } of rows) if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1)
  const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, mostStatusKinds)
  return new Set(most.map(([status]) => status))
}

const { compare } = new Intl.Collator('en', { numeric: true })

function compareKinds([one]: readonly [StatusKind, number], [other]: readonly [StatusKind, number]): number {
  if (one === otherStatuses) return 1
  return other === otherStatuses ? -1 : compare(one, other)
}

/** One pass over the rows, in slices. @param officerId who is signed in; null without officers */
export async function foundRows(
  rows: readonly TableRow[],
  filter: ClaimFilter,
  { texts, officerId }: { readonly texts: SearchTexts; readonly officerId: string | null },
  slices: Slices,
): Promise<FoundRows> {
  const words = wordsOf(fold(filter.search))
  const groups: Record<ClaimGroup, number> = { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: 0 }
  const kinds = toldApart(rows)
  const kindOf = (status: string): StatusKind =>
    kinds.has(status) || status === filter.status ? status : otherStatuses
  const statuses = new Map<StatusKind, number>(filter.status === null ? [] : [[filter.status, 0]])
  const found: TableRow[] = []
  let inAllGroups = 0
  for (const row of rows) {
    // A text of an insurer may be long, and is folded with the first search.
    if (slices.isOver(words.length === 0 ? 1 : 32)) await slices.next()
    if (!passesFields(row, filter) || !isOf(filter.whose, row, officerId)) continue
    if (words.length > 0 && !hasWords(texts.of(row), words)) continue
    inAllGroups += 1
    const { group, status } = row
    if (group !== null) groups[group] += 1
    if (filter.group !== null && group !== filter.group) continue
    const kind = status === null ? null : kindOf(status)
    if (kind !== null) statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
    if (filter.status === null || kind === filter.status) found.push(row)
  }
  return { rows: found, groups, inAllGroups, statuses: [...statuses].toSorted(compareKinds) }
}

function passesFields(row: TableRow, filter: ClaimFilter): boolean {
  if (filter.product !== null && row.product !== filter.product) return false
  return mayLieBetween(row.occurrenceDate, filter.from, filter.to)
}

function isOf(whose: ClaimFilter['whose'], row: TableRow, officerId: string | null): boolean {
  if (whose === 'all') return true
  const isOurs = row.draft !== null || row.entryId !== null
  return isOurs && (whose === 'here' || officerId === null || row.officerId === officerId)
}

function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}
