import type { AttachmentKind } from '#shared/domain/attachment.ts'

/** What the first bytes of a file say it is; `heic` is what many phones take pictures as. */
export type DetectedKind = AttachmentKind | 'heic' | null

/** Enough to tell every kind. */
const bytesForKind = 1024

const starts = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** What a file is, by its first bytes; null for what is none of ours. */
export function detectKind(first: Uint8Array): DetectedKind {
  if (first[0] === 0xff && first[1] === 0xd8 && first[2] === 0xff) return 'jpeg'
  if (starts(first, '\u0089PNG\r\n\u001a\n')) return 'png'
  if (starts(first, 'RIFF') && starts(first, 'WEBP', 8)) return 'webp'
  if (starts(first, 'ftyp', 4)) return isHeic(first) ? 'heic' : null
  // Readers take a PDF whose head is not at the very beginning, and some scanners write such.
  return Buffer.from(first.subarray(0, bytesForKind)).includes('%PDF-') ? 'pdf' : null
}

const heicBrands: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'hevc',
  'hevx',
  'heim',
  'heis',
  'mif1',
  'msf1',
  'avif',
])

function isHeic(first: Uint8Array): boolean {
  return heicBrands.has(Buffer.from(first.subarray(8, 12)).toString('latin1'))
}
