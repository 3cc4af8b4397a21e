import loadDecoder from 'libheif-js/libheif-wasm/libheif-bundle.mjs'
import { decodedHeic } from './decoded-heic.ts'
import type { PhotoAnswer, PhotoQuestion } from './smaller-photo.ts'

// Makes a JPEG of a HEIC. The only script that may compile WebAssembly: its own answer says so (app-protocol.ts). A
// hostile file that takes the decoder over is alone here, without network, and ends with this worker.

/** More than this is no photo of a phone. */
const mostBytes = 100_000_000
/** Twice what a photo is made smaller to afterwards. */
const longestSide = 4000
/** The photo is encoded again after this. */
const quality = 0.95

async function answerTo({ photo }: PhotoQuestion): Promise<PhotoAnswer> {
  if (photo instanceof Blob && photo.size > mostBytes) return { type: 'heic' }
  const bytes = photo instanceof Blob ? await photo.bytes().catch(() => null) : photo
  if (bytes === null) return { type: 'broken-off' }
  const picture = await decodedHeic(await loadDecoder(), bytes)
  if (picture === null) return { type: 'heic' }
  const { width, height } = picture
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const image = await createImageBitmap(new ImageData(picture.data, width, height), {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'high',
  })
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) return { type: 'heic' }
  // What is see-through would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0)
  const made = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  return { type: 'drawn', kind: 'jpeg', bytes: await made.bytes() }
}

addEventListener('message', ({ data }: MessageEvent<PhotoQuestion>) => {
  void answerTo(data)
    .catch((): PhotoAnswer => ({ type: 'heic' }))
    .then((answer) => {
      postMessage(answer, { transfer: answer.type === 'drawn' ? [answer.bytes.buffer] : [] })
    })
})
