/** Numbers that look random and are the same for the same seed, on every machine. */
export interface SeededRandom {
  /** An integer from `from` up to and including `to`. */
  integer(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  /** True in one of `outOf` cases, on average. */
  oneIn(outOf: number): boolean
  digits(count: number): string
}

/** Mulberry32: small, fast, and good enough for made-up names. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const integer = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1))
  return {
    integer,
    pick: (items) => {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
    oneIn: (outOf) => integer(1, outOf) === 1,
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(''),
  }
}
