import { pharmacyFilters, type Pharmacy } from '#shared/domain/pharmacy.ts'
import { fold } from '#shared/language/fold.ts'
import { partOf, wantedWords } from './asked-words.ts'

/** A pharmacy with what is searched of it, folded. */
interface Row {
  readonly pharmacy: Pharmacy
  readonly name: string
  /** The words of all fields, with a space before and after each. */
  readonly words: string
}

interface DirectoryHits {
  /** All of them, best first. */
  readonly found: readonly Pharmacy[]
  /** Number of hits that do not have every word as it was typed. */
  readonly similar: number
}

/** Below this number of exact hits, similar spellings are added. */
const fewHits = 15
/** Longer numbers in names are sorted by their first figures. */
const longestNumber = 12
/** Shorter words are within one typo of too many others. */
const shortestTypo = 4

const hasAll = ({ words }: Row, texts: readonly string[]): boolean =>
  texts.every((text) => words.includes(text))

/** A pattern of the words within one typo: a letter wrong, missing or extra, or two adjacent letters swapped. */
function nearly(word: string): string {
  if (word.length === 1) return `(?:${word}?[^ ]|[^ ]?${word})?`
  // One typo leaves one half of the word intact, or swaps the letters where they meet.
  const half = word.length >>> 1
  const [head, tail] = [word.slice(0, half), word.slice(half)]
  const swapped = head.slice(0, -1) + tail.charAt(0) + head.slice(-1) + tail.slice(1)
  return `(?:${head}${nearly(tail)}|${nearly(head)}${tail}|${swapped})`
}

/** A pattern of the word written as several, as in “portharcourt”. */
const inPieces = (word: string): string => Array.from(word).join(' ?')

/** Searches pharmacies by looking at each. */
export class DirectoryScan {
  /** In the order of their names, 10 after 2. */
  readonly #rows: readonly Row[]

  constructor(pharmacies: Iterable<Pharmacy>) {
    const named = Array.from(pharmacies, (pharmacy) => {
      const name = fold(pharmacy.name)
      return { pharmacy, name, key: name.replace(/\d+/g, (digits) => digits.padStart(longestNumber, '0')) }
    })
    named.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    // Made in this order, they also lie in it, which is several times faster to walk.
    this.#rows = named.map(({ pharmacy, name }) => ({
      pharmacy,
      name,
      words: ` ${pharmacyFilters.map((field) => fold(pharmacy[field])).join(' ')} `,
    }))
  }

  /**
   * The pharmacies that contain every word of the text in any field, whole or in part (one or two letters match only at the
   * beginning of a word). First those whose name begins with the text, then those where
   * every word begins one of theirs, then the rest; each group sorted by name. Where these are few, similar spellings and
   * words written as several follow, and where there are none, those that have most of the words.
   */
  search(text: string): DirectoryHits {
    const wanted = wantedWords(text)
    const [anywhere, ahead] = [wanted.map(partOf), wanted.map((word) => ` ${word}`)]
    const starts = [fold(text), wanted.join(' ')].filter((start) => start !== '')
    const [named, begins, parts]: [Row[], Row[], Row[]] = [[], [], []]
    for (const row of this.#rows) {
      if (!hasAll(row, anywhere)) continue
      if (starts.some((start) => row.name.startsWith(start))) named.push(row)
      else if (hasAll(row, ahead)) begins.push(row)
      else parts.push(row)
    }
    const exact = [...named, ...begins, ...parts]
    const similar = exact.length < fewHits ? this.#similar(wanted, exact) : []
    return { found: [...exact, ...similar].map(({ pharmacy }) => pharmacy), similar: similar.length }
  }

  /**
   * Further pharmacies that have as many of the words as any has, similar spellings included. Numbers are not guessed:
   * all of them must be there as typed.
   */
  #similar(wanted: readonly string[], exact: readonly Row[]): readonly Row[] {
    const numbers = wanted.filter((word) => /\d/.test(word)).map(partOf)
    const near = wanted.map((word) =>
      word.length < shortestTypo
        ? RegExp(partOf(word))
        : RegExp(`${word}| ${nearly(word)} | ${inPieces(word)}`),
    )
    let most = 1
    let similar: Row[] = []
    for (const row of this.#rows) {
      if (!hasAll(row, numbers)) continue
      const many = near.filter((pattern) => pattern.test(row.words)).length
      if (many > most) similar = []
      most = Math.max(most, many)
      if (many === most && !exact.includes(row)) similar.push(row)
    }
    return similar
  }
}
