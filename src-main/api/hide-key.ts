/** Takes the merchant's key out of what a server said, should it repeat what it was sent. */
export interface KeyHider {
  /** A text without the key. */
  readonly inText: (text: string) => string
  /** A value, all of whose texts are without the key. */
  readonly inValue: <T>(value: T) => T
}

const mark = '[key]'

/** So many characters of base64 are told from a word; of a shorter key only the plain form is known. */
const leastEncoded = 12

/** The key as a server repeats it: as it is, and in base64 wherever in the encoded text it stands. */
function formsOf(key: string): readonly string[] {
  const encoded = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + key)
    // A character at either end may hold bits of what stands beside the key.
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

/** What hides this key. A server that means harm has the key anyway: this is for one that repeats what it was sent. */
export function keyHider(key: string): KeyHider {
  const forms = formsOf(key)
  const inText = (text: string): string => forms.reduce((shown, form) => shown.replaceAll(form, mark), text)
  const carries = (text: string): boolean => forms.some((form) => text.includes(form))
  // Of ten thousand claims only those that carry the key are taken apart.
  const inRow = (row: unknown): unknown => (someText(row, carries) ? eachText(row, inText) : row)
  // Texts become texts: the shape stays.
  const inValue = <T>(value: T): T => (Array.isArray(value) ? value.map(inRow) : inRow(value)) as T
  return { inText, inValue }
}
