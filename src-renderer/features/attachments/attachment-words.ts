import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'

/** The slot of a name; null for the empty one. */
export function fieldOf(name: string): AttachmentField | null {
  return attachmentFields.find((field) => field === name) ?? null
}
