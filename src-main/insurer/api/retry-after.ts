const shortestMs = 1000
const longestMs = 60 * 60 * 1000

/**
 * The wait a `Retry-After` header asks for: seconds, or a date measured from `nowMs`.
 *
 * @returns milliseconds, at least a second and at most an hour; null when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  // A date contains letters; `Date.parse` would read a bare "7.5" as a day in July.
  const asked = /^\d+$/.test(header)
    ? Number(header) * 1000
    : /[a-z]/i.test(header)
      ? Date.parse(header) - nowMs
      : Number.NaN
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, shortestMs), longestMs)
}
