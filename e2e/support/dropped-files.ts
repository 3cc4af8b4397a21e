import { crc32 } from 'node:zlib'
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
  type: 'image/jpeg' | 'image/png' | 'image/webp',
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

/** EXIF of a phone that was held upright: orientation 6, a made-up place in GPS, and a word to look for. */
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
  return Buffer.concat([
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
}

/** The JPEG with that EXIF, behind its first two bytes. */
function jpegOfPhone(jpeg: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), phoneExif()])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** The PNG with that EXIF, behind its head of 33 bytes. */
export function pngOfPhone({ bytes, ...file }: DroppedFile): DroppedFile {
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), phoneExif()])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return { ...file, bytes: Buffer.concat([bytes.subarray(0, 33), length, body, sum, bytes.subarray(33)]) }
}

/** The phone's model in {@link phonePhoto}: nothing of it may be left in what is kept. */
export const exifWord = 'MADE-UP PHONE 417'

/**
 * A photo as a phone takes it, of 12 million pixels unless it is sent smaller: lying on its side, with EXIF that says so
 * and where it was taken. Upright, its upper left quarter is red.
 */
export async function phonePhoto(page: Page, name: string, seed = 0, width = 4000): Promise<DroppedFile> {
  const drawing = async ([first, wide]: readonly [number, number]): Promise<string> => {
    const canvas = new OffscreenCanvas(wide, wide * 0.75)
    const context = canvas.getContext('2d')
    if (context === null) return ''
    context.scale(wide / 4000, wide / 4000)
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
  }
  const drawn = Buffer.from(await page.evaluate(drawing, [seed, width] as const), 'base64')
  return { name, type: 'image/jpeg', bytes: jpegOfPhone(drawn) }
}
