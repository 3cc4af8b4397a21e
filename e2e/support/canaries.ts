import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join, sep } from 'node:path'
import { processesOn } from './linux-processes.ts'
import { Scanner, shortestPattern } from './canary-scanner.ts'

/** A made-up secret or personal detail that is looked for afterwards. */
export interface Canary {
  readonly name: string
  readonly value: string
}

/** Where one was found, in words that hold nothing of it. */
export type Sighting = `${string} as ${string} in ${string}`

/** Of a longer text its beginning is looked for. */
const longestValue = 80
const chunkBytes = 4 << 20
const chunk = Buffer.alloc(chunkBytes)

const hexOf = (bytes: Buffer, before: string): string =>
  Array.from(bytes, (byte) => before + byte.toString(16).padStart(2, '0')).join('')

/** Base64 at each of the three places a text may begin in a group of three bytes, without what stands beside it. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isWhole = (shift + bytes.length) % 3 === 0
    return encoded.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1)
  })
}

/**
 * Every way a text may be spelled in a file, an answer or a heap: as it is and as JSON has it, each in every encoding,
 * and its longest runs of letters and digits, which no escape changes.
 */
function spellingsOf(value: string): ReadonlyMap<string, readonly Buffer[]> {
  const json = JSON.stringify(value).slice(1, -1)
  const runs = (value.match(/[A-Za-z0-9]{10,}/g) ?? []).filter((run) => /\d/.test(run))
  const found = new Map<string, Buffer[]>()
  const spelled = new Set<string>()
  const add = (form: string, bytes: Buffer): void => {
    // Most texts look the same in several forms; the first says it.
    if (spelled.has(bytes.toString('latin1'))) return
    spelled.add(bytes.toString('latin1'))
    found.set(form, [...(found.get(form) ?? []), bytes])
  }
  for (const text of new Set([value, json, ...runs])) {
    for (const [form, all] of encodingsOf(text)) for (const bytes of all) add(form, bytes)
  }
  add('JSON twice', Buffer.from(JSON.stringify(json).slice(1, -1)))
  return found
}

function encodingsOf(text: string): ReadonlyMap<string, readonly Buffer[]> {
  const utf8 = Buffer.from(text)
  const utf16 = Buffer.from(text, 'utf16le')
  const escapedOnly = (which: RegExp): string =>
    text.replace(which, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const url = encodeURIComponent(text)
  const base64 = [...base64Forms(utf8), ...base64Forms(utf16)]
  const forms: Readonly<Record<string, readonly string[]>> = {
    plain: [text],
    base64,
    base64url: base64.map((encoded) => encoded.replaceAll('+', '-').replaceAll('/', '_')),
    'URL escapes': [url, url.replaceAll('%20', '+'), encodeURI(text), hexOf(utf8, '%')],
    hex: [hexOf(utf8, ''), hexOf(utf16, ''), hexOf(utf8, '\\x')],
    'JSON escapes': [escapedOnly(/[^]/g), escapedOnly(/[\u0080-\uffff]/g)],
    HTML: [text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
  }
  const asBytes = Object.entries(forms).map(
    ([name, texts]) => [name, texts.map((one) => Buffer.from(one))] as const,
  )
  return new Map([...asBytes, ['UTF-16', [utf16, Buffer.from(utf16).swap16()]]])
}

/** Looks for canaries in bytes, whatever case their letters have. Values of less than ten bytes are left out. */
export class CanarySearch {
  readonly #forms: readonly { readonly name: string; readonly form: string; readonly bytes: Buffer }[]
  readonly #scanner: Scanner
  #bytesSearched = 0

  constructor(canaries: readonly Canary[]) {
    this.#forms = canaries
      .filter(({ value }) => Buffer.byteLength(value) >= shortestPattern)
      .flatMap(({ name, value }) =>
        [...spellingsOf(value.slice(0, longestValue))].flatMap(([form, all]) =>
          all.filter(({ length }) => length >= shortestPattern).map((bytes) => ({ name, form, bytes })),
        ),
      )
    this.#scanner = new Scanner(this.#forms.map(({ bytes }) => bytes))
  }

  /** How much was looked through so far. */
  get bytesSearched(): number {
    return this.#bytesSearched
  }

  inBytes(bytes: Uint8Array, place: string): readonly Sighting[] {
    this.#bytesSearched += bytes.length
    const found = [...this.#scanner.find(bytes)].flatMap((index) => this.#forms[index] ?? [])
    return [...new Set(found.map(({ name, form }): Sighting => `${name} as ${form} in ${place}`))]
  }

  inText(text: string, place: string): readonly Sighting[] {
    return this.inBytes(Buffer.from(text), place)
  }

  /**
   * Every file beneath a folder, its name too, by its path in the folder. Files that vanish meanwhile are none.
   * @param isLeftOut says which paths are not opened
   */
  inFolder(folder: string, isLeftOut: (path: string) => boolean = () => false): readonly Sighting[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((found) => {
      const path = join(found.parentPath, found.name)
      const place = path.slice(folder.length + 1).replaceAll(sep, '/')
      const named = this.inText(place, 'the name of a file')
      return found.isFile() && !isLeftOut(place) ? [...named, ...this.#inFile(path, place)] : named
    })
  }

  /** Arguments and environment of the processes of a folder, as they are now. */
  inProcesses(folder: string): readonly Sighting[] {
    return processesOn(folder).flatMap(({ parts }) =>
      Object.entries(parts).flatMap(([part, bytes]) => this.inBytes(bytes, `${part} of a process`)),
    )
  }

  /** Piece by piece; each begins with the end of the one before, so that nothing falls between two. */
  #inFile(path: string, place: string): readonly Sighting[] {
    const found: Sighting[] = []
    const file = openOrNull(path)
    if (file === null) return []
    try {
      for (let kept = 0; ;) {
        const read = readSync(file, chunk, kept, chunkBytes - kept, null)
        if (read === 0) break
        const filled = kept + read
        found.push(...this.inBytes(chunk.subarray(0, filled), place))
        kept = Math.min(this.#scanner.longest, filled)
        chunk.copyWithin(0, filled - kept, filled)
      }
    } finally {
      closeSync(file)
    }
    return [...new Set(found)]
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}
