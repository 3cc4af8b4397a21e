/**
 * Width times height of a PNG or WebP, which is decoded whole, as its first bytes say. Throws a RangeError where it is
 * cut off.
 */
export function pixelsOf(kind: 'png' | 'webp', bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (kind === 'png') return view.getUint32(16) * view.getUint32(20)
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
