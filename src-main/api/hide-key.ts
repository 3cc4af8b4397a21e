/** Makes server output fit to show: without the merchant's key, should the server repeat it, and of bounded length. */
export interface KeyHider {
  /** The text without the key. Of a text longer than that, no more is read than is shown. */
  readonly inText: (text: string, longest?: number) => string
  /** The same for all texts of a value, up to `longestShown`; longer ones are marked as cut. */
  readonly inValue: <T>(value: T) => T
}

/** Longest text sent to the page, in UTF-16 units: ten times the longest that an officer may write. */
export const longestShown = 50_000

const mark = '[key]'

/** Fewer base64 characters could be an ordinary word; for a shorter key only the plain form is hidden. */
const leastEncoded = 12

/** The key as a server that does not mean harm repeats it. */
function formsOf(key: string): readonly string[] {
  const padded = Buffer.from(key).toString('base64')
  const encoded = padded.replace(/=+$/, '')
  return encoded.length < leastEncoded ? [key] : [key, padded, encoded]
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
 * Creates the hider of a key, whole and as its whole base64: what a server that echoes requests may repeat. A malicious
 * one has the key anyway and can write it in any way.
 */
export function keyHider(key: string): KeyHider {
  const forms = formsOf(key)
  const longestForm = Math.max(...forms.map((form) => form.length))
  const hidden = (text: string): string => forms.reduce((shown, form) => shown.replaceAll(form, mark), text)
  const inText = (text: string, longest = longestShown): string => {
    if (text.length <= longest) return hidden(text)
    // A key that begins in what is shown is read to its end; one that is not is left out with the rest.
    const read = text.slice(0, longest + longestForm)
    const shown = read.length === text.length ? hidden(text) : hidden(read).slice(0, -longestForm)
    return shown.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  }
  const inLongText = (text: string): string =>
    text.length <= longestShown ? hidden(text) : `${inText(text)}…`
  const isOther = (text: string): boolean =>
    text.length > longestShown || forms.some((form) => text.includes(form))
  // Among ten thousand claims, only those that are shown otherwise are rebuilt.
  const inRow = (row: unknown): unknown => (someText(row, isOther) ? eachText(row, inLongText) : row)
  // Texts are replaced by texts, so the type stays valid.
  const inValue = <T>(value: T): T => (Array.isArray(value) ? value.map(inRow) : inRow(value)) as T
  return { inText, inValue }
}
