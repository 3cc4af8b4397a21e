import type { AttachmentKind } from './attachment.ts'

/** The type of a file by its first bytes; `heic` is what many phones take pictures as. */
export type DetectedKind = AttachmentKind | 'heic' | null

/** Enough bytes to recognise every type. */
export const bytesForKind = 1024

/** The type of a file by its first bytes; null for an unsupported one. */
export function detectKind(bytes: Uint8Array): DetectedKind {
  const first = String.fromCharCode(...bytes.subarray(0, bytesForKind))
  if (first.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (first.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (first.startsWith('RIFF') && first.startsWith('WEBP', 8)) return 'webp'
  if (first.startsWith('ftyp', 4)) return heicBrands.has(first.slice(8, 12)) ? 'heic' : null
  // Readers accept a PDF whose header is not at the very beginning, and some scanners write such files.
  return first.includes('%PDF-') ? 'pdf' : null
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
