import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { bytesOf } from './file-parts.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Most forms never need it. */
export const loadPhotoPdf = () => import('#renderer/data/photos/photo-pdf.ts')
export const loadSmallerPhoto = () => import('#renderer/data/photos/smaller-photo.ts')

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
  if (file.kind === 'pdf') return (await loadPhotoPdf()).photosOfPdf(bytes)
  if (!asPages || (await loadPhotoPdf()).pdfOfPhotos([bytes]) !== null) return [bytes]
  const { smallerPhoto } = await loadSmallerPhoto()
  const page = await smallerPhoto(bytes, 'a-page')
  return page.type === 'drawn' ? [page.bytes] : []
}
