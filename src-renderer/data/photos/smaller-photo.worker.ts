import { detectKind } from '#shared/domain/file-kind.ts'
import type { PhotoAnswer, PhotoQuestion } from './smaller-photo.ts'
import { orientationOfWebp, pixelsOf } from './picture-pixels.ts'

// Draws photos again, outside the page's thread: decoding and encoding would stop the typing. A small one too: what
// is drawn is upright, and holds the picture and nothing about where, when and with what it was taken.

/** More than this is no photo of a phone, and would take more memory than an old computer has. */
const mostBytes = 100_000_000
/** A PNG or WebP is decoded whole; a JPEG at a fraction of its size, an eighth at least. */
const mostPixels = 60_000_000
/** Pixels of the longer side at most: small print is readable at that size. */
const longestSide = 2000
/** The same for one of many in a PDF, which is to stay small enough to send. */
const sideOfMany = 1400
/** JPEG quality: above that files grow with little gain. */
const quality = 0.8

async function answerTo({ photo, purpose }: PhotoQuestion): Promise<PhotoAnswer> {
  if (photo instanceof Blob && photo.size > mostBytes) return { type: 'as-it-is' }
  const bytes = photo instanceof Blob ? await photo.bytes().catch(() => null) : photo
  if (bytes === null) return { type: 'broken-off' }
  const kind = detectKind(bytes)
  if (kind === null || kind === 'pdf' || kind === 'heic') return { type: 'as-it-is' }
  if (kind !== 'jpeg' && pixelsOf(kind, bytes) > mostPixels) return { type: 'undecodable' }
  const side = purpose === 'one-of-many' ? sideOfMany : longestSide
  try {
    return await encoded(await drawn(bytes, kind, side), kind === 'png' && purpose === 'alone')
  } catch (thrown) {
    if (kind !== 'jpeg') throw thrown
    // One that ends early lacks its end mark: with one, what is there can be drawn.
    const canvas = await drawn(withEnd(bytes), kind, side)
    return { ...(await encoded(canvas, false)), isPartial: lacksPart(canvas) }
  }
}

function withEnd(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const ended = new Uint8Array(bytes.length + 2)
  ended.set(bytes)
  ended.set([0xff, 0xd9], bytes.length)
  return ended
}

/** Whether a tenth at one side is one grey, as a decoder leaves what did not come: below, where the photo is not turned. */
function lacksPart(canvas: OffscreenCanvas): boolean {
  const { width, height } = canvas
  const [column, row] = [Math.ceil(width / 10), Math.ceil(height / 10)]
  const sides = [
    [0, height - row, width, row],
    [0, 0, width, row],
    [0, 0, column, height],
    [width - column, 0, column, height],
  ] as const
  const isGrey = (value: number, at: number): boolean => at % 4 === 3 || Math.abs(value - 128) <= 2
  const context = canvas.getContext('2d')
  return sides.some(([x, y, w, h]) => context?.getImageData(x, y, w, h).data.every(isGrey))
}

async function drawn(
  bytes: Uint8Array<ArrayBuffer>,
  kind: 'jpeg' | 'png' | 'webp' | 'avif',
  side: number,
): Promise<OffscreenCanvas> {
  // Twice the size wanted: a JPEG of any size is decoded into a few dozen megabytes, and still drawn sharp.
  const desired = 2 * side
  const type = `image/${kind}`
  const decoder = new ImageDecoder({ data: bytes, type, desiredWidth: desired, desiredHeight: desired })
  try {
    // The frame knows how the phone was held, and is drawn upright.
    const { image } = await decoder.decode()
    const { displayWidth, displayHeight } = image
    const scale = Math.min(1, side / Math.max(displayWidth, displayHeight))
    const width = Math.max(1, Math.round(displayWidth * scale))
    const height = Math.max(1, Math.round(displayHeight * scale))
    const turned = kind === 'webp' ? orientationOfWebp(bytes) : 1
    const canvas = turned < 5 ? new OffscreenCanvas(width, height) : new OffscreenCanvas(height, width)
    const context = contextOf(canvas)
    context.setTransform(...uprightMatrix(turned, canvas.width, canvas.height))
    context.drawImage(image, 0, 0, width, height)
    image.close()
    return canvas
  } finally {
    decoder.close()
  }
}

type Matrix = readonly [number, number, number, number, number, number]

/** What turns a picture upright, by its orientation: the matrix of the canvas. @param w width @param h height */
function uprightMatrix(orientation: number, w: number, h: number): Matrix {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, w, 0]
    case 3:
      return [-1, 0, 0, -1, w, h]
    case 4:
      return [1, 0, 0, -1, 0, h]
    case 5:
      return [0, 1, 1, 0, 0, 0]
    case 6:
      return [0, 1, -1, 0, w, 0]
    case 7:
      return [0, -1, -1, 0, w, h]
    case 8:
      return [0, -1, 1, 0, 0, h]
    default:
      return [1, 0, 0, 1, 0, 0]
  }
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('There is no memory for a picture')
  // A JPEG has no see-through parts: they would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  return context
}

async function encoded(
  canvas: OffscreenCanvas,
  mayBePng: boolean,
): Promise<Extract<PhotoAnswer, { type: 'drawn' }>> {
  const asJpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  // What is on a screen is often smaller as PNG.
  const asPng = mayBePng ? await canvas.convertToBlob({ type: 'image/png' }) : asJpeg
  const [made, kind] = asPng.size < asJpeg.size ? ([asPng, 'png'] as const) : ([asJpeg, 'jpeg'] as const)
  return { type: 'drawn', kind, bytes: await made.bytes() }
}

addEventListener('message', ({ data }: MessageEvent<PhotoQuestion>) => {
  void answerTo(data)
    .catch((): PhotoAnswer => ({ type: 'undecodable' }))
    .then((answer) => {
      postMessage(answer, { transfer: answer.type === 'drawn' ? [answer.bytes.buffer] : [] })
    })
})
