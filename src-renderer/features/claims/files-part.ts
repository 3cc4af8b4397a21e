import type { AttachmentFile } from '#shared/domain/attachment.ts'
import type { Place } from '#renderer/features/attachments/useAddedFiles.ts'

/** What the form asks of its files. */
export interface FilesPart {
  readonly add: (files: readonly File[], place: Place) => Promise<readonly AttachmentFile[]>
  /** A kept file was dropped somewhere in the form. */
  readonly drop: (id: string, place: Place) => void
  readonly isAdding: () => boolean
  readonly settled: () => Promise<void>
  readonly files: () => readonly AttachmentFile[]
}
