import { onBeforeUnmount, shallowReactive, watch } from 'vue'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { bytesOf } from './file-parts.ts'
import { thumbnailOf } from './thumbnail.ts'

/** Thumbnails by the files' ids; null for a file that cannot be shown as a picture. */
export type Thumbnails = ReadonlyMap<string, string | null>

/** Creates thumbnails of the kept pictures, one after the other. */
export function useThumbnails(files: () => readonly AttachmentFile[]): Thumbnails {
  const thumbnails = shallowReactive(new Map<string, string | null>())
  const inTurn = oneAtATime()
  let isGone = false

  async function make(file: AttachmentFile): Promise<void> {
    if (isGone || thumbnails.has(file.id) || file.kind === 'pdf') return
    const bytes = await bytesOf(file)
    thumbnails.set(file.id, bytes === null ? null : await thumbnailOf(bytes, file.kind))
  }

  watch(
    files,
    (now) => {
      for (const file of now) {
        if (file.kind === 'pdf' || file.state !== 'kept' || thumbnails.has(file.id)) continue
        void inTurn(() => make(file))
      }
    },
    { immediate: true },
  )
  onBeforeUnmount(() => (isGone = true))
  return thumbnails
}
