import { expect, it } from 'vitest'
import { orientationOfWebp, pixelsOf } from './picture-pixels.ts'

const bytes = (text: string, ...further: readonly number[]): Uint8Array =>
  new Uint8Array([...Array.from(text, (letter) => letter.charCodeAt(0)), ...further])
const four = (value: number): readonly number[] => [0, 0, value >> 8, value & 255]
const png = bytes('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 0, 0, 0x4e, 0x20, 0, 0, 0x23, 0x28)

it('how many pixels a PNG or WebP has stands in its first bytes', () => {
  expect(pixelsOf('png', png)).toBe(20_000 * 9_000)
  const lossy = bytes('RIFF    WEBPVP8           ', 0xa0, 0x0f, 0xb8, 0x0b)
  expect(pixelsOf('webp', lossy)).toBe(4_000 * 3_000)
  expect(pixelsOf('webp', bytes('RIFF    WEBPVP8L    /', 0xff, 0xc0, 0x0f, 0))).toBe(256 * 64)
  expect(pixelsOf('webp', bytes('RIFF    WEBPVP8X    \0\0\0\0', 0xff, 0, 0, 0x3f, 0, 0))).toBe(256 * 64)
})

it('of an AVIF the largest of its pictures counts', () => {
  const box = (width: number, height: number) => bytes('ispe\0\0\0\0', ...four(width), ...four(height))
  const avif = Uint8Array.from([...bytes('\0\0\0\x1cftypavif'), ...box(512, 384), ...box(8_000, 6_000)])
  expect(pixelsOf('avif', avif)).toBe(48_000_000)
  expect(() => pixelsOf('avif', bytes('\0\0\0\x1cftypavif')), 'unknown is not small').toThrow(RangeError)
  expect(() => pixelsOf('avif', avif.subarray(0, 26))).toThrow(RangeError)
})

it.each([
  ['II', (n: number) => [n, 0]],
  ['MM', (n: number) => [0, n]],
] as const)('how a WebP is turned stands in its EXIF, whose numbers are written %s', (order, two) => {
  const long = (n: number) => (order === 'II' ? [...two(n), 0, 0] : [0, 0, ...two(n)])
  const exif = (turned: number) => [
    ...bytes(order, ...two(42), ...long(8), ...two(2)),
    ...[...two(0x0f), ...two(3), ...long(1), ...two(7), 0, 0],
    ...[...(order === 'II' ? [0x12, 1] : [1, 0x12]), ...two(3), ...long(1), ...two(turned), 0, 0],
    ...long(0),
  ]
  const webp = (data: readonly number[], name = '') => {
    const chunk = [...bytes(name), ...data]
    const [odd, size] = [bytes('XMP \x01\0\0\0?\0'), [chunk.length, 0, 0, 0]]
    return Uint8Array.from([...bytes('RIFF    WEBP'), ...odd, ...bytes('EXIF'), ...size, ...chunk])
  }
  expect([1, 6, 8].map((turned) => orientationOfWebp(webp(exif(turned))))).toEqual([1, 6, 8])
  expect(orientationOfWebp(webp(exif(6), 'Exif\0\0'))).toBe(6)
  for (const odd of [webp(exif(0)), webp(exif(9)), webp([]), webp(exif(6)).subarray(0, 40), bytes('RIFF')])
    expect(orientationOfWebp(odd)).toBe(1)
})

it('one that is cut off is told', () => {
  expect(() => pixelsOf('png', png.subarray(0, 18))).toThrow(RangeError)
  expect(() => pixelsOf('webp', bytes('RIFF    WEBPVP8X'))).toThrow(RangeError)
})
