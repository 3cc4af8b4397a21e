import { detectKind } from '#shared/domain/file-kind.ts'
import type { PhotoAnswer, PhotoQuestion } from './smaller-photo.ts'
import { pixelsOf } from './picture-pixels.ts'

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
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') return { type: 'as-it-is' }
  if (kind !== 'jpeg' && pixelsOf(kind, bytes) > mostPixels) return { type: 'undecodable' }
  const canvas = await drawn(bytes, kind, purpose === 'one-of-many' ? sideOfMany : longestSide)
  return await encoded(canvas, kind === 'png' && purpose === 'alone')
}

async function drawn(
  bytes: Uint8Array<ArrayBuffer>,
  kind: 'jpeg' | 'png' | 'webp',
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
    const canvas = new OffscreenCanvas(width, height)
    const context = contextOf(canvas)
    context.drawImage(image, 0, 0, width, height)
    image.close()
    return canvas
  } finally {
    decoder.close()
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

async function encoded(canvas: OffscreenCanvas, mayBePng: boolean): Promise<PhotoAnswer> {
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
