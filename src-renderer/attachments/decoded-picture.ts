import type { AttachmentKind } from '#shared/domain/attachment.ts'

/**
 * What is made of a decoded picture; null if Chromium cannot decode it. The bytes stay in this page's memory: the browser
 * may write a large Blob to its profile unencrypted.
 */
export async function ofPicture<T>(
  data: Uint8Array<ArrayBuffer>,
  kind: Exclude<AttachmentKind, 'pdf'>,
  make: (image: VideoFrame) => T | Promise<T>,
): Promise<T | null> {
  const decoder = new ImageDecoder({ data, type: `image/${kind}` })
  try {
    const { image } = await decoder.decode()
    const made = await make(image)
    image.close()
    return made
  } catch {
    return null
  } finally {
    decoder.close()
  }
}
