/** Letters of one text that the page gets: ten times the longest that an officer may write. */
export const longestShown = 50_000

/**
 * The same value with every text cut to what is shown, marked where it was cut: one text of 60 MB would keep the page
 * from everything else. Call it once the key is hidden: a cut could leave half of it.
 */
export function withoutLongTexts<T>(value: T): T {
  // Texts become texts: the shape stays.
  return hasLongText(value) ? (cut(value) as T) : value
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longestShown
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText)
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') {
    // Not between the two halves of one letter.
    return value.length > longestShown
      ? `${value.slice(0, longestShown).replace(/[\ud800-\udbff]$/, '')}…`
      : value
  }
  if (Array.isArray(value)) return value.map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, cut(inside)]))
}
