import { inflateSync } from 'node:zlib'

/** Letters of one byte each: offsets in the text are those in the file. */
interface Pdf {
  readonly bytes: Buffer
  readonly raw: string
}
interface Font {
  /** Digits of one glyph's code. */
  readonly digits: number
  readonly letters: ReadonlyMap<number, string>
}

/**
 * The text of a PDF as Chromium writes it, that can be selected and read aloud: each page's glyphs by their fonts' own
 * maps, in the order they are drawn. Throws where a file is put together in a way that Chromium's are not.
 */
export function pdfText(bytes: Buffer): string {
  const pdf = { bytes, raw: bytes.toString('latin1') }
  const fonts = new Map<string, Font>()
  for (const [, names = ''] of pdf.raw.matchAll(/\/Font\s*<<(.*?)>>/gs)) {
    for (const [, name = '', id = ''] of names.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objectOf(pdf, id))?.[1]
      if (map !== undefined) fonts.set(name, fontOf(streamOf(pdf, map)))
    }
  }
  return [...pdf.raw.matchAll(/\/Contents (\d+) 0 R/g)]
    .map(([, id = '']) => shownBy(streamOf(pdf, id), fonts))
    .join('\n')
}

function startOf({ raw }: Pdf, id: string): number {
  const found = new RegExp(String.raw`(?:^|\n)${id} 0 obj`).exec(raw)
  if (found === null) throw new Error(`The PDF has no object ${id}.`)
  return found.index
}

function objectOf(pdf: Pdf, id: string): string {
  const start = startOf(pdf, id)
  return pdf.raw.slice(start, pdf.raw.indexOf('endobj', start))
}

function streamOf(pdf: Pdf, id: string): string {
  const object = startOf(pdf, id)
  const head = /stream\r?\n/g
  head.lastIndex = object
  const found = head.exec(pdf.raw)
  if (found === null) throw new Error(`Object ${id} of the PDF has no stream.`)
  const end = pdf.raw.indexOf('endstream', head.lastIndex)
  const isPacked = pdf.raw.slice(object, found.index).includes('/FlateDecode')
  const content = pdf.bytes.subarray(head.lastIndex, end)
  return (isPacked ? inflateSync(content) : content).toString('latin1')
}

const lettersOf = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

function fontOf(map: string): Font {
  const letters = new Map<number, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      letters.set(Number.parseInt(glyph, 16), lettersOf(text))
    }
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = Number.parseInt(from, 16)
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph += 1) {
        letters.set(glyph, String.fromCharCode(Number.parseInt(text, 16) + glyph - first))
      }
    }
  }
  return { digits: /begincodespacerange\s*<(\w+)>/.exec(map)?.[1]?.length ?? 4, letters }
}

function shownBy(page: string, fonts: ReadonlyMap<string, Font>): string {
  let font: Font | undefined
  let text = ''
  for (const [, name, codes] of page.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name !== undefined) font = fonts.get(name)
    if (codes === undefined || font === undefined) continue
    for (let at = 0; at < codes.length; at += font.digits) {
      text += font.letters.get(Number.parseInt(codes.slice(at, at + font.digits), 16)) ?? ''
    }
  }
  return text
}
