import { pharmacyFilters, type Pharmacy, type PharmacyFilter } from '#shared/domain/pharmacy.ts'
import { BitSet } from './bit-set.ts'
import { buildFieldIndex, FieldIndex, type FieldIndexParts } from './field-index.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import { firstWhere, packWords, WordList, type WordListParts } from './word-list.ts'

/** The stored form of an index, beside the chunks: only text and typed arrays. */
export interface DirectoryIndexParts {
  /** Increased when the format or the folding changes; an index with another number is rebuilt from the chunks. */
  readonly format: number
  /** The folded names in order. A pharmacy's rank is its position in this order. */
  readonly names: WordListParts
  /** The position in the directory of each rank. */
  readonly positions: Uint32Array<ArrayBuffer>
  readonly fields: Readonly<Record<PharmacyFilter, FieldIndexParts>>
  /** The ids in order, and the position of each. */
  readonly ids: Float64Array<ArrayBuffer>
  readonly idPositions: Uint32Array<ArrayBuffer>
}

export const indexFormat = 1

/** How a pharmacy was found, the best first. */
export const matchKinds = ['name-start', 'word-start', 'part', 'typo'] as const
export type MatchKind = (typeof matchKinds)[number]

export interface DirectoryHits {
  /** Positions in the directory, best first. */
  readonly positions: readonly number[]
  readonly total: number
  /** Number of hits of each kind, over all pages. */
  readonly counts: Readonly<Record<MatchKind, number>>
}

/** Below this number of exact hits, similar spellings are added. */
const fewHits = 15
/** Shorter words are within one typo of too many others. */
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

/** Searches a directory using only its index. */
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

  /** The position of a pharmacy, or null. */
  positionOf(id: number): number | null {
    const { ids, idPositions } = this.#parts
    const at = firstWhere(ids.length, (index) => (ids[index] ?? 0) >= id)
    return ids[at] === id ? (idPositions[at] ?? null) : null
  }

  /**
   * The pharmacies that contain every word of the text in any field, whole or in part (one or two letters match only at the
   * beginning of a word). First those whose name begins with the text, then those where
   * every word begins one of theirs, then the rest; each group sorted by name. Similar spellings follow when there are
   * few exact hits.
   */
  search(text: string, offset: number, limit: number): DirectoryHits {
    const wanted = wordsOf(fold(text))
    const tiers = this.#exactTiers(fold(text), wanted)
    const counts = tiers.map((tier) => tier.count())
    if (counts.reduce((sum, count) => sum + count, 0) < fewHits) {
      const similar = this.#similar(wanted, tiers)
      tiers.push(similar)
      counts.push(similar.count())
    }
    return this.#pageOf(tiers, counts, offset, limit)
  }

  #exactTiers(start: string, wanted: readonly string[]): BitSet[] {
    const size = this.size
    let begins = new BitSet(size)
    let parts = new BitSet(size)
    wanted.forEach((word, nth) => {
      const beginning = new BitSet(size)
      for (const field of pharmacyFilters) this.#fields[field].addPrefix(word, beginning)
      const having = beginning.copy()
      for (const field of pharmacyFilters) this.#fields[field].addInside(word, having)
      if (nth > 0) {
        begins.keep(beginning)
        parts.keep(having)
      } else [begins, parts] = [beginning, having]
    })
    if (wanted.length === 0) parts.addRange(0, size)
    const named = new BitSet(size)
    if (start !== '') {
      const [first, end] = this.#names.prefixRange(start)
      named.addRange(first, end)
      named.keep(parts)
    }
    parts.remove(begins)
    parts.remove(named)
    begins.remove(named)
    return [named, begins, parts]
  }

  /** Pharmacies that match every word only when similar spellings count. */
  #similar(wanted: readonly string[], tiers: readonly BitSet[]): BitSet {
    const similar = new BitSet(this.size)
    if (!wanted.some((word) => word.length >= shortestTypo)) return similar
    wanted.forEach((word, nth) => {
      const having = nth === 0 ? similar : new BitSet(this.size)
      for (const field of pharmacyFilters) {
        this.#fields[field].addPrefix(word, having)
        this.#fields[field].addInside(word, having)
        if (word.length >= shortestTypo) this.#fields[field].addTypo(word, having)
      }
      if (nth > 0) similar.keep(having)
    })
    for (const tier of tiers) similar.remove(tier)
    return similar
  }

  #pageOf(tiers: readonly BitSet[], counts: readonly number[], offset: number, limit: number): DirectoryHits {
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
