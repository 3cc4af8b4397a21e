import * as v from 'valibot'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'

/**
 * Pharmacies per chunk. Chromium stores a value of this size in its own file; with a thousand per chunk, writing and
 * loading took nearly twice as long.
 */
export const pharmaciesPerChunk = 5000

const RowSchema = v.tuple([
  v.number(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.string(),
  v.nullable(v.string()),
])

/** Pharmacies as lines of UTF-8: a third of the size of rows, and each can be read without parsing the others. */
export function packPharmacies(pharmacies: readonly Pharmacy[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(pharmacies.map((one) => `${lineOf(one)}\n`).join(''))
}

/** A pharmacy as its line, without the end. */
export function lineOf({ id, code, name, state, lga, address, updatedAt }: Pharmacy): string {
  return JSON.stringify([id, code, name, state, lga, address, updatedAt])
}

/** The pharmacies of packed chunks, by position in the directory; each is parsed on demand. */
export class PackedPharmacies {
  readonly length: number
  readonly #chunks: readonly Uint8Array<ArrayBuffer>[]
  readonly #ends: readonly Uint32Array<ArrayBuffer>[]
  readonly #decoder = new TextDecoder()

  constructor(chunks: readonly Uint8Array<ArrayBuffer>[]) {
    this.#chunks = chunks
    this.#ends = chunks.map(lineEnds)
    this.length = this.#ends.reduce((sum, ends) => sum + ends.length, 0)
  }

  at(position: number): Pharmacy {
    const chunk = Math.floor(position / pharmaciesPerChunk)
    const line = position % pharmaciesPerChunk
    const ends = this.#ends[chunk]
    const bytes = this.#chunks[chunk]
    if (bytes === undefined || ends?.[line] === undefined) throw new RangeError('No such pharmacy')
    const start = line === 0 ? 0 : (ends[line - 1] ?? 0) + 1
    const parsed: unknown = JSON.parse(this.#decoder.decode(bytes.subarray(start, ends[line])))
    const [id, code, name, state, lga, address, updatedAt] = v.parse(RowSchema, parsed)
    return { id, code, name, state, lga, address, updatedAt }
  }

  /** A number of pharmacies from a position on. */
  slice(start: number, count: number): Pharmacy[] {
    const end = Math.min(this.length, start + count)
    return Array.from({ length: Math.max(0, end - start) }, (_, offset) => this.at(start + offset))
  }
}

const lineBreak = 10

// JSON always escapes line breaks within a line.
function lineEnds(bytes: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const ends: number[] = []
  for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, at + 1)) ends.push(at)
  return Uint32Array.from(ends)
}
