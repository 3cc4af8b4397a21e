import { shallowRef } from 'vue'
import type { AttachmentField, AttachmentFile, AttachmentList } from '#shared/domain/attachment.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** What an officer does with a file of a draft. */
export interface FileActs {
  readonly replace: (file: AttachmentFile) => void
  readonly remove: (file: AttachmentFile) => void
  readonly move: (file: AttachmentFile, to: AttachmentField | null) => void
}

export type Attachments = ReturnType<typeof useAttachments>

/** The files of one claim. */
export function useAttachments(claimId: string) {
  const list = shallowRef<AttachmentList>({ files: [], unreadable: 0 })
  const failure = shallowRef<Failure | null>(null)

  async function read(): Promise<void> {
    const answer = await askMain('attachments:list', { claimId })
    if (answer.ok) list.value = answer.value
    // Main does not know a new draft until something is typed, so it has no files yet.
    else if (answer.error.type !== 'unknown-entry') failure.value = answer.error
  }
  /** Stores the failure of an answer, if any. @returns whether main succeeded. */
  function noted<T>(answer: Result<T, Failure>): answer is { readonly ok: true; readonly value: T } {
    failure.value = answer.ok ? null : answer.error
    return answer.ok
  }
  async function put({ id }: AttachmentFile, field: AttachmentField | null): Promise<boolean> {
    return noted(await askMain('attachments:change', { id, field }))
  }

  return {
    list,
    failure,
    read,
    noted,
    /** Puts a file into a slot, or none; a file that is in this slot takes the other's place. */
    async move(file: AttachmentFile, field: AttachmentField | null): Promise<boolean> {
      const other = list.value.files.find(({ id, field: has }) => id !== file.id && has === field)
      const isSwapped = field !== null && other !== undefined && file.field !== null
      const isMoved = await put(file, field)
      const isDone = isMoved && (!isSwapped || (await put(other, file.field)))
      if (isMoved) await read()
      return isDone
    },
    async remove({ id }: AttachmentFile): Promise<boolean> {
      const isDone = noted(await askMain('attachments:remove', { id }))
      await read()
      return isDone
    },
  }
}
