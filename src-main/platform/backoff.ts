/** A number in [0, 1). */
export type Random = () => number

/**
 * The delay after `failures` failures in a row: full jitter below a ceiling that doubles from `firstMs` up to `mostMs`,
 * with a floor of a tenth so that no retry follows immediately.
 */
export function backoffMs(failures: number, random: Random, firstMs: number, mostMs: number): number {
  const ceiling = Math.min(mostMs, firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30))
  return Math.max(ceiling / 10, random() * ceiling)
}

/** The wait between attempts of an entry that provably never left. */
export const entryBackoff = { firstMs: 2_000, mostMs: 15 * 60_000 } as const

/** The wait between probes of an API that cannot be reached. */
export const probeBackoff = { firstMs: 2_000, mostMs: 60_000 } as const
