import { detectKind } from '#shared/domain/file-kind.ts'
import type { PhotoAnswer, PhotoQuestion } from './photo-messages.ts'
import { pixelsOf } from './picture-pixels.ts'

// Draws one photo again, outside the page's thread: decoding and encoding would stop the typing. A small one too: what
// is drawn is upright, and holds the picture and nothing about where, when and with what it was taken.

/** More than this is no photo of a phone, and would take more memory than an old computer has. */
const mostBytes = 100_000_000
/** A PNG or WebP is decoded whole; a JPEG at a fraction of its size, an eighth at least. */
const mostPixels = 60_000_000

async function answerTo({ file, ...wanted }: PhotoQuestion): Promise<PhotoAnswer> {
  if (file.size > mostBytes) return { type: 'as-it-is' }
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { type: 'broken-off' }
  }
  const kind = detectKind(bytes)
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') return { type: 'as-it-is' }
  try {
    if (kind !== 'jpeg' && pixelsOf(kind, bytes) > mostPixels) return { type: 'undecodable' }
    return await drawn(bytes, kind, wanted)
  } catch {
    return { type: 'undecodable' }
  }
}

async function drawn(
  bytes: Uint8Array<ArrayBuffer>,
  kind: 'jpeg' | 'png' | 'webp',
  { longestSide, quality }: Omit<PhotoQuestion, 'file'>,
): Promise<PhotoAnswer> {
  // Twice the size wanted: a JPEG of any size is decoded into a few dozen megabytes, and still drawn sharp.
  const desired = 2 * longestSide
  const type = `image/${kind}`
  const decoder = new ImageDecoder({ data: bytes, type, desiredWidth: desired, desiredHeight: desired })
  try {
    // The frame knows how the phone was held, and is drawn upright.
    const { image } = await decoder.decode()
    const { displayWidth, displayHeight } = image
    const scale = Math.min(1, longestSide / Math.max(displayWidth, displayHeight))
    const width = Math.max(1, Math.round(displayWidth * scale))
    const height = Math.max(1, Math.round(displayHeight * scale))
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { alpha: false })
    if (context === null) return { type: 'undecodable' }
    // A JPEG has no see-through parts: they would turn black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, width, height)
    image.close()
    const asJpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    // What is on a screen is often smaller as PNG.
    const asPng = kind === 'png' ? await canvas.convertToBlob({ type: 'image/png' }) : asJpeg
    const [made, madeKind] =
      asPng.size < asJpeg.size ? ([asPng, 'png'] as const) : ([asJpeg, 'jpeg'] as const)
    return { type: 'drawn', kind: madeKind, bytes: new Uint8Array(await made.arrayBuffer()) }
  } finally {
    decoder.close()
  }
}

addEventListener('message', ({ data }: MessageEvent<PhotoQuestion>) => {
  void answerTo(data).then((answer) => {
    postMessage(answer, { transfer: answer.type === 'drawn' ? [answer.bytes.buffer] : [] })
  })
})
