import type { HeifDecoderModule } from 'libheif-js/libheif-wasm/libheif-bundle.mjs'

/** More than a phone's camera has. */
const mostPixels = 50_000_000
/** What the decoder may take for one picture: its planes, and four bytes for each of its pixels, twice. */
const mostMemory = 640_000_000

/** The main picture of a HEIC, upright, four bytes a pixel; null where it cannot be decoded or is too large. */
export async function decodedHeic(
  decoder: HeifDecoderModule,
  bytes: Uint8Array,
): Promise<{
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray<ArrayBuffer>
} | null> {
  limit(decoder)
  const images = new decoder.HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (image === undefined) return null
  const [width, height] = [image.get_width(), image.get_height()]
  if (!(width > 0 && height > 0 && width * height <= mostPixels)) return null
  const data = new Uint8ClampedArray(width * height * 4)
  return await new Promise((resolve) => {
    image.display({ data, width, height }, (shown) =>
      resolve(shown === null ? null : { width, height, data }),
    )
  })
}

/** Writes the limits that libheif reads before it takes memory: `heif_security_limits` in its heif_security.h. */
function limit(decoder: HeifDecoderModule): void {
  const limits = new DataView(decoder.HEAPU8.buffer, decoder._heif_get_global_security_limits())
  limits.setBigUint64(8, BigInt(mostPixels), true)
  limits.setBigUint64(40, BigInt(mostMemory), true)
  limits.setBigUint64(64, BigInt(mostMemory), true)
}
