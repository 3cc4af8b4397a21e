import { attachmentFields, type AttachmentField, type AttachmentFile } from '#shared/domain/attachment.ts'
import { fileSize } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** The slot of a name; null for the empty one. */
export function fieldOf(name: string): AttachmentField | null {
  return attachmentFields.find((field) => field === name) ?? null
}

/** The size in words: `0.3 MB`, or `4.2 MB → 0.3 MB` of a photo that was made smaller. */
export function sizeText({ size, originalSize }: Pick<AttachmentFile, 'size' | 'originalSize'>): string {
  const to = fileSize(size)
  const from = originalSize === null || originalSize < size ? to : fileSize(originalSize)
  return from === to ? to : t('attachments.made-smaller', { from, to })
}

/** Kind and size in one line, such as `JPEG picture, 2.1 MB`. */
export function kindAndSize(file: Pick<AttachmentFile, 'kind' | 'size' | 'originalSize'>): string {
  const kind = t(`attachments.kinds.${file.kind}`)
  return t('attachments.kind-and-size', { kind, size: sizeText(file) })
}
