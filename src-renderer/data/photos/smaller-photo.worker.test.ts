import { afterAll, expect, it, vi } from 'vitest'
import type { PhotoAnswer, PhotoQuestion } from './smaller-photo.ts'

/** The size of each picture that was drawn. */
const drawn: (readonly [width: number, height: number])[] = []
/** What turned each of them. */
const turned: (readonly number[])[] = []
/** A colour of the lowest part of what is drawn. */
let below = 0
/** As a JPEG without its end mark. */
const endsEarly = (data: Uint8Array): boolean => data[0] === 0xff && data.at(-1) !== 0xd9
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
    readonly #data: Uint8Array
    constructor({ data }: { readonly data: Uint8Array }) {
      this.#data = data
    }
    decode = () =>
      endsEarly(this.#data)
        ? Promise.reject(new Error('The picture ends early.'))
        : Promise.resolve({ image: { displayWidth: 4_000, displayHeight: 3_000, close: () => undefined } })
    close = () => undefined
  },
)
vi.stubGlobal(
  'OffscreenCanvas',
  class {
    readonly width: number
    readonly height: number
    constructor(width: number, height: number) {
      this.width = width
      this.height = height
      drawn.push([width, height])
    }
    getContext = () => ({
      fillRect: () => undefined,
      drawImage: () => undefined,
      setTransform: (...matrix: readonly number[]) => turned.push(matrix),
      getImageData: () => ({ data: Uint8ClampedArray.of(128, 128, 128, 255, below, 128, 128, 255) }),
    })
    convertToBlob = () => Promise.resolve(new Blob(['drawn']))
  },
)
await import('./smaller-photo.worker.ts')
afterAll(() => void vi.unstubAllGlobals())

async function answerOf(photo: PhotoQuestion['photo'], purpose: PhotoQuestion['purpose']) {
  drawn.length = 0
  turned.length = 0
  return await new Promise<PhotoAnswer>((resolve) => {
    answered = resolve
    ask({ data: { photo, purpose } })
  })
}
async function drawnAgain(photo: PhotoQuestion['photo'], purpose: PhotoQuestion['purpose']) {
  const { type } = await answerOf(photo, purpose)
  return [type, ...drawn]
}

it.each([
  ['alone', 2_000, 1_500],
  ['a-page', 2_000, 1_500],
  ['one-of-many', 1_400, 1_050],
] as const)('a photo that is %s is drawn smaller, its longer side %d pixels', async (purpose, ...size) => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9])
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

it.each([
  ['much of it is missing', 128, true],
  ['next to nothing is missing', 200, false],
] as const)(
  'a JPEG that ends early is drawn all the same, and told where %s',
  async (_case, grey, isPartial) => {
    below = grey
    const answer = await answerOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'alone')
    expect(answer).toMatchObject({ type: 'drawn', isPartial })
  },
)

it('a WebP that says how it is turned is drawn upright, and no other is turned', async () => {
  const size = [...bytes(3_999, 3), ...bytes(2_999, 3)]
  const exif = [
    ...latin1('II*\0'),
    ...bytes(8, 4),
    ...bytes(1, 2),
    0x12,
    1,
    ...bytes(3, 2),
    ...bytes(1, 4),
    ...bytes(6, 4),
  ]
  const head = [...latin1('RIFF    WEBPVP8X'), ...bytes(10, 4), ...bytes(8, 4), ...size]
  const webp = Uint8Array.from([...head, ...latin1('EXIF'), ...bytes(exif.length, 4), ...exif])
  expect(await drawnAgain(webp, 'alone')).toEqual(['drawn', [1_500, 2_000]])
  expect(turned).toEqual([[0, 1, -1, 0, 1_500, 0]])
  expect(await drawnAgain(Uint8Array.from(head), 'alone')).toEqual(['drawn', [2_000, 1_500]])
  expect(turned).toEqual([[1, 0, 0, 1, 0, 0]])
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
