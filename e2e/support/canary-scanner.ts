/** How many bytes a pattern needs at least: shorter ones turn up by chance. */
export const shortestPattern = 10

const blockBits = 20

/**
 * Looks for thousands of byte patterns in one pass, whatever case their ASCII letters have. Wu and Manber's way: where
 * the last three bytes of the window are in no pattern, the whole window is skipped.
 */
export class Scanner {
  readonly longest: number
  readonly #patterns: readonly Buffer[]
  readonly #shifts = new Uint8Array(1 << blockBits).fill(shortestPattern - 2)
  /** The last pattern, counted from one, whose first `shortestPattern` bytes end with a block; 0 for none. */
  readonly #lastEnding = new Int32Array(1 << blockBits)
  /** The pattern before it that ends so. */
  readonly #before: Int32Array
  readonly #beginnings: Int32Array

  /** @throws RangeError for a pattern that is too short. */
  constructor(patterns: readonly Buffer[]) {
    this.#patterns = patterns.map((pattern) => Buffer.from(pattern.map((byte) => folded[byte] ?? 0)))
    this.#before = new Int32Array(patterns.length + 1)
    this.#beginnings = new Int32Array(patterns.length + 1)
    this.longest = Math.max(0, ...patterns.map(({ length }) => length))
    this.#patterns.forEach((pattern, index) => this.#enter(pattern, index + 1))
  }

  /** The patterns that occur, by their place in what the scanner was made of. */
  find(bytes: Uint8Array): ReadonlySet<number> {
    const found = new Set<number>()
    const shifts = this.#shifts
    for (let at = shortestPattern - 1; at < bytes.length;) {
      const block = blockAt(bytes, at)
      const shift = shifts[block] ?? 1
      if (shift === 0) this.#compare(bytes, at, block, found)
      at += shift === 0 ? 1 : shift
    }
    return found
  }

  #enter(pattern: Buffer, number: number): void {
    if (pattern.length < shortestPattern) throw new RangeError('The pattern is too short.')
    for (let at = 2; at < shortestPattern; at += 1) {
      const block = blockAt(pattern, at)
      this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, shortestPattern - 1 - at)
    }
    const end = blockAt(pattern, shortestPattern - 1)
    this.#beginnings[number] = blockAt(pattern, 2)
    this.#before[number] = this.#lastEnding[end] ?? 0
    this.#lastEnding[end] = number
  }

  #compare(bytes: Uint8Array, at: number, block: number, found: Set<number>): void {
    const from = at - shortestPattern + 1
    const beginning = blockAt(bytes, from + 2)
    for (let number = this.#lastEnding[block] ?? 0; number > 0; number = this.#before[number] ?? 0) {
      if (this.#beginnings[number] !== beginning || found.has(number - 1)) continue
      const pattern = this.#patterns[number - 1]
      if (pattern !== undefined && isAt(pattern, bytes, from)) found.add(number - 1)
    }
  }
}

/** Each byte as a small letter, if it is a large one. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
)

function isAt(pattern: Buffer, bytes: Uint8Array, from: number): boolean {
  if (from + pattern.length > bytes.length) return false
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== folded[bytes[from + at] ?? 0]) return false
  }
  return true
}

/** The three bytes that end at a place, as one number. */
function blockAt(bytes: Uint8Array, at: number): number {
  const first = folded[bytes[at - 2] ?? 0] ?? 0
  const second = folded[bytes[at - 1] ?? 0] ?? 0
  const third = folded[bytes[at] ?? 0] ?? 0
  return ((first << 12) ^ (second << 6) ^ third) & ((1 << blockBits) - 1)
}
