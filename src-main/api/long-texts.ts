/** Longest text sent to the page, in UTF-16 units: ten times the longest that an officer may write. */
export const longestShown = 50_000

/**
 * The same value with every text cut to `longestShown` and marked as cut: one text of 60 MB would block the page. Call
 * it after hiding the key, because a cut could leave half of it.
 */
export function withoutLongTexts<T>(value: T): T {
  // Texts are replaced by texts, so the type stays valid.
  return hasLongText(value) ? (cut(value) as T) : value
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longestShown
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText)
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    // Never cut a surrogate pair.
    return value.length > longestShown
      ? `${value.slice(0, longestShown).replace(/[\ud800-\udbff]$/, '')}…`
      : value
  }
  if (Array.isArray(value)) return value.map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, cut(inside)]))
}
