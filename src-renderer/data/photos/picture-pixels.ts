/**
 * Width times height of a PNG, WebP or AVIF, which is decoded whole, as its first bytes say. Throws a RangeError where
 * that is cut off.
 */
export function pixelsOf(kind: 'png' | 'webp' | 'avif', bytes: Uint8Array): number {
  const view = viewOf(bytes)
  if (kind === 'png') return view.getUint32(16) * view.getUint32(20)
  if (kind === 'avif') return pixelsOfAvif(bytes, view)
  // The last letter of its form: lossy, lossless or extended.
  const form = String.fromCharCode(view.getUint8(15))
  if (form === ' ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff)
  if (form === 'L') {
    const sides = view.getUint32(21, true)
    return ((sides & 0x3fff) + 1) * (((sides >> 14) & 0x3fff) + 1)
  }
  const side = (at: number): number => (view.getUint8(at + 2) << 16) + view.getUint16(at, true) + 1
  return side(24) * side(27)
}

/** What stands before the picture itself is far shorter. */
const mostOfHeader = 65_536

/** The largest of its pictures, as their boxes `ispe` say: small ones for previews, and parts, may be among them. */
function pixelsOfAvif(bytes: Uint8Array, view: DataView): number {
  const boxes = latin1(bytes.subarray(0, mostOfHeader)).matchAll(/ispe/g)
  const sizes = Array.from(boxes, ({ index }) => view.getUint32(index + 8) * view.getUint32(index + 12))
  if (sizes.length === 0) throw new RangeError('No size is known')
  return Math.max(...sizes)
}

/**
 * How a WebP is turned, from 1 to 8 as EXIF counts: browsers do not ask, and what is drawn again has nowhere to say it. 1
 * where it does not say.
 */
export function orientationOfWebp(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    if (latin1(bytes.subarray(at, at + 4)) === 'EXIF')
      return orientationOfExif(bytes.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size % 2)
  }
  return 1
}

/** @param bytes of TIFF, which some writers put a name before */
function orientationOfExif(bytes: Uint8Array): number {
  const tiff = latin1(bytes.subarray(0, 6)) === 'Exif\0\0' ? bytes.subarray(6) : bytes
  if (tiff.length < 8) return 1
  const view = viewOf(tiff)
  const isLittle = latin1(tiff.subarray(0, 2)) === 'II'
  const first = view.getUint32(4, isLittle)
  if (first + 2 > tiff.length) return 1
  const count = view.getUint16(first, isLittle)
  for (let at = first + 2; at + 12 <= Math.min(tiff.length, first + 2 + 12 * count); at += 12) {
    if (view.getUint16(at, isLittle) !== 0x0112) continue
    const turned = view.getUint16(at + 8, isLittle)
    return turned >= 1 && turned <= 8 ? turned : 1
  }
  return 1
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}
