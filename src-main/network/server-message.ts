import type { KeyHider } from './hide-key.ts'

export const messageLimit = 2000
// More than is shown: blanks and invisible characters are removed from it first.
const longestRead = 20_000

/** A server's text in one line and of bounded length, without direction marks and invisible characters. */
export function plainText(text: string): string {
  return text
    .slice(0, longestRead)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** Server text made safe to show and store: no key, no control or direction characters, bounded length. */
export function shownText(text: string, hideKey: KeyHider, limit = messageLimit): string {
  // The invisible ones first: they may stand in the key.
  return hideKey
    .inText(plainText(text))
    .slice(0, limit)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

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
