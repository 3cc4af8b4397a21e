/** A square picture. */
export interface Picture {
  /** Pixels on a side. */
  readonly size: number
  readonly png: Buffer
  /** Red, green, blue, alpha of each pixel, from the top left. */
  readonly rgba: Buffer
}

/** What a Linux desktop looks for, from a list's to a dock's. */
export const linuxSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512] as const
/** What Windows shows at 100 to 400 per cent, from a title bar's to a folder's largest. */
export const icoSizes = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256] as const
/** The parts of an icon for macOS that are PNG files; smaller ones it makes from these. */
export const icnsTypes = [
  { type: 'ic11', size: 32 },
  { type: 'ic12', size: 64 },
  { type: 'ic07', size: 128 },
  { type: 'ic13', size: 256 },
  { type: 'ic08', size: 256 },
  { type: 'ic14', size: 512 },
  { type: 'ic09', size: 512 },
  { type: 'ic10', size: 1024 },
] as const

/** As a bitmap of 32 bits, which every program of Windows reads; from 256 pixels on a PNG, as Windows itself does it. */
function icoImage({ size, png, rgba }: Picture): Buffer {
  if (size >= 256) return png
  const header = Buffer.alloc(40)
  header.writeUInt32LE(40, 0)
  header.writeInt32LE(size, 4)
  // Twice the height: the picture and its mask, one bit a pixel in rows of whole 32 bits.
  header.writeInt32LE(size * 2, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4
      const to = ((size - 1 - row) * size + column) * 4
      pixels.set([rgba[from + 2] ?? 0, rgba[from + 1] ?? 0, rgba[from] ?? 0, rgba[from + 3] ?? 0], to)
    }
  }
  return Buffer.concat([header, pixels, Buffer.alloc(Math.ceil(size / 32) * 4 * size)])
}

/** A Windows icon of these pictures. */
export function icoFile(pictures: readonly Picture[]): Buffer {
  const images = pictures.map(icoImage)
  const directory = Buffer.alloc(6 + pictures.length * 16)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(pictures.length, 4)
  let offset = directory.length
  for (const [index, { size }] of pictures.entries()) {
    const bytes = images[index]?.length ?? 0
    const at = 6 + index * 16
    // 0 stands for 256.
    directory.writeUInt8(size % 256, at)
    directory.writeUInt8(size % 256, at + 1)
    directory.writeUInt16LE(1, at + 4)
    directory.writeUInt16LE(32, at + 6)
    directory.writeUInt32LE(bytes, at + 8)
    directory.writeUInt32LE(offset, at + 12)
    offset += bytes
  }
  return Buffer.concat([directory, ...images])
}

/** A macOS icon; every size of {@link icnsTypes} has to be among the pictures. */
export function icnsFile(pictures: readonly Picture[]): Buffer {
  const parts = icnsTypes.map(({ type, size }) => {
    const png = pictures.find((picture) => picture.size === size)?.png
    if (png === undefined) throw new Error(`There is no picture of ${size} pixels.`)
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32BE(head.length + png.length, 4)
    return Buffer.concat([head, png])
  })
  const whole = Buffer.concat([Buffer.from('icns\0\0\0\0', 'latin1'), ...parts])
  whole.writeUInt32BE(whole.length, 4)
  return whole
}
