const freeGuesses = 3
const firstDelayMs = 5_000
/** The longest wait: long enough that six digits take years, short enough for a morning's mistake. */
const longestDelayMs = 15 * 60_000

/**
 * The delay before the next attempt after this many wrong secrets in a row: none for the first three, then 5 s, doubled
 * each time up to 15 minutes.
 */
export function guessDelayMs(failures: number): number {
  if (failures < freeGuesses) return 0
  return Math.min(firstDelayMs * 2 ** (failures - freeGuesses), longestDelayMs)
}
