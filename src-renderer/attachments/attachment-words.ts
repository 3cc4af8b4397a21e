import { attachmentFields, type AttachmentField } from '#shared/domain/attachment.ts'
import type { FileUpload } from '#shared/outbox/entry-files.ts'
import type { Refused } from './useAddedFiles.ts'
import type { Tone } from '#shared/claim/say.ts'
import { t } from '#renderer/i18n/index.ts'

/** The slot of a name; null for the empty one. */
export function fieldOf(name: string): AttachmentField | null {
  return attachmentFields.find((field) => field === name) ?? null
}

/** How far a file is on its way to the file store, in a word or two. */
export interface UploadWords {
  readonly tone: Tone
  readonly text: string
}

/**
 * @param isAwaited its claim waits for it
 * @param isHeld nothing is uploaded now
 * @returns null where the file store has nothing to do with it
 */
export function uploadWords(
  upload: FileUpload | undefined,
  isAwaited: boolean,
  isHeld: boolean,
): UploadWords | null {
  if (upload?.isUploaded === true) return { tone: 'success', text: t('files.uploaded') }
  if (!isAwaited) return null
  const { size, sentBytes } = upload ?? { size: 0, sentBytes: 0 }
  return isHeld || sentBytes === 0
    ? { tone: 'neutral', text: t('files.waits') }
    : { tone: 'info', text: t('files.share', { percent: Math.floor((sentBytes / size) * 100) }) }
}

/** Why a file was not added. */
export function refusedText({ name, why }: Refused): string {
  return t(`attachments.refused.${why}`, { name })
}
