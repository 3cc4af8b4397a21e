/** Removes the merchant's key from server output, in case the server repeats what it was sent. */
export interface KeyHider {
  /** A text without the key. */
  readonly inText: (text: string) => string
  /** A value with the key removed from all of its texts. */
  readonly inValue: <T>(value: T) => T
}

const mark = '[key]'

/** Fewer base64 characters could be an ordinary word; for a shorter key only the plain form is hidden. */
const leastEncoded = 12

/** The key as a server may repeat it: plain, and in base64 at any offset within the encoded text. */
function formsOf(key: string): readonly string[] {
  const encoded = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + key)
    // The character at either end may contain bits of the neighbouring text.
    const whole = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)] as const
    return [bytes.toString('base64').slice(...whole), bytes.toString('base64url').slice(...whole)]
  })
  return [key, ...new Set(encoded.filter((form) => form.length >= leastEncoded))]
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

/** Creates the hider of a key, for servers that echo requests; a malicious server has the key anyway. */
export function keyHider(key: string): KeyHider {
  const forms = formsOf(key)
  const inText = (text: string): string => forms.reduce((shown, form) => shown.replaceAll(form, mark), text)
  const carries = (text: string): boolean => forms.some((form) => text.includes(form))
  // Among ten thousand claims, only those that contain the key are rebuilt.
  const inRow = (row: unknown): unknown => (someText(row, carries) ? eachText(row, inText) : row)
  // Texts are replaced by texts, so the type stays valid.
  const inValue = <T>(value: T): T => (Array.isArray(value) ? value.map(inRow) : inRow(value)) as T
  return { inText, inValue }
}
