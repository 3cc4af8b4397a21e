import { attachmentFields, type AttachmentField, type AttachmentFile } from '#shared/domain/attachment.ts'
import { fileSize } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

/** The options for what a file shows; the empty value means none of the claim's link fields. */
export function fieldChoices(): readonly { readonly value: string; readonly label: string }[] {
  return [
    { value: '', label: t('attachments.shows-other') },
    ...attachmentFields.map((value) => ({ value, label: t(`outbox.fields.${value}`) })),
  ]
}

/** The field for a selected option; null for the empty one. */
export function fieldOf(value: string): AttachmentField | null {
  return attachmentFields.find((field) => field === value) ?? null
}

/** Kind and size in one line, such as `JPEG picture, 2.1 MB`. */
export function kindAndSize({ kind, size }: Pick<AttachmentFile, 'kind' | 'size'>): string {
  return t('attachments.kind-and-size', { kind: t(`attachments.kinds.${kind}`), size: fileSize(size) })
}
