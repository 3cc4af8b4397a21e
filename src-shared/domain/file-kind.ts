import type { AttachmentKind } from './attachment.ts'

/** The type of a file by its first bytes; `heic` and `avif` are what many phones take pictures as. */
export type DetectedKind = AttachmentKind | 'heic' | 'avif' | null

/** Enough bytes to recognise every type. */
export const bytesForKind = 1024

/** The type of a file by its first bytes; null for an unsupported one. */
export function detectKind(bytes: Uint8Array): DetectedKind {
  const first = String.fromCharCode(...bytes.subarray(0, bytesForKind))
  if (first.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (first.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (first.startsWith('RIFF') && first.startsWith('WEBP', 8)) return 'webp'
  if (first.startsWith('ftyp', 4)) return kindOfBrands(brandsOf(first))
  // Readers accept a PDF whose header is not at the very beginning, and some scanners write such files.
  return first.includes('%PDF-') ? 'pdf' : null
}

/** What the file says it is, then what else it can be read as. */
function brandsOf(first: string): readonly string[] {
  const size = [0, 1, 2, 3].reduce((sum, at) => sum * 256 + first.charCodeAt(at), 0)
  const others = first.slice(16, size).match(/.{4}/gs) ?? []
  return [first.slice(8, 12), ...others]
}

// `mif1` is any picture of this format, and says which codec it has only among what else it is.
function kindOfBrands(brands: readonly string[]): 'heic' | 'avif' | null {
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : null
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
])
