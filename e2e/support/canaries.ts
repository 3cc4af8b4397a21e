import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A made-up secret or personal detail that is looked for afterwards. */
export interface Canary {
  readonly name: string
  readonly value: string
}

/** Where one was found, in words that hold nothing of it. */
export type Sighting = `${string} as ${string} in ${string}`

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
 * and its longest run of letters and digits, which no escape changes. Hex and escapes are looked for in small letters.
 */
function spellingsOf(value: string): ReadonlyMap<string, readonly Buffer[]> {
  const json = JSON.stringify(value).slice(1, -1)
  const runs = (value.match(/[A-Za-z0-9]{10,}/g) ?? []).filter((run) => /\d/.test(run))
  const found = new Map<string, Buffer[]>([['JSON twice', [Buffer.from(JSON.stringify(json).slice(1, -1))]]])
  for (const text of new Set([value, json, ...runs])) {
    for (const [form, all] of encodingsOf(text)) found.set(form, [...(found.get(form) ?? []), ...all])
  }
  return found
}

function encodingsOf(text: string): ReadonlyMap<string, readonly Buffer[]> {
  const utf8 = Buffer.from(text)
  const utf16 = Buffer.from(text, 'utf16le')
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const url = encodeURIComponent(text)
  const base64 = [...base64Forms(utf8), ...base64Forms(utf16)]
  const forms: Readonly<Record<string, readonly string[]>> = {
    plain: [text],
    base64,
    base64url: base64.map((encoded) => encoded.replaceAll('+', '-').replaceAll('/', '_')),
    'URL escapes': [url, url.replaceAll('%20', '+'), encodeURI(text), hexOf(utf8, '%')],
    hex: [hexOf(utf8, ''), hexOf(utf16, ''), hexOf(utf8, '\\x')],
    'JSON escapes': [units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')],
    HTML: [text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')],
  }
  const asBytes = Object.entries(forms).map(
    ([name, texts]) => [name, texts.map((one) => Buffer.from(one))] as const,
  )
  return new Map([...asBytes, ['UTF-16', [utf16, Buffer.from(utf16).swap16()]]])
}

/** Looks for canaries in bytes, whatever case the letters of an encoding have. */
export class CanarySearch {
  readonly #forms: readonly { readonly name: string; readonly form: string; readonly bytes: Buffer }[]
  #bytesSearched = 0

  constructor(canaries: readonly Canary[]) {
    this.#forms = canaries.flatMap(({ name, value }) =>
      [...spellingsOf(value)].flatMap(([form, all]) => all.map((bytes) => ({ name, form, bytes }))),
    )
  }

  /** How much was looked through so far. */
  get bytesSearched(): number {
    return this.#bytesSearched
  }

  inBytes(bytes: Buffer, place: string): readonly Sighting[] {
    this.#bytesSearched += bytes.length
    const lower = lowerCase(bytes)
    const found = this.#forms.filter(({ form, bytes: wanted }) =>
      form === 'hex' || form.endsWith('escapes') ? lower.includes(lowerCase(wanted)) : bytes.includes(wanted),
    )
    return [...new Set(found.map(({ name, form }): Sighting => `${name} as ${form} in ${place}`))]
  }

  inText(text: string, place: string): readonly Sighting[] {
    return this.inBytes(Buffer.from(text), place)
  }

  /** Every file beneath a folder, its name too. Files that vanish meanwhile are none. */
  inFolder(folder: string): readonly Sighting[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((found) => {
      const path = join(found.parentPath, found.name)
      const place = path.slice(folder.length + 1)
      const named = this.inText(place, 'the name of a file')
      if (!found.isFile()) return named
      const bytes = readOrNull(path)
      return bytes === null ? named : [...named, ...this.inBytes(bytes, place)]
    })
  }

  /** Arguments and environment of a process and all its descendants, as they are now. */
  inProcesses(root: number): readonly Sighting[] {
    return descendantsOf(root).flatMap((pid) =>
      ['cmdline', 'environ'].flatMap((part) => {
        const bytes = readOrNull(`/proc/${pid}/${part}`)
        return bytes === null ? [] : this.inBytes(bytes, `${part} of a process`)
      }),
    )
  }
}

function lowerCase(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)))
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** A process and everything it started, with what these started. */
function descendantsOf(root: number): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = pids.map((pid): readonly [number, number] => {
    // The name of the program, in brackets, may hold anything.
    const stat = readOrNull(`/proc/${pid}/stat`)?.toString('latin1') ?? ''
    return [Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)]
  })
  const found = new Set([root])
  for (let before = 0; before !== found.size;) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}
