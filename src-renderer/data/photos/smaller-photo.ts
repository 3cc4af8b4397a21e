import { bytesForKind, detectKind } from '#shared/domain/file-kind.ts'
import { startWorker } from '../own-workers.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A photo and its use: a page of a PDF is always a JPEG, and is smaller when there are many. */
export interface PhotoQuestion {
  readonly photo: Blob | Bytes
  readonly purpose: 'alone' | 'a-page' | 'one-of-many'
}

export type PhotoAnswer =
  /** Not a picture that Chromium draws. */
  | { readonly type: 'as-it-is' }
  /** Upright, within the size, and without anything but the picture. */
  | {
      readonly type: 'drawn'
      readonly kind: 'jpeg' | 'png'
      readonly bytes: Bytes
      /** The file ends early, and much of the picture is missing. */
      readonly isPartial?: boolean
    }
  /** It cannot be decoded, or has too many pixels. */
  | { readonly type: 'undecodable' }
  /** The same of a photo as iPhones take it. */
  | { readonly type: 'heic' }
  | { readonly type: 'broken-off' }

/** A HEIC of 48 million pixels takes some five seconds on an old computer. */
const heicMs = 20_000

/**
 * Draws a photo again, smaller where it is large, in a worker of its own, whose memory ends with it; a HEIC is decoded
 * before, in another one. Other files are answered as they are.
 */
export async function smallerPhoto(
  photo: Blob | Bytes,
  purpose: PhotoQuestion['purpose'],
): Promise<PhotoAnswer> {
  if (!(await isHeic(photo))) return await asked('photos', { photo, purpose })
  const decoded = await asked('heic', { photo, purpose }, heicMs)
  if (decoded.type === 'broken-off') return decoded
  return decoded.type === 'drawn'
    ? await asked('photos', { photo: decoded.bytes, purpose })
    : { type: 'heic' }
}

async function isHeic(photo: Blob | Bytes): Promise<boolean> {
  const first = photo.slice(0, bytesForKind)
  // A file that cannot be read fails in the worker, which answers so.
  const bytes = first instanceof Blob ? await first.arrayBuffer().catch(() => new ArrayBuffer()) : first
  return detectKind(new Uint8Array(bytes)) === 'heic'
}

async function asked(
  name: 'photos' | 'heic',
  question: PhotoQuestion,
  mostMs?: number,
): Promise<PhotoAnswer> {
  const worker = startWorker(name)
  const answered = Promise.withResolvers<PhotoAnswer>()
  const fail = (): void => answered.resolve({ type: 'undecodable' })
  const timer = mostMs === undefined ? undefined : setTimeout(fail, mostMs)
  try {
    worker.addEventListener('message', ({ data }: MessageEvent<PhotoAnswer>) => answered.resolve(data))
    // It ran out of memory, or could not be started.
    worker.addEventListener('error', fail)
    worker.postMessage(question)
    return await answered.promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
