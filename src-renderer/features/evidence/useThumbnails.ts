import { onBeforeUnmount, shallowReactive, watch } from 'vue'
import type { EvidenceFile } from '#shared/domain/evidence.ts'
import { bytesOf } from './file-parts.ts'
import { thumbnailOf } from './thumbnail.ts'

/** Thumbnails by the files' ids; null for a file that cannot be shown as a picture. */
export type Thumbnails = ReadonlyMap<string, string | null>

/** Makes thumbnails of kept pictures, one after the other, and lets go of them with the screen. */
export function useThumbnails(files: () => readonly EvidenceFile[]): {
  readonly thumbnails: Thumbnails
  /** Makes one at once, from bytes that are at hand. */
  readonly make: (id: string, picture: Blob) => Promise<void>
} {
  const thumbnails = shallowReactive(new Map<string, string | null>())
  let last: Promise<unknown> = Promise.resolve()
  let isGone = false

  const isWanted = (id: string): boolean => !isGone && !thumbnails.has(id)

  async function make(id: string, picture: Blob | null): Promise<void> {
    if (!isWanted(id)) return
    const address = picture === null ? null : await thumbnailOf(picture)
    // While it was drawn the screen may have gone, or another have been faster.
    if (!isWanted(id)) {
      if (address !== null) URL.revokeObjectURL(address)
    } else thumbnails.set(id, address)
  }
  async function fetchOne(file: EvidenceFile): Promise<void> {
    if (!isWanted(file.id)) return
    await make(file.id, await bytesOf(file))
  }

  watch(
    files,
    (now) => {
      for (const [id, address] of thumbnails) {
        if (now.some((file) => file.id === id)) continue
        if (address !== null) URL.revokeObjectURL(address)
        thumbnails.delete(id)
      }
      for (const file of now) {
        if (file.kind === 'pdf' || file.state !== 'kept' || thumbnails.has(file.id)) continue
        last = last.then(() => fetchOne(file))
      }
    },
    { immediate: true },
  )
  onBeforeUnmount(() => {
    isGone = true
    for (const address of thumbnails.values()) if (address !== null) URL.revokeObjectURL(address)
  })
  return { thumbnails, make }
}
