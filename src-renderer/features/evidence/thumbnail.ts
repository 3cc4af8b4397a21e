/** Longer side of a thumbnail, in pixels of the file: sharp on dense screens too. */
const longestSide = 224

/**
 * A small picture of a picture, as an address of this page's own; null for what Chromium cannot decode. Whoever asks
 * gives the address back by `URL.revokeObjectURL`.
 */
export async function thumbnailOf(picture: Blob): Promise<string | null> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(picture)
  } catch {
    return null
  }
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.85))
  return small === null || context === null ? null : URL.createObjectURL(small)
}
