import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { icnsTypes, icoSizes, linuxSizes } from './icon-files.ts'
import { projectRoot } from './project-root.ts'

const folder = join(projectRoot, 'packaging')
const ico = readFileSync(join(folder, 'icon.ico'))
const icns = readFileSync(join(folder, 'icon.icns'))

/** Width and height in a PNG's head. */
function pngSize(png: Buffer): readonly [number, number] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

/** The images of a Windows icon, by the width that its directory tells. */
function icoImages(file: Buffer): ReadonlyMap<number, Buffer> {
  const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = 6 + index * 16
    const offset = file.readUInt32LE(at + 12)
    const image = file.subarray(offset, offset + file.readUInt32LE(at + 8))
    return [file.readUInt8(at) === 0 ? 256 : file.readUInt8(at), image] as const
  })
  return new Map(entries)
}

/** The parts of a macOS icon, in their order. */
function icnsParts(file: Buffer): readonly { readonly type: string; readonly data: Buffer }[] {
  const parts: { type: string; data: Buffer }[] = []
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    const end = at + file.readUInt32BE(at + 4)
    parts.push({ type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, end) })
  }
  return parts
}

/** Blue, green, red, alpha of a pixel of a bitmap, counted from its lower left. */
function pixel(image: Buffer, size: number, column: number, row: number): readonly number[] {
  return [...image.subarray(40 + (row * size + column) * 4).subarray(0, 4)]
}

describe('the icon for Windows', () => {
  const images = icoImages(ico)

  it('has every size that Windows shows, bitmaps up to a PNG of 256 pixels', () => {
    expect([...images.keys()]).toEqual([...icoSizes])
    for (const [size, image] of images) {
      if (size === 256) expect(pngSize(image)).toEqual([256, 256])
      else
        expect([image.readInt32LE(4), image.readInt32LE(8), image.readUInt16LE(14)]).toEqual([
          size,
          size * 2,
          32,
        ])
    }
  })

  it('is the mark on nothing', () => {
    const image = images.get(48) ?? Buffer.alloc(0)
    expect(image).toHaveLength(40 + 48 * 48 * 4 + 48 * 8)
    expect(pixel(image, 48, 0, 0)).toEqual([0, 0, 0, 0])
    // #0b5a87, left of the box.
    expect(pixel(image, 48, 4, 24)).toEqual([0x87, 0x5a, 0x0b, 0xff])
  })
})

describe('the icon for macOS', () => {
  it('has every part, each of the size that its name means', () => {
    expect(icns.toString('latin1', 0, 4)).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const parts = icnsParts(icns).map(({ type, data }) => ({ type, size: pngSize(data)[0] }))
    expect(parts).toEqual([...icnsTypes])
  })
})

describe('the icons for Linux', () => {
  it('are named by their size', () => {
    const names = readdirSync(join(folder, 'icons'))
    expect(names.toSorted()).toEqual(linuxSizes.map((size) => `${size}x${size}.png`).toSorted())
    for (const size of linuxSizes) {
      expect(pngSize(readFileSync(join(folder, 'icons', `${size}x${size}.png`)))).toEqual([size, size])
    }
  })
})
