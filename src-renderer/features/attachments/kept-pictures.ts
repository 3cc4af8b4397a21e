import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { pdfOfPhotos, photosOfPdf } from '#renderer/data/photos/photo-pdf.ts'
import { smallerPhoto } from '#renderer/data/photos/smaller-photo.ts'
import { bytesOf } from './file-parts.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a picture of {@link picturesOf} is. */
export function pictureKind({ kind }: AttachmentFile): Exclude<AttachmentFile['kind'], 'pdf'> {
  return kind === 'pdf' ? 'jpeg' : kind
}

/**
 * The pictures of a kept file, those of a PDF of photos too; none where it cannot be read, or is another PDF.
 *
 * @param asPages all fit into a PDF
 */
export async function picturesOf(file: AttachmentFile, asPages = false): Promise<readonly Bytes[]> {
  if (file.kind === 'pdf' && file.photos === null) return []
  const bytes = await bytesOf(file)
  if (bytes === null) return []
  if (file.kind === 'pdf') return photosOfPdf(bytes)
  if (!asPages || pdfOfPhotos([bytes]) !== null) return [bytes]
  const page = await smallerPhoto(bytes, 'a-page')
  return page.type === 'drawn' ? [page.bytes] : []
}
