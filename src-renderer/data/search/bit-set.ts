/** A set of small whole numbers, as bits. */
export class BitSet {
  readonly size: number
  readonly #bits: Uint32Array<ArrayBuffer>

  /** @param bits the bits of a set of the same size; not copied */
  constructor(size: number, bits = new Uint32Array((size + 31) >>> 5)) {
    this.size = size
    this.#bits = bits
  }

  copy(): BitSet {
    return new BitSet(this.size, this.#bits.slice())
  }

  add(value: number): void {
    const slot = value >>> 5
    this.#bits[slot] = (this.#bits[slot] ?? 0) | (1 << (value & 31))
  }

  /** Adds the values of a list in the range `[from, to)`; the hot loop of every search. */
  addAll(values: Uint32Array<ArrayBuffer>, from: number, to: number): void {
    const bits = this.#bits
    for (let at = from; at < to; at++) {
      const value = values[at] ?? 0
      const slot = value >>> 5
      bits[slot] = (bits[slot] ?? 0) | (1 << (value & 31))
    }
  }

  /** Adds all numbers in the range `[from, to)`, 32 at a time between the ends. */
  addRange(from: number, to: number): void {
    let value = from
    for (; value < to && (value & 31) !== 0; value++) this.add(value)
    for (; value + 32 <= to; value += 32) this.#bits[value >>> 5] = 0xffffffff
    for (; value < to; value++) this.add(value)
  }

  /** Adds the members of the other set (union). */
  addSet(other: BitSet): void {
    const [bits, added] = [this.#bits, other.#bits]
    for (let slot = 0; slot < bits.length; slot++) bits[slot] = (bits[slot] ?? 0) | (added[slot] ?? 0)
  }

  /** Keeps only members of the other set (intersection). */
  keep(other: BitSet): void {
    const [bits, kept] = [this.#bits, other.#bits]
    for (let slot = 0; slot < bits.length; slot++) bits[slot] = (bits[slot] ?? 0) & (kept[slot] ?? 0)
  }

  /** Removes the members of the other set (difference). */
  remove(other: BitSet): void {
    const [bits, removed] = [this.#bits, other.#bits]
    for (let slot = 0; slot < bits.length; slot++) bits[slot] = (bits[slot] ?? 0) & ~(removed[slot] ?? 0)
  }

  count(): number {
    let count = 0
    for (let bits of this.#bits) {
      bits -= (bits >>> 1) & 0x55555555
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
      count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return count
  }

  /** Up to `limit` members in order, after the first `skip`. */
  slice(skip: number, limit: number): number[] {
    const found: number[] = []
    let left = skip
    for (let slot = 0; slot < this.#bits.length && found.length < limit; slot++) {
      for (let bits = this.#bits[slot] ?? 0; bits !== 0 && found.length < limit; bits &= bits - 1) {
        if (left > 0) left -= 1
        else found.push(slot * 32 + 31 - Math.clz32(bits & -bits))
      }
    }
    return found
  }
}
