/** A number in [0, 1). */
export type Random = () => number

/**
 * How long to wait after `failures` failures in a row: full jitter between nothing and a ceiling that doubles from
 * `firstMs` up to `mostMs`, with a floor of a tenth so that no two tries follow at once.
 */
export function backoffMs(failures: number, random: Random, firstMs: number, mostMs: number): number {
  const ceiling = Math.min(mostMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30))
  return Math.max(ceiling / 10, random() * ceiling)
}

/** Between tries of an entry that provably never left. */
export const entryBackoff = { firstMs: 2_000, mostMs: 15 * 60_000 } as const

/** Between looks whether the API can be reached again. */
export const probeBackoff = { firstMs: 2_000, mostMs: 60_000 } as const
