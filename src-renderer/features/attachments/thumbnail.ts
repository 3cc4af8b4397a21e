import type { AttachmentKind } from '#shared/domain/attachment.ts'
import { ofPicture } from './decoded-picture.ts'

/** Longer side of a thumbnail in image pixels: sharp on high-density screens too. */
const longestSide = 224

/** A thumbnail of a picture as a `data:` address; null if Chromium cannot decode it. */
export function thumbnailOf(
  bytes: Uint8Array<ArrayBuffer>,
  kind: Exclude<AttachmentKind, 'pdf'>,
): Promise<string | null> {
  return ofPicture(bytes, kind, draw)
}

function draw(picture: VideoFrame): string | null {
  const { displayWidth, displayHeight } = picture
  const scale = Math.min(1, longestSide / Math.max(displayWidth, displayHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(displayWidth * scale))
  canvas.height = Math.max(1, Math.round(displayHeight * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/webp', 0.85)
}
