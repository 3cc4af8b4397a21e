import { startWorker } from '../own-workers.ts'
import type { PhotoAnswer, PhotoQuestion } from './photo-messages.ts'

export type { PhotoAnswer } from './photo-messages.ts'

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
