import type { ClaimFilter, ClaimGroup } from '#shared/domain/claim-list.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import { searchedPolicy } from '#shared/language/searched-policy.ts'
import type { Slices } from '../platform/slices.ts'
import type { TableRow } from './table-rows.ts'

/** The rows that pass a filter, in order, and what is counted beside them. */
export interface FoundRows {
  readonly rows: readonly TableRow[]
  /** Of those that pass everything but the group: how many there are in each. */
  readonly groups: ReadonlyMap<ClaimGroup, number>
  readonly inAllGroups: number
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
  /** By what is shown: rows are made again at every change of the outbox, their contents are not. */
  readonly #contents = new WeakMap<TableRow['content'], string>()
  readonly #references = new Map<string, string>()
  readonly #referencesOf: (entryId: string) => readonly string[]

  /** @param referencesOf what an entry was sent under: at the insurer it has the last one, and any of them finds it */
  constructor(referencesOf: (entryId: string) => readonly string[]) {
    this.#referencesOf = referencesOf
  }

  of(row: TableRow): string {
    const known = this.#contents.get(row.content) ?? searchedFields(row).map(foldAll).join(' ')
    this.#contents.set(row.content, known)
    if (row.entryId === null) return known
    const references = this.#references.get(row.entryId) ?? fold(this.#referencesOf(row.entryId).join(' '))
    this.#references.set(row.entryId, references)
    return `${known} ${references}`
  }
}

function searchedFields({ content, claim }: TableRow): string[] {
  return [
    searchedPolicy(content.policyNumber),
    content.incidentDetails,
    content.occurrenceAddress,
    content.occurrenceDate,
    String(content.repairEstimate ?? ''),
    ...(claim === null ? [] : [String(claim.id)]),
    content.claimantIdentification,
    content.incidentPictureUrl,
    content.medicalReportUrl,
    content.deathCertificateUrl,
    content.originalPolicyCertificateUrl,
  ]
}

/** One pass over the rows, in slices. */
export async function foundRows(
  rows: readonly TableRow[],
  filter: ClaimFilter,
  texts: SearchTexts,
  slices: Slices,
): Promise<FoundRows> {
  const words = wordsOf(fold(filter.search))
  const groups = new Map<ClaimGroup, number>()
  const found: TableRow[] = []
  let inAllGroups = 0
  for (const row of rows) {
    if (slices.isOver()) await slices.next()
    if (!passesFields(row, filter)) continue
    if (words.length > 0 && !hasWords(texts.of(row), words)) continue
    inAllGroups += 1
    groups.set(row.group, (groups.get(row.group) ?? 0) + 1)
    if (filter.group === null || row.group === filter.group) found.push(row)
  }
  return { rows: found, groups, inAllGroups }
}

function passesFields(row: TableRow, filter: ClaimFilter): boolean {
  if (filter.product !== null && row.product !== filter.product) return false
  if (filter.onlyFromHere && row.entryId === null) return false
  if (filter.onlyListed && row.claim === null) return false
  // ISO days compare as text; an unknown day is in no range.
  if (filter.from !== '' && row.occurrenceDate < filter.from) return false
  return filter.to === '' || (row.occurrenceDate !== '' && row.occurrenceDate <= filter.to)
}

function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}
