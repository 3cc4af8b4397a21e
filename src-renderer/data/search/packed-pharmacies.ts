import * as v from 'valibot'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'

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

/** Packed pharmacies, by position in the directory; each is parsed on demand. */
export class PackedPharmacies {
  readonly #bytes: Uint8Array<ArrayBuffer>
  /** Where each line ends. JSON always escapes line breaks within a line. */
  readonly #ends: Uint32Array<ArrayBuffer>
  readonly #decoder = new TextDecoder()

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
    const ends: number[] = []
    for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, at + 1)) ends.push(at)
    this.#ends = Uint32Array.from(ends)
  }

  at(position: number): Pharmacy {
    const start = position === 0 ? 0 : (this.#ends[position - 1] ?? 0) + 1
    const parsed: unknown = JSON.parse(
      this.#decoder.decode(this.#bytes.subarray(start, this.#ends[position])),
    )
    const [id, code, name, state, lga, address, updatedAt] = v.parse(RowSchema, parsed)
    return { id, code, name, state, lga, address, updatedAt }
  }

  all(): Pharmacy[] {
    return Array.from(this.#ends, (_end, position) => this.at(position))
  }
}

const lineBreak = 10
