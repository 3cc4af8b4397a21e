import { smallerPhoto } from '#renderer/data/photos/smaller-photo.ts'
import type { MadePhoto, Scene } from './made-photo.ts'

/*
 * Made-up photos of a phone, in the page that makes them smaller: leaves that hide one another, of all sizes, have the
 * edges and the roughness of what cameras see (“dead leaves”); then comes the softness of a lens, and a sensor's noise.
 */

const width = 4000
const height = 3000
const largestRadius = 1200
/** JPEG, as phones encode. */
const quality = 0.92

/** By the power law of natural scenes: leaves of any size cover as much of the picture. */
function radius({ smallestRadius }: Scene): number {
  const least = smallestRadius ** -2
  const most = largestRadius ** -2
  return (least - Math.random() * (least - most)) ** -0.5
}

function drawLeaves(context: OffscreenCanvasRenderingContext2D, scene: Scene): void {
  for (let leaf = 0; leaf < scene.leaves; leaf += 1) {
    const r = radius(scene)
    const [x, y] = [Math.random() * width, Math.random() * height]
    const [hue, saturation] = [Math.random() * 360, Math.random() * 45]
    const light = 15 + Math.random() * 70
    const shade = context.createLinearGradient(x - r, y - r, x + r, y + r)
    shade.addColorStop(0, `hsl(${hue} ${saturation}% ${light + 8}%)`)
    shade.addColorStop(1, `hsl(${hue} ${saturation}% ${light - 8}%)`)
    context.fillStyle = shade
    context.beginPath()
    context.ellipse(x, y, r, r * (0.4 + Math.random() * 0.6), Math.random() * Math.PI, 0, 2 * Math.PI)
    context.fill()
  }
}

function addNoise(context: OffscreenCanvasRenderingContext2D, { noise }: Scene): void {
  const image = context.getImageData(0, 0, width, height)
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    // A sum of three is as good as a normal one, and quick for 12 million; colours differ less.
    const light = (Math.random() + Math.random() + Math.random() - 1.5) * 2 * noise
    for (let colour = 0; colour < 3; colour += 1) {
      data[at + colour] = (data[at + colour] ?? 0) + light + (Math.random() - 0.5) * noise
    }
  }
  context.putImageData(image, 0, 0)
}

function newCanvas(): readonly [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('no canvas')
  return [canvas, context]
}

async function photoOf(scene: Scene): Promise<Blob> {
  const [sharp, drawing] = newCanvas()
  drawLeaves(drawing, scene)
  const [canvas, context] = newCanvas()
  context.filter = `blur(${scene.softness}px)`
  context.drawImage(sharp, 0, 0)
  addNoise(context, scene)
  return await canvas.convertToBlob({ type: 'image/jpeg', quality })
}

async function base64Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  reader.addEventListener('load', () => resolve(reader.result))
  reader.readAsDataURL(new Blob([bytes]))
  return String(await promise).replace(/^.*,/, '')
}

/** Makes a photo up, and makes it smaller as the claim form does. */
async function makePhoto(
  scene: Scene,
  limits: { readonly longestSide: number; readonly quality: number },
): Promise<MadePhoto> {
  const file = await photoOf(scene)
  const startedMs = performance.now()
  const answer = await smallerPhoto({ file, ...limits })
  const tookMs = performance.now() - startedMs
  if (answer.type !== 'drawn') throw new Error(`not made smaller: ${answer.type}`)
  return { originalBytes: file.size, smaller: await base64Of(answer.bytes), tookMs }
}

Object.assign(window, { makePhoto })
