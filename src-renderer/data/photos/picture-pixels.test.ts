import { expect, it } from 'vitest'
import { pixelsOf } from './picture-pixels.ts'

const bytes = (text: string, ...further: readonly number[]): Uint8Array =>
  new Uint8Array([...Array.from(text, (letter) => letter.charCodeAt(0)), ...further])
const png = bytes('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 0, 0, 0x4e, 0x20, 0, 0, 0x23, 0x28)

it('how many pixels a PNG or WebP has stands in its first bytes', () => {
  expect(pixelsOf('png', png)).toBe(20_000 * 9_000)
  const lossy = bytes('RIFF    WEBPVP8           ', 0xa0, 0x0f, 0xb8, 0x0b)
  expect(pixelsOf('webp', lossy)).toBe(4_000 * 3_000)
  expect(pixelsOf('webp', bytes('RIFF    WEBPVP8L    /', 0xff, 0xc0, 0x0f, 0))).toBe(256 * 64)
  expect(pixelsOf('webp', bytes('RIFF    WEBPVP8X    \0\0\0\0', 0xff, 0, 0, 0x3f, 0, 0))).toBe(256 * 64)
})

it('one that is cut off is told', () => {
  expect(() => pixelsOf('png', png.subarray(0, 18))).toThrow(RangeError)
  expect(() => pixelsOf('webp', bytes('RIFF    WEBPVP8X'))).toThrow(RangeError)
})
