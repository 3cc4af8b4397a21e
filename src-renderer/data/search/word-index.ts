import { BitSet } from './bit-set.ts'
import { firstWhere, packWords, WordList, type WordListParts } from './word-list.ts'

/** Many lists of integers, concatenated in one array. */
interface ListsParts {
  /** The offset of each list, plus a final one for the end. */
  readonly starts: Uint32Array<ArrayBuffer>
  readonly values: Uint32Array<ArrayBuffer>
}

/** The index of all words: plain data that IndexedDB stores without conversion. */
export interface WordIndexParts {
  readonly words: WordListParts
  /** The words, sorted by their reversed letters. */
  readonly backwards: Uint32Array<ArrayBuffer>
  /** For each word, the ranks of the pharmacies that have it. */
  readonly having: ListsParts
  /** The sorted hashes of all trigrams, and for each the words that may contain it. */
  readonly grams: Uint32Array<ArrayBuffer>
  readonly gramWords: ListsParts
}

const gramLength = 3

/** Prefixes with at least this many hits are cached as a set: the next letter typed needs the result again. */
const manyHaving = 4_000
const setsKept = 32

function gramHash(text: string, at: number): number {
  let hash = 0x811c9dc5
  for (let offset = 0; offset < gramLength; offset++) {
    hash = Math.imul(hash ^ text.charCodeAt(at + offset), 0x01000193)
  }
  return hash >>> 0
}

function gramsOf(word: string): Set<number> {
  const grams = new Set<number>()
  for (let at = 0; at + gramLength <= word.length; at++) grams.add(gramHash(word, at))
  return grams
}

function packLists(lists: readonly (readonly number[])[]): ListsParts {
  const starts = new Uint32Array(lists.length + 1)
  let total = 0
  lists.forEach((list, index) => {
    starts[index] = total
    total += list.length
  })
  starts[lists.length] = total
  const values = new Uint32Array(total)
  lists.forEach((list, index) => values.set(list, starts[index]))
  return { starts, values }
}

/** One of the lists, as a view without copying. */
function listAt({ starts, values }: ListsParts, index: number): Uint32Array<ArrayBuffer> {
  return values.subarray(starts[index] ?? 0, starts[index + 1] ?? 0)
}

/** Builds the index. @param texts the folded words of each pharmacy, in rank order */
export function buildWordIndex(texts: readonly (readonly string[])[]): WordIndexParts {
  const byWord = new Map<string, number[]>()
  texts.forEach((text, rank) => {
    for (const word of text) {
      const ranks = byWord.get(word)
      if (ranks === undefined) byWord.set(word, [rank])
      else if (ranks.at(-1) !== rank) ranks.push(rank)
    }
  })
  const words = [...byWord.keys()].sort(byCodeUnits)
  const byGram = new Map<number, number[]>()
  words.forEach((word, index) => {
    for (const gram of gramsOf(word)) {
      const list = byGram.get(gram)
      if (list === undefined) byGram.set(gram, [index])
      else list.push(index)
    }
  })
  const grams = Uint32Array.from(byGram.keys()).sort()
  const reversed = words.map((word, index) => ({ index, text: reverse(word) }))
  return {
    words: packWords(words),
    backwards: Uint32Array.from(
      reversed.sort((one, other) => byCodeUnits(one.text, other.text)).map(({ index }) => index),
    ),
    having: packLists(words.map((word) => byWord.get(word) ?? [])),
    grams,
    gramWords: packLists(Array.from(grams, (gram) => byGram.get(gram) ?? [])),
  }
}

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const reverse = (word: string): string =>
  Array.from({ length: word.length }, (_, at) => word.at(-1 - at)).join('')

/** Finds the pharmacies that have a matching word. Arguments must be folded. */
export class WordIndex {
  readonly #parts: WordIndexParts
  readonly #words: WordList
  /** Cached sets by prefix, in order of insertion. */
  readonly #sets = new Map<string, BitSet>()

  constructor(parts: WordIndexParts) {
    this.#parts = parts
    this.#words = new WordList(parts.words)
  }

  /** Adds the pharmacies that have a word beginning with the text. */
  addPrefix(prefix: string, into: BitSet): void {
    const known = this.#sets.get(prefix)
    if (known !== undefined) {
      into.addSet(known)
      return
    }
    const [first, end] = this.#words.prefixRange(prefix)
    // The words of a range are adjacent, and so are their lists.
    const { starts, values } = this.#parts.having
    const [from, to] = [starts[first] ?? 0, starts[end] ?? 0]
    if (to - from < manyHaving) into.addAll(values, from, to)
    else into.addSet(this.#keptSet(prefix, from, to, into.size))
  }

  #keptSet(prefix: string, from: number, to: number, size: number): BitSet {
    const set = new BitSet(size)
    set.addAll(this.#parts.having.values, from, to)
    const [oldest] = this.#sets.keys()
    if (oldest !== undefined && this.#sets.size >= setsKept) this.#sets.delete(oldest)
    this.#sets.set(prefix, set)
    return set
  }

  /** Adds the pharmacies that have the text inside a word, after its beginning. Ignores texts of one or two letters. */
  addInside(part: string, into: BitSet): void {
    if (part.length < gramLength) return
    for (const word of this.#wordsWith(part)) this.#addWord(word, into)
  }

  /** Adds the pharmacies that have a word within one typing mistake. */
  addTypo(typed: string, into: BitSet): void {
    const half = typed.length >>> 1
    const tail = typed.slice(half)
    // One typo leaves one half of the word intact; a swap across the middle is looked up in its corrected form.
    const [first, end] = this.#words.prefixRange(typed.slice(0, half))
    for (let word = first; word < end; word++) this.#addIfNear(typed, word, into)
    const backwards = this.#parts.backwards
    const wanted = reverse(tail)
    const from = firstWhere(backwards.length, (at) => reverse(this.#words.at(backwards[at] ?? 0)) >= wanted)
    for (let at = from; at < backwards.length; at++) {
      const word = backwards[at] ?? 0
      if (!this.#words.at(word).endsWith(tail)) break
      this.#addIfNear(typed, word, into)
    }
    const swapped =
      typed.slice(0, half - 1) + typed.charAt(half) + typed.charAt(half - 1) + typed.slice(half + 1)
    const exact = this.#words.lowerBound(swapped)
    if (exact < this.#words.length && this.#words.at(exact) === swapped) this.#addWord(exact, into)
  }

  #addIfNear(typed: string, word: number, into: BitSet): void {
    if (Math.abs(this.#words.lengthOf(word) - typed.length) > 1) return
    if (isWithinOneTypo(typed, this.#words.at(word))) this.#addWord(word, into)
  }

  #addWord(word: number, into: BitSet): void {
    const { starts, values } = this.#parts.having
    into.addAll(values, starts[word] ?? 0, starts[word + 1] ?? 0)
  }

  /** The words that contain the text after their beginning, found by its rarest trigram. */
  #wordsWith(part: string): number[] {
    const { grams, gramWords } = this.#parts
    let rarest: Uint32Array<ArrayBuffer> | null = null
    for (const gram of gramsOf(part)) {
      const at = firstWhere(grams.length, (index) => (grams[index] ?? 0) >= gram)
      if (grams[at] !== gram) return []
      const words = listAt(gramWords, at)
      if (rarest === null || words.length < rarest.length) rarest = words
    }
    const found: number[] = []
    for (const word of rarest ?? []) if (this.#words.at(word).includes(part, 1)) found.push(word)
    return found
  }
}

/**
 * Whether two words differ by at most one typo: a letter wrong, missing or extra, or two adjacent letters swapped.
 */
function isWithinOneTypo(one: string, other: string): boolean {
  if (one.length > other.length) return isWithinOneTypo(other, one)
  if (other.length - one.length > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.length - start - end
  if (left <= 1 && other.length - start - end <= 1) return true
  return (
    one.length === other.length &&
    left === 2 &&
    one[start] === other[start + 1] &&
    one[start + 1] === other[start]
  )
}
