import { startWorker } from '../own-workers.ts'

/** Photos that are drawn again: one, or several on one sheet, each in its place. */
export type PhotoQuestion = readonly Blob[]

export type PhotoAnswer =
  /** Not a picture that Chromium draws. */
  | { readonly type: 'as-it-is' }
  /** Upright, within the size, and without anything but the picture. */
  | { readonly type: 'drawn'; readonly kind: 'jpeg' | 'png'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** It cannot be decoded, or has too many pixels. */
  | { readonly type: 'undecodable' }
  | { readonly type: 'broken-off' }

/**
 * Draws a photo again, smaller where it is large, or several as one picture, in a worker of its own, whose memory ends
 * with it. Other files are answered as they are.
 */
export async function smallerPhoto(...photos: PhotoQuestion): Promise<PhotoAnswer> {
  const worker = startWorker('photos')
  try {
    return await new Promise<PhotoAnswer>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<PhotoAnswer>) => resolve(data))
      // It ran out of memory, or could not be started.
      worker.addEventListener('error', () => resolve({ type: 'undecodable' }))
      worker.postMessage(photos)
    })
  } finally {
    worker.terminate()
  }
}
