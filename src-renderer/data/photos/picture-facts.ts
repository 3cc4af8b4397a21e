/** What the bytes of a picture say before it is decoded. */
export interface PictureFacts {
  readonly kind: 'jpeg' | 'png' | 'webp'
  /** Width times height; 0 where the bytes do not say. */
  readonly pixels: number
  /** It holds the picture and nothing about where, when and with what it was taken. */
  readonly isBare: boolean
}

/** The facts of a JPEG, PNG or WebP picture; null for anything else. */
export function factsOf(bytes: Uint8Array): PictureFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 16) return null
  if (view.getUint16(0) === 0xffd8) return readable(() => jpegFacts(view), 'jpeg')
  if (view.getUint32(0) === 0x89504e47) return readable(() => pngFacts(view), 'png')
  const isWebp = textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP'
  return isWebp ? readable(() => webpFacts(view), 'webp') : null
}

// One that is cut off is read beyond its end: whether it can be used, only decoding tells.
function readable(read: () => PictureFacts, kind: PictureFacts['kind']): PictureFacts {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof RangeError) return { kind, pixels: 0, isBare: false }
    throw thrown
  }
}

// Marker, length, content; the picture itself follows the marker DA.
function jpegFacts(view: DataView): PictureFacts {
  // Some phones append a film or a second picture behind the end.
  let isBare = view.getUint16(view.byteLength - 2) === 0xffd9
  let pixels = 0
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (marker === 0xffda) return { kind: 'jpeg', pixels, isBare }
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) pixels = view.getUint16(at + 5) * view.getUint16(at + 7)
    const isComment = marker === 0xfffe
    const isApplication = marker >= 0xffe0 && marker <= 0xffef
    // JFIF, Adobe's colours and a colour profile say nothing about the photo.
    const isHarmless =
      marker === 0xffe0 || marker === 0xffee || (marker === 0xffe2 && textAt(view, at + 4) === 'ICC_')
    if (isComment || (isApplication && !isHarmless)) isBare = false
  }
}

const pictureChunks: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT tRNS gAMA cHRM sRGB iCCP pHYs sBIT bKGD'.split(' '),
)

function pngFacts(view: DataView): PictureFacts {
  const pixels = view.getUint32(16) * view.getUint32(20)
  let isBare = true
  let at = 8
  for (; textAt(view, at + 4) !== 'IEND'; at += 12 + view.getUint32(at)) {
    if (!pictureChunks.has(textAt(view, at + 4))) isBare = false
  }
  return { kind: 'png', pixels, isBare: isBare && at + 12 === view.byteLength }
}

function webpFacts(view: DataView): PictureFacts {
  const form = textAt(view, 12)
  const product = (width: number, height: number, isBare = true): PictureFacts => ({
    kind: 'webp',
    pixels: width * height,
    isBare,
  })
  if (form === 'VP8 ') return product(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
  if (form === 'VP8L') {
    const sides = view.getUint32(21, true)
    return product((sides & 0x3fff) + 1, ((sides >> 14) & 0x3fff) + 1)
  }
  // Only the extended form can hold more than the picture.
  const side = (at: number): number => (view.getUint8(at + 2) << 16) + view.getUint16(at, true) + 1
  return product(side(24), side(27), (view.getUint8(20) & 0b1100) === 0)
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}
