import { pharmacyFilters, type Pharmacy } from '#shared/domain/pharmacy.ts'
import { askedWords } from './asked-words.ts'
import { BitSet } from './bit-set.ts'
import { fold, wordsOf } from '#shared/language/fold.ts'
import { buildWordIndex, WordIndex, type WordIndexParts } from './word-index.ts'
import { firstWhere, packWords, WordList, type WordListParts } from './word-list.ts'

/** The stored form of an index, beside its pharmacies: only text and typed arrays. */
export interface DirectoryIndexParts {
  /** Increased when the format or the folding changes; an index with another number is built again. */
  readonly format: number
  /** The folded names in order. A pharmacy's rank is its position in this order. */
  readonly names: WordListParts
  /** The position in the directory of each rank. */
  readonly positions: Uint32Array<ArrayBuffer>
  readonly words: WordIndexParts
  /** The ids in order, and the position of each. */
  readonly ids: Float64Array<ArrayBuffer>
  readonly idPositions: Uint32Array<ArrayBuffer>
}

export const indexFormat = 2

export interface DirectoryHits {
  /** Positions in the directory, best first. */
  readonly positions: readonly number[]
  readonly total: number
  /** Number of hits, over all pages, that do not have every word as it was typed. */
  readonly similar: number
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
  const byId = pharmacies
    .map(({ id }, position) => ({ id, position }))
    .sort((one, other) => one.id - other.id)
  return {
    format: indexFormat,
    names: packWords(named.map(({ name }) => name)),
    positions,
    words: buildWordIndex(
      named.map(({ position }) =>
        pharmacyFilters.flatMap((field) => wordsOf(fold(pharmacies[position]?.[field] ?? ''))),
      ),
    ),
    ids: Float64Array.from(byId, ({ id }) => id),
    idPositions: Uint32Array.from(byId, ({ position }) => position),
  }
}

/** Searches a directory using only its index. */
export class DirectoryIndex {
  readonly #parts: DirectoryIndexParts
  readonly #names: WordList
  readonly #words: WordIndex

  constructor(parts: DirectoryIndexParts) {
    this.#parts = parts
    this.#names = new WordList(parts.names)
    this.#words = new WordIndex(parts.words)
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
   * every word begins one of theirs, then the rest; each group sorted by name. Where these are few, similar spellings
   * follow, and where there are none, those that have most of the words.
   */
  search(text: string, offset: number, limit: number): DirectoryHits {
    const wanted = wordsOf(fold(askedWords(text).join(' ')))
    const having = wanted.map((word) => this.#having(word))
    const tiers = this.#exactTiers(fold(text), having)
    const exact = tiers.reduce((sum, tier) => sum + tier.count(), 0)
    if (exact < fewHits) tiers.push(this.#similar(wanted, having, tiers))
    const counts = tiers.map((tier) => tier.count())
    const positions: number[] = []
    let skip = offset
    for (const [nth, tier] of tiers.entries()) {
      for (const rank of tier.slice(skip, limit - positions.length)) {
        positions.push(this.#parts.positions[rank] ?? 0)
      }
      skip = Math.max(0, skip - (counts[nth] ?? 0))
    }
    const total = counts.reduce((sum, count) => sum + count, 0)
    return { positions, total, similar: total - exact }
  }

  /** The pharmacies with a word that begins with this one, and those with a word that contains it. */
  #having(word: string): Having {
    const begins = new BitSet(this.size)
    this.#words.addPrefix(word, begins)
    const parts = begins.copy()
    this.#words.addInside(word, parts)
    return { begins, parts }
  }

  #exactTiers(start: string, having: readonly Having[]): BitSet[] {
    const named = new BitSet(this.size)
    const begins = new BitSet(this.size)
    const parts = new BitSet(this.size)
    if (having.length > 0) begins.addRange(0, this.size)
    parts.addRange(0, this.size)
    for (const word of having) {
      begins.keep(word.begins)
      parts.keep(word.parts)
    }
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

  /**
   * Further pharmacies that have as many of the words as any has, similar spellings included. Numbers are not guessed:
   * all of them must be there as typed.
   */
  #similar(wanted: readonly string[], having: readonly Having[], tiers: readonly BitSet[]): BitSet {
    /** At index n, the pharmacies that have at least n + 1 of the words so far. */
    const atLeast: BitSet[] = []
    const numbers = having.filter((_word, nth) => /\d/.test(wanted[nth] ?? ''))
    for (const [nth, word] of wanted.entries()) {
      const near = having[nth]?.parts.copy() ?? new BitSet(this.size)
      if (word.length >= shortestTypo) this.#words.addTypo(word, near)
      for (const number of numbers) near.keep(number.parts)
      for (let many = nth; many >= 0; many -= 1) {
        const also = near.copy()
        const fewer = atLeast[many - 1]
        if (fewer !== undefined) also.keep(fewer)
        atLeast[many]?.addSet(also)
        atLeast[many] ??= also
      }
    }
    const similar = atLeast.findLast((set) => set.count() > 0) ?? new BitSet(this.size)
    for (const tier of tiers) similar.remove(tier)
    return similar
  }
}

interface Having {
  readonly begins: BitSet
  readonly parts: BitSet
}
