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

/** Fewer base64 characters could be an ordinary word; for a shorter key only the plain form is hidden. */
const leastEncoded = 12

/** The key as a server that does not mean harm repeats it. */
function formsOf(key: string): readonly string[] {
  const padded = Buffer.from(key).toString('base64')
  const encoded = padded.replace(/=+$/, '')
  return encoded.length < leastEncoded ? [key] : [key, padded, encoded]
}

/** The text without a telling beginning of the key at its end. */
function withoutBeginning(text: string, form: string): string {
  const at = text.indexOf(form.slice(0, leastTelling), text.length - form.length)
  return at >= 0 && form.startsWith(text.slice(at)) ? `${text.slice(0, at)}${mark}` : text
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
  const inText = (text: string): string =>
    forms.reduce((shown, form) => withoutBeginning(shown.replaceAll(form, mark), form), text)
  const isOther = (text: string): boolean => inText(text) !== text
  // Among ten thousand claims, only those that are shown otherwise are rebuilt.
  const inRow = (row: unknown): unknown => (someText(row, isOther) ? eachText(row, inText) : row)
  // Texts are replaced by texts, so the type stays valid.
  const inValue = <T>(value: T): T => (Array.isArray(value) ? value.map(inRow) : inRow(value)) as T
  return { inText, inValue }
}
