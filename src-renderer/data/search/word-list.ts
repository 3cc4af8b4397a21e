/** Sorted words in one string, to avoid an object for each of a hundred thousand words. */
export interface WordListParts {
  /** The words, each followed by a line break. */
  readonly text: string
  /** The offset of each word, plus a final one for the end. */
  readonly starts: Uint32Array<ArrayBuffer>
}

/** Packs words that are sorted by code units. */
export function packWords(words: readonly string[]): WordListParts {
  const starts = new Uint32Array(words.length + 1)
  let at = 0
  words.forEach((word, index) => {
    starts[index] = at
    at += word.length + 1
  })
  starts[words.length] = at
  return { text: words.length === 0 ? '' : `${words.join('\n')}\n`, starts }
}

/** Lookups in packed words. */
export class WordList {
  readonly length: number
  readonly #parts: WordListParts

  constructor(parts: WordListParts) {
    this.#parts = parts
    this.length = Math.max(0, parts.starts.length - 1)
  }

  at(index: number): string {
    const { starts, text } = this.#parts
    return text.slice(starts[index] ?? 0, (starts[index + 1] ?? 1) - 1)
  }

  /** The number of letters (code units) of a word. */
  lengthOf(index: number): number {
    const { starts } = this.#parts
    return (starts[index + 1] ?? 1) - (starts[index] ?? 0) - 1
  }

  /** The index of the first word that is not less than the text. */
  lowerBound(text: string): number {
    return firstWhere(this.length, (index) => this.at(index) >= text)
  }

  /** The words that begin with the text, as a range `[first, end)`. */
  prefixRange(prefix: string): readonly [number, number] {
    const first = this.lowerBound(prefix)
    const end = firstWhere(this.length, (index) => {
      const word = this.at(index)
      return word > prefix && !word.startsWith(prefix)
    })
    return [first, Math.max(first, end)]
  }
}

/** Binary search: the first index below `length` that satisfies a condition which holds from there on. */
export function firstWhere(length: number, isSo: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}
