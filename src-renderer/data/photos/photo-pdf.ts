type Bytes = Uint8Array<ArrayBuffer>

/** Bytes of a PDF of photos at most: what any insurer's mailbox and a slow line can take. */
export const mostPdfBytes = 8_000_000

/** The longer side of a page in points: that of A4. */
const pageSide = 842
// The second line tells programs that bytes follow.
const head = latin('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n')
const imageEnd = '\nendstream\nendobj\n'

function latin(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Width and height of a JPEG of eight bits and three colours, as Chromium makes them; null for any other. */
function sidesOf(jpeg: Bytes): { readonly width: number; readonly height: number } | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  if (jpeg.length < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 10 <= jpeg.length && jpeg[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    if (marker < 0xc0 || marker > 0xc2) continue
    const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
    const isOurs = view.getUint8(at + 4) === 8 && view.getUint8(at + 9) === 3 && width * height > 0
    return isOurs ? { width, height } : null
  }
  return null
}

/**
 * A PDF with one photo a page, whose bytes lie in it as they are; the same photos always give the same PDF. Null where
 * one of them is no JPEG of three colours.
 */
export function pdfOfPhotos(photos: readonly Bytes[]): Bytes | null {
  const parts: Bytes[] = [head]
  const offsets: number[] = []
  let length = head.length
  const add = (part: Bytes): void => {
    parts.push(part)
    length += part.length
  }
  const begin = (number: number, text: string): void => {
    offsets[number] = length
    add(latin(`${number} 0 obj\n${text}`))
  }
  // 1 is the catalog, 2 the list of pages; then all images, then content and page of each.
  const pageOf = (nth: number): number => 4 + photos.length + 2 * nth
  const pages: (() => void)[] = []
  for (const [nth, jpeg] of photos.entries()) {
    const sides = sidesOf(jpeg)
    if (sides === null) return null
    const { width, height } = sides
    begin(
      3 + nth,
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>\nstream\n`,
    )
    add(jpeg)
    add(latin(imageEnd))
    const [wide, high] = [width, height].map((side) =>
      Math.max(1, Math.round((side * pageSide) / Math.max(width, height))),
    )
    const drawing = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`
    pages.push(() => {
      begin(pageOf(nth) - 1, `<</Length ${drawing.length}>>\nstream\n${drawing}${imageEnd}`)
      begin(
        pageOf(nth),
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</P ${3 + nth} 0 R>>>>/Contents ${pageOf(nth) - 1} 0 R>>\nendobj\n`,
      )
    })
  }
  for (const page of pages) page()
  const kids = photos.map((_, nth) => `${pageOf(nth)} 0 R`).join(' ')
  begin(1, '<</Type/Catalog/Pages 2 0 R>>\nendobj\n')
  begin(2, `<</Type/Pages/Kids[${kids}]/Count ${photos.length}>>\nendobj\n`)
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = rows.length + 1
  add(
    latin(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return joined(parts, length)
}

function joined(parts: readonly Bytes[], length: number): Bytes {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The photos of a PDF that {@link pdfOfPhotos} made, in their order; none of any other file. */
export function photosOfPdf(pdf: Bytes): readonly Bytes[] {
  const photos: Bytes[] = []
  let at = head.length
  for (;;) {
    const text = String.fromCharCode(...pdf.subarray(at, at + 250))
    const found = /^\d+ 0 obj\n<<\/Type\/XObject[^>]*\/Length (\d{1,8})>>\nstream\n/.exec(text)
    if (found === null) break
    const from = at + found[0].length
    photos.push(pdf.slice(from, from + Number(found[1])))
    at = from + Number(found[1]) + imageEnd.length
  }
  // It is ours only if making it again from its photos gives the same bytes.
  const again = photos.length === 0 ? null : pdfOfPhotos(photos)
  return again !== null && isSamePdf(again, pdf) ? photos : []
}

/** Whether two files are the same, byte by byte. */
export function isSamePdf(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
