import { inject, provide, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import type { AttachmentFile } from '#shared/domain/attachment.ts'

/** The photo that is shown beside the form; null for none. */
export type PhotoBeside = ShallowRef<AttachmentFile | null>

const key: InjectionKey<PhotoBeside> = Symbol('photo-beside')

/** Called by the form. */
export function providePhotoBeside(): PhotoBeside {
  const shown: PhotoBeside = shallowRef(null)
  provide(key, shown)
  return shown
}

/** Null outside of a form: photos are then only seen small. */
export function usePhotoBeside(): PhotoBeside | null {
  return inject(key, null)
}

/** The id of the button that shows a photo beside the form. */
export function faceId(file: Pick<AttachmentFile, 'id'>): string {
  return `face-${file.id}`
}
