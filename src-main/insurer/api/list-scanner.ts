import { CollectedBytes } from '#main/network/body.ts'
import { parseJson } from './parse-json.ts'

/*
 * Splits the bytes of `{…, "data": [ rows ], …}` while they arrive. Rows are found by their brackets alone and parsed
 * by `parseJson` together with what stands between them; what stands around them is kept as it is, with an empty list
 * in their place, and parsed at the end. So it has the last word on every byte that was not given up early.
 */

const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  open: 0x7b,
  close: 0x7d,
} as const

/** Why a reading ended before the end of the bytes. */
export type ScanProblem = 'too-large' | 'unreadable'

export interface ListScannerOptions {
  /** False for an answer that holds no list, such as a refusal: all of it is kept as text. */
  readonly hasRows: boolean
  /** Most bytes of one row, and of all that stands around the rows. */
  readonly maximumPartBytes: number
}

// "data" with each letter escaped; a longer one is another, and need not be kept.
const longestName = 32

/** Reads one list. Memory: one row and one piece, whatever the length. */
export class ListScanner {
  /** Why nothing more needs to be read; null while all is well. */
  problem: ScanProblem | null = null
  isStopped = false
  readonly #options: ListScannerOptions
  readonly #around = new CollectedBytes()
  /** Rows, and an unfinished one at the end, that are not handed on yet. */
  readonly #pending = new CollectedBytes()
  #place: 'start' | 'around' | 'rows' | 'text'
  #depth = 0
  #inString = false
  #isEscaped = false
  /** The bytes of a name at the top level; null outside of one. */
  #name: number[] | null = null
  #lastName: string | null = null
  #awaits: 'name' | 'value' | null = null
  #lists = 0
  #isFirstRow = true
  #rows: readonly unknown[] = []
  #isWanted = true
  #success: boolean | null = null

  constructor(options: ListScannerOptions) {
    this.#options = options
    this.#place = options.hasRows ? 'start' : 'text'
  }

  /** The caller wants no more rows. */
  stop(): void {
    this.isStopped = true
    this.#isWanted = false
  }

  /** Whether reading can end: nothing more is wanted, and what came before the list says `success: true`. */
  get isEnough(): boolean {
    return this.isStopped && this.#success === true
  }

  /** @returns the rows that this piece completes, parsed; nothing is said yet of what is in them. */
  take(piece: Uint8Array): readonly unknown[] {
    this.#rows = []
    let at = 0
    while (at < piece.length && this.problem === null) {
      at = this.#place === 'rows' ? this.#takeRows(piece, at) : this.#takeAround(piece, at)
    }
    return this.#rows
  }

  /** What stands around the rows, as text. With `isStopped`, closed as if the list ended here. */
  text(isStopped = false): string {
    const text = new TextDecoder().decode(this.#around.view())
    return isStopped && this.#place === 'rows' ? `${text}]}` : text
  }

  #takeAround(piece: Uint8Array, from: number): number {
    let at = from
    while (at < piece.length && this.#place !== 'rows') {
      const letter = piece[at] ?? 0
      at += 1
      if (this.#place === 'around') this.#step(letter)
      else if (this.#place === 'start') this.#begin(letter)
      else at = piece.length
    }
    this.#around.add(piece.subarray(from, at))
    if (this.#around.length > this.#options.maximumPartBytes) this.problem = 'too-large'
    else if (this.#place === 'rows') this.#enterRows()
    return at
  }

  // A byte order mark counts as white space here; it is judged in the end.
  #begin(letter: number): void {
    if (letter <= 0x20 || letter === 0xef || letter === 0xbb || letter === 0xbf) return
    this.#place = letter === byte.open ? 'around' : 'text'
    if (this.#place === 'around') this.#step(letter)
  }

  #step(letter: number): void {
    if (this.#inString) {
      this.#stepInString(letter)
      return
    }
    switch (letter) {
      case byte.quote:
        this.#inString = true
        if (this.#depth === 1 && this.#awaits === 'name') this.#name = [letter]
        else if (this.#depth === 1) this.#awaits = null
        return
      case byte.open:
      case byte.openList:
        if (letter === byte.openList && this.#isListOfRows()) this.#place = 'rows'
        this.#depth += 1
        this.#awaits = this.#depth === 1 ? 'name' : null
        return
      case byte.close:
      case byte.closeList:
        this.#depth -= 1
        return
      case byte.comma:
        if (this.#depth === 1) this.#awaits = 'name'
        return
      case byte.colon:
        if (this.#depth === 1) this.#awaits = 'value'
        return
    }
  }

  #stepInString(letter: number): void {
    if (this.#name !== null && this.#name.length < longestName) this.#name.push(letter)
    if (this.#isEscaped) this.#isEscaped = false
    else if (letter === byte.backslash) this.#isEscaped = true
    else if (letter === byte.quote) {
      this.#inString = false
      if (this.#name === null) return
      this.#lastName = nameOf(this.#name)
      this.#name = null
    }
  }

  #isListOfRows(): boolean {
    if (this.#depth !== 1 || this.#awaits !== 'value' || this.#lastName !== 'data') return false
    this.#lists += 1
    // Which of two lists counts would be a guess.
    if (this.#lists > 1) this.problem = 'unreadable'
    return this.#lists === 1
  }

  #enterRows(): void {
    const before = parseJson(`${this.text()}]}`)
    if (typeof before !== 'object' || before === null) this.problem = 'unreadable'
    else if ('success' in before) {
      this.#success = before.success === true
      // Rows of a refusal count for nothing.
      if (!this.#success) this.#isWanted = false
    }
    this.#depth = 0
  }

  // The hot loop: a list has hundreds of megabytes, so its state is kept in locals.
  #takeRows(piece: Uint8Array, from: number): number {
    let depth = this.#depth
    let inString = this.#inString
    let isEscaped = this.#isEscaped
    let rowsEnd = -1
    let at = from
    for (; at < piece.length; at += 1) {
      const letter = piece[at]
      if (inString) {
        if (isEscaped) isEscaped = false
        else if (letter === byte.quote) inString = false
        else if (letter === byte.backslash) isEscaped = true
      } else if (letter === byte.quote) inString = true
      else if (letter === byte.open || letter === byte.openList) depth += 1
      else if (letter === byte.close || letter === byte.closeList) {
        depth -= 1
        if (depth < 0) break
        if (depth === 0) rowsEnd = at + 1
      }
    }
    this.#inString = inString
    this.#isEscaped = isEscaped
    this.#depth = depth
    const isEnd = depth < 0
    if (isEnd) rowsEnd = at
    if (rowsEnd >= 0) {
      this.#keep(piece.subarray(from, rowsEnd))
      this.#handOn()
    }
    this.#keep(piece.subarray(rowsEnd < 0 ? from : rowsEnd, at))
    if (this.#pending.length > this.#options.maximumPartBytes) this.problem ??= 'too-large'
    if (isEnd) {
      this.#place = 'around'
      this.#depth = 2
    }
    return at
  }

  #keep(part: Uint8Array): void {
    if (this.#isWanted) this.#pending.add(part)
  }

  #handOn(): void {
    if (!this.#isWanted) return
    const text = this.#pending.takeText()
    // After the first rows a comma has to follow, so a value is put before it, and taken off again.
    const list = parseJson(this.#isFirstRow ? `[${text}]` : `[0${text}]`)
    if (!Array.isArray(list)) {
      this.problem = 'unreadable'
      return
    }
    const rows: readonly unknown[] = this.#isFirstRow ? list : list.slice(1)
    if (rows.length === 0) return
    this.#isFirstRow = false
    this.#rows = rows
  }
}

const nameOf = (bytes: readonly number[]): string | null => {
  const name = parseJson(Buffer.from(bytes).toString('utf8'))
  return typeof name === 'string' ? name : null
}
