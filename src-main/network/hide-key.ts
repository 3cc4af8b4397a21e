/** Makes server output fit to show: without the merchant's key, should the server repeat it. Lengths are cut elsewhere. */
export interface KeyHider {
  /** The text without the key, nor a beginning of it at the end, where a text may have been cut. */
  readonly inText: (text: string) => string
  /** The same for all texts of a value. */
  readonly inValue: <T>(value: T) => T
}

const mark = '[key]'

/** Fewer letters of a key say nothing of it. */
const leastTelling = 8

/** The text without a telling beginning of the key at its end. */
function withoutBeginning(text: string, key: string): string {
  const at = text.indexOf(key.slice(0, leastTelling), text.length - key.length)
  return at >= 0 && key.startsWith(text.slice(at)) ? `${text.slice(0, at)}${mark}` : text
}

function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => eachText(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, eachText(item, change)]))
}

function someText(value: unknown, is: (text: string) => boolean): boolean {
  if (typeof value === 'string') return is(value)
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((item) => someText(item, is))
  )
}

/**
 * Creates the hider of a key as it is sent, which is how a server that echoes requests repeats it. A malicious one has the
 * key anyway and can write it in any way.
 */
export function keyHider(key: string): KeyHider {
  const inText = (text: string): string => withoutBeginning(text.replaceAll(key, mark), key)
  const isOther = (text: string): boolean => inText(text) !== text
  // Among ten thousand claims, only those that are shown otherwise are rebuilt.
  const inRow = (row: unknown): unknown => (someText(row, isOther) ? eachText(row, inText) : row)
  // Texts are replaced by texts, so the type stays valid.
  const inValue = <T>(value: T): T => (Array.isArray(value) ? value.map(inRow) : inRow(value)) as T
  return { inText, inValue }
}
