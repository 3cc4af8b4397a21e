import type { AttachmentKind } from '#shared/domain/attachment.ts'

/** The type of a file by its first bytes; `heic` is what many phones take pictures as. */
export type DetectedKind = AttachmentKind | 'heic' | null

/** Enough bytes to recognise every type. */
const bytesForKind = 1024

const starts = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** The type of a file by its first bytes; null for an unsupported one. */
export function detectKind(first: Uint8Array): DetectedKind {
  if (first[0] === 0xff && first[1] === 0xd8 && first[2] === 0xff) return 'jpeg'
  if (starts(first, '\u0089PNG\r\n\u001a\n')) return 'png'
  if (starts(first, 'RIFF') && starts(first, 'WEBP', 8)) return 'webp'
  if (starts(first, 'ftyp', 4)) return isHeic(first) ? 'heic' : null
  // Readers accept a PDF whose header is not at the very beginning, and some scanners write such files.
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
