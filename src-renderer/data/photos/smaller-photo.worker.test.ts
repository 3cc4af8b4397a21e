import { afterAll, expect, it, vi } from 'vitest'
import type { PhotoAnswer, PhotoQuestion } from './smaller-photo.ts'

/** The size of each picture that was drawn. */
const drawn: (readonly [width: number, height: number])[] = []
let ask: (event: { readonly data: PhotoQuestion }) => void
let answered: (answer: PhotoAnswer) => void

// The tests' document has none with `bytes`.
class WithBytes extends Blob {
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer())
  }
}
vi.stubGlobal('Blob', WithBytes)
vi.stubGlobal('addEventListener', (_type: string, listener: typeof ask) => (ask = listener))
vi.stubGlobal('postMessage', (answer: PhotoAnswer) => answered(answer))
vi.stubGlobal(
  'ImageDecoder',
  class {
    decode = () =>
      Promise.resolve({ image: { displayWidth: 4_000, displayHeight: 3_000, close: () => undefined } })
    close = () => undefined
  },
)
vi.stubGlobal(
  'OffscreenCanvas',
  class {
    constructor(width: number, height: number) {
      drawn.push([width, height])
    }
    getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined })
    convertToBlob = () => Promise.resolve(new Blob(['drawn']))
  },
)
await import('./smaller-photo.worker.ts')
afterAll(() => void vi.unstubAllGlobals())

async function drawnAgain(photo: PhotoQuestion['photo'], purpose: PhotoQuestion['purpose']) {
  drawn.length = 0
  const answer = await new Promise<PhotoAnswer>((resolve) => {
    answered = resolve
    ask({ data: { photo, purpose } })
  })
  return [answer.type, ...drawn]
}

it.each([
  ['alone', 2_000, 1_500],
  ['a-page', 2_000, 1_500],
  ['one-of-many', 1_400, 1_050],
] as const)('a photo that is %s is drawn smaller, its longer side %d pixels', async (purpose, ...size) => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])
  expect(await drawnAgain(jpeg, purpose)).toEqual(['drawn', size])
})

it.each([
  [
    'png',
    (width: number) => [
      ...latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
      ...bytes(width, 4).toReversed(),
      0,
      0,
      0x27,
      0x10,
    ],
  ],
  [
    'webp',
    (width: number) => [...latin1('RIFF    WEBPVP8X    \0\0\0\0'), ...bytes(width - 1, 3), 0x0f, 0x27, 0],
  ],
] as const)('a %s of more than sixty million pixels is not decoded', async (_kind, ofWidth) => {
  expect(await drawnAgain(Uint8Array.from(ofWidth(6_000)), 'alone')).toEqual(['drawn', [2_000, 1_500]])
  expect(await drawnAgain(Uint8Array.from(ofWidth(6_001)), 'alone')).toEqual(['undecodable'])
})

it('a file that is gone meanwhile is broken off, which is no fault of the photo', async () => {
  const gone = Object.assign(new Blob(['photo']), { bytes: () => Promise.reject(new Error('It was moved.')) })
  expect(await drawnAgain(gone, 'alone')).toEqual(['broken-off'])
  expect(await drawnAgain(new Blob(['no picture']), 'alone')).toEqual(['as-it-is'])
})

const latin1 = (text: string): readonly number[] => Array.from(text, (letter) => letter.charCodeAt(0))
/** The lowest first. */
const bytes = (value: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => (value >> (8 * at)) & 255)
