import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { projectRoot } from './project-root.ts'

/** One font file of the page, with the letters that the style sheet uses from it and those that it has. */
export interface BundledFont {
  readonly file: string
  readonly letters: ReadonlySet<number>
}

/** The font files that a style sheet names, each with the letters that are drawn from it. */
export function bundledFonts(
  css = readFileSync(join(projectRoot, 'src-renderer/styles/font.css'), 'utf8'),
): readonly BundledFont[] {
  const { resolve } = createRequire(import.meta.url)
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, face = '']) => {
    const file = /url\('([^']+)'\)/.exec(face)?.[1]
    const ranges = /unicode-range:([^;]+);/.exec(face)?.[1]
    if (file === undefined || ranges === undefined) throw new Error('A font has no file or no range.')
    const wanted = ranges.split(',').map(rangeOf)
    const letters = [...lettersOfFont(readFileSync(resolve(file)))].filter((letter) =>
      wanted.some(([from, to]) => from <= letter && letter <= to),
    )
    return { file, letters: new Set(letters) }
  })
}

function rangeOf(text: string): readonly [from: number, to: number] {
  const [, from = '', to = from] = /^\s*U\+([0-9A-F]+)(?:-([0-9A-F]+))?\s*$/.exec(text) ?? []
  if (from === '') throw new Error(`This is no range of letters: ${text}`)
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

/**
 * The parts of a text that a system font draws: a letter with its accents comes from one file or from none. Spaces
 * and what directs the writing are not drawn.
 */
export function lettersElsewhere(text: string, fonts: readonly BundledFont[]): readonly string[] {
  const clusters = new Set(
    Array.from(
      new Intl.Segmenter('en').segment(text.replaceAll(/[\s\p{Cf}]/gu, '')),
      ({ segment }) => segment,
    ),
  )
  return [...clusters].filter((cluster) => {
    const points = Array.from(cluster.normalize('NFC'), (letter) => letter.codePointAt(0) ?? 0)
    return !fonts.some(({ letters }) => points.every((point) => letters.has(point)))
  })
}

const cmapTag = 0
const otherTag = 63
/** Only glyf and loca mark an untransformed table with a different number. */
const shapeTags = new Set([10, 11])

/**
 * The code points that a WOFF2 file has glyphs for (https://www.w3.org/TR/WOFF2/): a directory of tables, then all of
 * them in one brotli stream. The table of letters is in there as in any other font.
 */
export function lettersOfFont(woff2: Buffer): ReadonlySet<number> {
  if (woff2.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This is no WOFF2 file.')
  let at = 48
  const number = (): number => {
    for (let value = 0; ;) {
      const byte = woff2.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  let begin = 0
  let cmap: readonly [begin: number, end: number] | null = null
  for (let left = woff2.readUInt16BE(12); left > 0; left -= 1) {
    const flags = woff2.readUInt8(at++)
    const tag = flags & 63
    if (tag === otherTag) at += 4
    const length = number()
    const isTransformed = shapeTags.has(tag) ? flags >> 6 !== 3 : flags >> 6 !== 0
    const end = begin + (isTransformed ? number() : length)
    if (tag === cmapTag) cmap = [begin, end]
    begin = end
  }
  if (cmap === null) throw new Error('The font has no table of letters.')
  const tables = brotliDecompressSync(woff2.subarray(at, at + woff2.readUInt32BE(20)))
  return lettersOfTable(tables.subarray(...cmap))
}

/** The code points of a `cmap`, of its tables in formats 4 and 12: those that fonts of today have. */
function lettersOfTable(cmap: Buffer): ReadonlySet<number> {
  const letters = new Set<number>()
  for (let record = 0; record < cmap.readUInt16BE(2); record += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * record + 4))
    const format = table.readUInt16BE(0)
    if (format !== 4 && format !== 12) throw new Error(`Format ${format} of a table of letters is not read.`)
    for (const letter of format === 4 ? lettersOfSegments(table) : lettersOfGroups(table)) letters.add(letter)
  }
  return letters
}

function* lettersOfSegments(table: Buffer): Generator<number> {
  const segments = table.readUInt16BE(6) / 2
  const of = (array: number, segment: number): number =>
    table.readUInt16BE(14 + 2 * (array * segments + segment))
  for (let segment = 0; segment < segments; segment += 1) {
    // One reserved word separates the ends from the starts.
    const [end, begin] = [of(0, segment), table.readUInt16BE(16 + 2 * (segments + segment))]
    const delta = table.readUInt16BE(16 + 2 * (2 * segments + segment))
    const place = 16 + 2 * (3 * segments + segment)
    const offset = table.readUInt16BE(place)
    for (let letter = begin; letter <= end && letter < 0xffff; letter += 1) {
      const glyph =
        offset === 0 ? (letter + delta) & 0xffff : table.readUInt16BE(place + offset + 2 * (letter - begin))
      if (glyph !== 0) yield letter
    }
  }
}

function* lettersOfGroups(table: Buffer): Generator<number> {
  for (let group = 0; group < table.readUInt32BE(12); group += 1) {
    const begin = table.readUInt32BE(16 + 12 * group)
    const end = table.readUInt32BE(20 + 12 * group)
    for (let letter = begin; letter <= end; letter += 1) yield letter
  }
}
