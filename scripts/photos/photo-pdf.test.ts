import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { pdfOfPhotos, photosOfPdf } from '#renderer/data/photos/photo-pdf.ts'

/** The head of a JPEG, then bytes that no decoder would take; every one different. */
function jpeg(width: number, height: number, length = 500): Uint8Array<ArrayBuffer> {
  const sides = [height >> 8, height & 255, width >> 8, width & 255]
  const head = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc0, 0, 17, 8, ...sides, 3]
  return Uint8Array.from({ length }, (_, at) => head[at] ?? (at * 7 + width) & 255)
}
const three = [jpeg(2000, 1500), jpeg(1500, 2000, 70_000), jpeg(65_535, 1)]

it('several photos become a PDF that readers open: a page each, in their order, each in its own shape', async () => {
  const pdf = pdfOfPhotos(three) ?? new Uint8Array()
  const opened = await getDocumentProxy(pdf.slice())
  const pages = await Promise.all([1, 2, 3].map((number) => opened.getPage(number)))
  expect(pages.map(({ view, rotate }) => [...view, rotate])).toEqual([
    [0, 0, 842, 632, 0],
    [0, 0, 632, 842, 0],
    [0, 0, 842, 1, 0],
  ])
  await opened.cleanup()
  expect(photosOfPdf(pdf)).toEqual(three)
})

it.skipIf(!existsSync('/usr/bin/pdfimages'))(
  'poppler finds nothing wrong and takes out the same photos',
  () => {
    const folder = createTestFolder()
    const file = join(folder, 'photos.pdf')
    writeFileSync(file, pdfOfPhotos(three) ?? '')
    const told = execFileSync('/usr/bin/pdfinfo', [file], { encoding: 'utf8', stdio: 'pipe' })
    expect(told).toMatch(/Pages: +3\n/)
    const listed = execFileSync('/usr/bin/pdfimages', ['-list', file], { encoding: 'utf8' })
    expect(listed.match(/ (\d+) +(\d+) +rgb +3 +8 +jpeg/g)).toHaveLength(3)
    execFileSync('/usr/bin/pdfimages', ['-all', file, join(folder, 'out')])
    const taken = three.map((_, nth) => new Uint8Array(readFileSync(join(folder, `out-00${nth}.jpg`))))
    expect(taken).toEqual(three)
  },
)

it('what is no photo of ours makes no PDF, and of a PDF that is not ours nothing is taken', () => {
  const [first = jpeg(1, 1)] = three
  const grey = first.with(17, 1)
  for (const wrong of [new Uint8Array(), first.slice(0, 16), grey, jpeg(0, 5), new Uint8Array(900).fill(255)])
    expect(pdfOfPhotos([first, wrong])).toBeNull()
  const pdf = pdfOfPhotos(three) ?? new Uint8Array()
  const huge = Uint8Array.from(
    String.fromCharCode(...pdf.subarray(0, 200)).replace(/Length 500/, 'Length 99999999'),
    (letter) => letter.charCodeAt(0),
  )
  for (const other of [pdf.slice(0, -1), pdf.slice(0, 700), pdf.with(800, 1), huge, new Uint8Array()])
    expect(photosOfPdf(other)).toEqual([])
})
