import { describe, expect, it } from 'vitest'
import { factsOf } from './picture-facts.ts'

const text = (word: string): number[] => Array.from(word, (letter) => letter.charCodeAt(0))
const two = (number: number): number[] => [number >> 8, number & 255]
const four = (number: number): number[] => [...two(number >>> 16), ...two(number & 0xffff)]
const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...two(body.length + 2),
  ...body,
]
const frame = segment(0xc0, [8, ...two(3000), ...two(4000), 3, 0, 0, 0])
const jpeg = (...segments: readonly number[][]): Uint8Array =>
  new Uint8Array([0xff, 0xd8, ...segments.flat(), ...frame, 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9])
const chunk = (name: string, body: readonly number[]): number[] => [
  ...four(body.length),
  ...text(name),
  ...body,
  0,
  0,
  0,
  0,
]
const png = (...chunks: readonly number[][]): Uint8Array =>
  new Uint8Array([
    0x89,
    ...text('PNG\r\n\u001a\n'),
    ...chunk('IHDR', [...four(20_000), ...four(9_000), 8, 6, 0, 0, 0]),
    ...chunks.flat(),
    ...chunk('IEND', []),
  ])
const webp = (flags: number): Uint8Array =>
  new Uint8Array([...text('RIFF    WEBPVP8X'), 10, 0, 0, 0, flags, 0, 0, 0, 0xff, 0, 0, 0x3f, 0, 0])

describe('the facts of a picture', () => {
  it('of a JPEG are its size, and whether there is more in it than the picture', () => {
    const bare = { kind: 'jpeg', pixels: 12_000_000, isBare: true }
    expect(factsOf(jpeg())).toEqual(bare)
    expect(factsOf(jpeg(segment(0xe0, text('JFIF\0')), segment(0xe2, text('ICC_PROFILE\0'))))).toEqual(bare)
    const more = [
      segment(0xe1, text('Exif\0\0')),
      segment(0xe2, text('MPF\0')),
      segment(0xed, text('Photoshop')),
      segment(0xfe, text('by me')),
    ]
    for (const one of more) expect(factsOf(jpeg(one))).toEqual({ ...bare, isBare: false })
    // A film behind its end, as phones append one.
    expect(factsOf(new Uint8Array([...jpeg(), ...text('ftypmp42')]))).toEqual({ ...bare, isBare: false })
  })

  it('of a PNG are its size, and whether there is more in it', () => {
    const bare = { kind: 'png', pixels: 180_000_000, isBare: true }
    expect(factsOf(png(chunk('sRGB', [0]), chunk('IDAT', [1, 2, 3])))).toEqual(bare)
    expect(factsOf(png(chunk('eXIf', [1]), chunk('IDAT', [1])))).toEqual({ ...bare, isBare: false })
    expect(factsOf(png(chunk('tEXt', text('Author\0me'))))).toEqual({ ...bare, isBare: false })
    expect(factsOf(new Uint8Array([...png(), 1, 2]))).toEqual({ ...bare, isBare: false })
  })

  it('of a WebP are its size, and whether it has EXIF or XMP', () => {
    expect(factsOf(webp(0))).toEqual({ kind: 'webp', pixels: 256 * 64, isBare: true })
    expect(factsOf(webp(0b1000))).toMatchObject({ isBare: false })
    expect(factsOf(webp(0b0100))).toMatchObject({ isBare: false })
    const lossy = [
      ...text('RIFF    WEBPVP8 '),
      ...Array.from({ length: 10 }, () => 0),
      0xa0,
      0x0f,
      0xb8,
      0x0b,
    ]
    expect(factsOf(new Uint8Array(lossy))).toEqual({ kind: 'webp', pixels: 12_000_000, isBare: true })
    const lossless = [...text('RIFF    WEBPVP8L'), 0, 0, 0, 0, 0x2f, 0xff, 0xc0, 0x0f, 0]
    expect(factsOf(new Uint8Array(lossless))).toEqual({ kind: 'webp', pixels: 256 * 64, isBare: true })
  })

  it('of one that is cut off are that it is one, and not known to be bare', () => {
    for (const whole of [jpeg(segment(0xe0, text('JFIF\0'))), png(chunk('IDAT', [1])), webp(0)]) {
      const cut = whole.subarray(0, 18)
      expect(factsOf(cut)).toMatchObject({ pixels: 0, isBare: false })
    }
  })

  it('are none for anything else', () => {
    for (const other of [
      '%PDF-1.7 and some more',
      '',
      'GIF89a and some more of it',
      '\0\0\0\x18ftypheic\0\0\0\0',
    ])
      expect(factsOf(new Uint8Array(text(other)))).toBeNull()
  })
})
