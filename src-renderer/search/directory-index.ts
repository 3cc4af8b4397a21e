import { pharmacyFilters, type Pharmacy, type PharmacyFilter } from '#shared/domain/pharmacy.ts'
import { BitSet } from './bit-set.ts'
import { buildFieldIndex, FieldIndex, type FieldIndexParts } from './field-index.ts'
import { fold, wordsOf } from './fold.ts'
import { firstWhere, packWords, WordList, type WordListParts } from './word-list.ts'

/** What is kept of an index beside the chunks: text and typed arrays alone. */
export interface DirectoryIndexParts {
  /** Counts up when the shape or the folding changes: another number is built again from the chunks. */
  readonly format: number
  /** The folded names in order. A pharmacy's rank is its place in this order. */
  readonly names: WordListParts
  /** The place in the directory of each rank. */
  readonly positions: Uint32Array<ArrayBuffer>
  readonly fields: Readonly<Record<PharmacyFilter, FieldIndexParts>>
  /** The ids in order, and the place of each. */
  readonly ids: Float64Array<ArrayBuffer>
  readonly idPositions: Uint32Array<ArrayBuffer>
}

export const indexFormat = 1

/** What is looked for: words anywhere, and words in one field each; all of them have to be found. */
export interface DirectoryQuery {
  readonly text: string
  readonly filters: Readonly<Partial<Record<PharmacyFilter, string>>>
}

/** How a pharmacy was found, the best first. */
export const matchKinds = ['name-start', 'word-start', 'part', 'typo'] as const
export type MatchKind = (typeof matchKinds)[number]

export interface DirectoryHits {
  /** Places in the directory, best first. */
  readonly positions: readonly number[]
  readonly total: number
  /** How many of all were found as each kind. */
  readonly counts: Readonly<Record<MatchKind, number>>
}

/** So few exact hits that similar spellings are worth showing. */
const fewHits = 15
/** A shorter word is within one mistake of too many others. */
const shortestTypo = 4

/** Builds the index of a directory, given in the directory's order. */
export function buildDirectoryIndex(pharmacies: readonly Pharmacy[]): DirectoryIndexParts {
  const named = pharmacies.map(({ name }, position) => ({ position, name: fold(name) }))
  named.sort((one, other) =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : one.position - other.position,
  )
  const positions = Uint32Array.from(named, ({ position }) => position)
  const field = (name: PharmacyFilter): FieldIndexParts =>
    buildFieldIndex(named.map(({ position }) => pharmacies[position]?.[name] ?? ''))
  const byId = pharmacies
    .map(({ id }, position) => ({ id, position }))
    .sort((one, other) => one.id - other.id)
  return {
    format: indexFormat,
    names: packWords(named.map(({ name }) => name)),
    positions,
    fields: {
      name: field('name'),
      code: field('code'),
      state: field('state'),
      lga: field('lga'),
      address: field('address'),
    },
    ids: Float64Array.from(byId, ({ id }) => id),
    idPositions: Uint32Array.from(byId, ({ position }) => position),
  }
}

/** One word that has to be found, in one of the fields. */
interface Wanted {
  readonly word: string
  readonly fields: readonly PharmacyFilter[]
}

/** Answers questions about a directory out of its index alone. */
export class DirectoryIndex {
  readonly #parts: DirectoryIndexParts
  readonly #names: WordList
  readonly #fields: Readonly<Record<PharmacyFilter, FieldIndex>>

  constructor(parts: DirectoryIndexParts) {
    this.#parts = parts
    this.#names = new WordList(parts.names)
    const { name, code, state, lga, address } = parts.fields
    this.#fields = {
      name: new FieldIndex(name),
      code: new FieldIndex(code),
      state: new FieldIndex(state),
      lga: new FieldIndex(lga),
      address: new FieldIndex(address),
    }
  }

  get size(): number {
    return this.#parts.positions.length
  }

  /** The place of a pharmacy, or null. */
  positionOf(id: number): number | null {
    const { ids, idPositions } = this.#parts
    const at = firstWhere(ids.length, (index) => (ids[index] ?? 0) >= id)
    return ids[at] === id ? (idPositions[at] ?? null) : null
  }

  /**
   * The pharmacies in which every word of the question stands, whole or in part. First those whose name begins with
   * the free text (or with what is looked for in the name), then those where every word begins one of theirs, then
   * the rest; within each in the order of names. Similar spellings follow where exact hits are few.
   */
  search(query: DirectoryQuery, offset: number, limit: number): DirectoryHits {
    const wanted = wantedOf(query)
    const tiers = this.#exactTiers(query, wanted)
    const exact = tiers.reduce((sum, tier) => sum + tier.count(), 0)
    if (exact < fewHits) tiers.push(this.#similar(wanted, tiers))
    return this.#pageOf(tiers, offset, limit)
  }

  #exactTiers(query: DirectoryQuery, wanted: readonly Wanted[]): BitSet[] {
    const size = this.size
    const begins = this.#all(wanted, (field, word, into) => this.#fields[field].addPrefix(word, into))
    const parts = this.#all(wanted, (field, word, into) => this.#fields[field].addPart(word, into))
    const named = new BitSet(size)
    const start = fold(query.text) || fold(query.filters.name ?? '')
    if (start !== '') {
      const [first, end] = this.#names.prefixRange(start)
      for (let rank = first; rank < end; rank++) named.add(rank)
      named.keep(parts)
    }
    parts.remove(begins)
    parts.remove(named)
    begins.remove(named)
    return [named, begins, parts]
  }

  #similar(wanted: readonly Wanted[], tiers: readonly BitSet[]): BitSet {
    const hasLong = wanted.some(({ word }) => word.length >= shortestTypo)
    if (!hasLong) return new BitSet(this.size)
    const similar = this.#all(wanted, (field, word, into) => {
      this.#fields[field].addPart(word, into)
      if (word.length >= shortestTypo) this.#fields[field].addTypo(word, into)
    })
    for (const tier of tiers) similar.remove(tier)
    return similar
  }

  /** What has all the wanted words, each in one of its fields. */
  #all(wanted: readonly Wanted[], add: (field: PharmacyFilter, word: string, into: BitSet) => void): BitSet {
    let found: BitSet | null = null
    for (const { word, fields } of wanted) {
      const having = new BitSet(this.size)
      for (const field of fields) add(field, word, having)
      if (found === null) found = having
      else found.keep(having)
    }
    if (found !== null) return found
    const everything = new BitSet(this.size)
    for (let rank = 0; rank < this.size; rank++) everything.add(rank)
    return everything
  }

  #pageOf(tiers: readonly BitSet[], offset: number, limit: number): DirectoryHits {
    const counts = tiers.map((tier) => tier.count())
    const positions: number[] = []
    let skip = offset
    tiers.forEach((tier, index) => {
      for (const rank of tier.slice(skip, limit - positions.length)) {
        positions.push(this.#parts.positions[rank] ?? 0)
      }
      skip = Math.max(0, skip - (counts[index] ?? 0))
    })
    const [nameStart = 0, wordStart = 0, part = 0, typo = 0] = counts
    return {
      positions,
      total: nameStart + wordStart + part + typo,
      counts: { 'name-start': nameStart, 'word-start': wordStart, part, typo },
    }
  }
}

function wantedOf(query: DirectoryQuery): Wanted[] {
  return [
    ...wordsOf(fold(query.text)).map((word) => ({ word, fields: pharmacyFilters })),
    ...pharmacyFilters.flatMap((field) =>
      wordsOf(fold(query.filters[field] ?? '')).map((word) => ({ word, fields: [field] })),
    ),
  ]
}
