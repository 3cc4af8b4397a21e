/** Takes the merchant's key out of what a server said, should it repeat what it was sent. */
export interface KeyHider {
  /** A text without the key or any longer part of it. For words that are shown and kept. */
  readonly inText: (text: string) => string
  /** A value, all of whose texts are without the key. For answers that may be long: looks for the whole key alone. */
  readonly inValue: <T>(value: T) => T
}

const mark = '[key]'

/** So many letters and digits of the key in a row are the key; fewer are not told from words. */
const fragmentLength = 12

// Encodings and separators leave the letters and digits in their order: what is compared is those alone.
const bare = (text: string): string => text.replace(/[^a-z0-9]+/gi, '').toLowerCase()

interface Form {
  readonly text: string
  /** How many characters of this form stand for one of the key. */
  readonly width: number
}

const codes = (key: string, radix: number, digits: number, before: string): string =>
  Array.from(key, (char) => before + char.charCodeAt(0).toString(radix).padStart(digits, '0')).join('')

/** The key as it may come back: as it is, in base64 at each of three offsets, and as codes (%73, 0x73, \u0073, &#115;). */
function formsOf(key: string): readonly Form[] {
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + key)
      .toString('base64')
      .replace(/=+$/, '')
    // The first characters hold what stands before the key, the last what stands behind it.
    return { text: encoded.slice(offset === 0 ? 0 : offset + 1, -1), width: 4 / 3 }
  })
  return [
    { text: key, width: 1 },
    { text: encodeURIComponent(key), width: 1 },
    ...base64,
    { text: codes(key, 16, 2, ''), width: 2 },
    { text: codes(key, 16, 1, 'x'), width: 3 },
    { text: codes(key, 16, 2, '0x'), width: 4 },
    { text: codes(key, 16, 4, 'u'), width: 5 },
    { text: codes(key, 10, 1, ''), width: 2 },
  ].map(({ text, width }) => ({ text: bare(text), width }))
}

/** Every part of the forms that is long enough to be the key, by its length. */
function fragmentsOf(forms: readonly Form[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>()
  for (const { text, width } of forms) {
    const length = Math.min(Math.ceil(fragmentLength * width), text.length)
    const own = found.get(length) ?? new Set()
    for (let start = 0; start + length <= text.length; start += 1) own.add(text.slice(start, start + length))
    found.set(length, own)
  }
  return found
}

/** Marks every run of a text that is a part of the key, with whatever stands between its letters. */
function hideFragments(text: string, fragments: ReadonlyMap<number, ReadonlySet<string>>): string {
  const places = [...text.matchAll(/[a-z0-9]/gi)].map((match) => match.index)
  const letters = bare(text)
  const spans: [number, number][] = []
  for (let start = 0; start < letters.length; start += 1) {
    for (const [length, own] of fragments) {
      if (!own.has(letters.slice(start, start + length))) continue
      const from = places[start] ?? 0
      const to = (places[start + length - 1] ?? 0) + 1
      const last = spans.at(-1)
      if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
      else spans.push([from, to])
    }
  }
  let shown = ''
  let at = 0
  for (const [from, to] of spans) {
    shown += text.slice(at, from) + mark
    at = to
  }
  return shown + text.slice(at)
}

function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => eachText(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, eachText(item, change)]))
}

function textsOf(value: unknown): string {
  if (typeof value === 'string') return `${value}\n`
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsOf).join('') : ''
}

// Of ten thousand claims only those that carry the key are taken apart.
function rowByRow(
  value: unknown,
  carries: (row: unknown) => boolean,
  hide: (text: string) => string,
): unknown {
  if (Array.isArray(value)) return value.map((row: unknown) => (carries(row) ? eachText(row, hide) : row))
  return carries(value) ? eachText(value, hide) : value
}

/** What hides this key. A key of fewer than twelve letters and digits is recognised only whole and as it is. */
export function keyHider(key: string): KeyHider {
  const forms = bare(key).length < fragmentLength ? [] : formsOf(key)
  // Made when a text is looked through: most answers have none.
  let fragments: ReadonlyMap<number, ReadonlySet<string>> | null = null
  const inText = (text: string): string => {
    if (text === '') return text
    fragments ??= fragmentsOf(forms)
    return hideFragments(text.replaceAll(key, mark), fragments)
  }
  const carries = (row: unknown): boolean => {
    const text = textsOf(row)
    const letters = bare(text)
    return text.includes(key) || forms.some((form) => letters.includes(form.text))
  }
  // Texts become texts: the shape stays.
  const inValue = <T>(value: T): T => rowByRow(value, carries, inText) as T
  return { inText, inValue }
}
