import { onBeforeUnmount, shallowReactive, watch } from 'vue'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ofPicture } from './decoded-picture.ts'
import { pictureKind, picturesOf } from './kept-pictures.ts'

/** Thumbnails by the files' ids; null for a file that cannot be shown as a picture. */
export type Thumbnails = ReadonlyMap<string, string | null>

/** Creates thumbnails of the kept pictures, one after the other. */
export function useThumbnails(files: () => readonly AttachmentFile[]): Thumbnails {
  const thumbnails = shallowReactive(new Map<string, string | null>())
  const inTurn = oneAtATime()
  let isGone = false

  async function make(file: AttachmentFile): Promise<void> {
    if (isGone || thumbnails.has(file.id)) return
    const [first] = await picturesOf(file)
    thumbnails.set(file.id, first === undefined ? null : await ofPicture(first, pictureKind(file), draw))
  }

  watch(
    files,
    (now) => {
      for (const file of now) {
        const isPaper = file.kind === 'pdf' && file.photos === null
        if (isPaper || file.state !== 'kept' || thumbnails.has(file.id)) continue
        void inTurn(() => make(file))
      }
    },
    { immediate: true },
  )
  onBeforeUnmount(() => (isGone = true))
  return thumbnails
}

/** Longer side of a thumbnail in image pixels: sharp on high-density screens too. */
const longestSide = 224

/** As a `data:` address. */
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
