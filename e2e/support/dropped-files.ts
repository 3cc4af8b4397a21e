import type { Locator, Page } from 'playwright-core'

/** A file as it would be dropped: its name, and what it holds. */
export interface DroppedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** A picture that Chromium draws: stripes of a colour, so that no two colours make the same file. */
export async function madeUpPicture(
  page: Page,
  name: string,
  type: 'image/jpeg' | 'image/png',
  colour: string,
): Promise<DroppedFile> {
  const data = await page.evaluate(
    ([mime, fill]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 420
      const context = canvas.getContext('2d')
      if (context === null) return ''
      context.fillStyle = '#dfe6ea'
      context.fillRect(0, 0, 640, 420)
      context.fillStyle = fill
      for (let at = 0; at < 640; at += 80) context.fillRect(at, 60 + (at % 160), 48, 260)
      return canvas.toDataURL(mime, 0.9).split(',')[1] ?? ''
    },
    [type, colour] as const,
  )
  return { name, type, bytes: Buffer.from(data, 'base64') }
}

/** The smallest text that readers take for a PDF. */
export function madeUpPdf(name: string, text: string): DroppedFile {
  return { name, type: 'application/pdf', bytes: Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`) }
}

/** Drags files over an element and drops them. @returns whether they came to it. */
export async function dropFiles(target: Locator, files: readonly DroppedFile[]): Promise<boolean> {
  const plain = files.map(({ name, type, bytes }) => ({ name, type, data: bytes.toString('base64') }))
  return await target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, type, data } of dropped) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type }))
    }
    const fire = (name: string): boolean =>
      element.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
    let isReached = false
    element.addEventListener('drop', () => (isReached = true), { once: true })
    fire('dragenter')
    fire('dragover')
    fire('drop')
    return isReached
  }, plain)
}

/** The EXIF of a phone that was held upright: orientation 6, a made-up place in GPS, and a word to look for. */
function phoneExif(): Buffer {
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(type, 2)
    bytes.writeUInt32BE(count, 4)
    if (type === 3) bytes.writeUInt16BE(value, 8)
    else bytes.writeUInt32BE(value, 8)
    return bytes
  }
  const count = (entries: number): Buffer => Buffer.from([0, entries])
  const end = Buffer.alloc(4)
  // Head 8, first directory 2 + 3 * 12 + 4 = 42, second 2 + 12 + 4 = 18, then what they point to.
  const model = Buffer.from(`${exifWord}\0`, 'latin1')
  const latitude = Buffer.alloc(24)
  for (const [index, part] of [6, 1, 31, 1, 12, 1].entries()) latitude.writeUInt32BE(part, index * 4)
  const tiff = Buffer.concat([
    Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8]),
    count(3),
    entry(0x0110, 2, model.length, 68),
    entry(0x0112, 3, 1, 6),
    entry(0x8825, 4, 1, 50),
    end,
    count(1),
    entry(0x0002, 5, 3, 68 + model.length),
    end,
    model,
    latitude,
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The phone's model in {@link phonePhoto}: nothing of it may be left in what is kept. */
export const exifWord = 'MADE-UP PHONE 417'

/**
 * A photo of 12 million pixels as a phone takes it: lying on its side, with EXIF that says so and where it was taken.
 * Upright, its upper left quarter is red.
 */
export async function phonePhoto(page: Page, name: string, seed = 0): Promise<DroppedFile> {
  const data = await page.evaluate(async (first) => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const context = canvas.getContext('2d')
    if (context === null) return ''
    context.fillStyle = '#dfe6ea'
    context.fillRect(0, 0, 4000, 3000)
    for (let at = 0; at < 4000; at += 1) {
      const turn = at + first * 7
      context.fillStyle = `hsl(${(turn * 7) % 360} 40% ${30 + (turn % 50)}%)`
      context.fillRect((turn * 7919) % 4000, (turn * 104729) % 3000, 90, 60)
    }
    // What is at the lower left of the sensor is at the upper left of the picture.
    context.fillStyle = '#c00000'
    context.fillRect(0, 1500, 2000, 1500)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  }, seed)
  const drawn = Buffer.from(data, 'base64')
  const bytes = Buffer.concat([drawn.subarray(0, 2), phoneExif(), drawn.subarray(2)])
  return { name, type: 'image/jpeg', bytes }
}
