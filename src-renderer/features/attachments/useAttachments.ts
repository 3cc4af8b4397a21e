import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type {
  AttachmentExport,
  AttachmentField,
  AttachmentFile,
  AttachmentRefusal,
  AttachmentList,
} from '#shared/domain/attachment.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { sendFile } from './file-parts.ts'
import { guessField } from './guess-field.ts'

/** A file that was refused, and why. */
export interface Refused {
  readonly name: string
  readonly why: AttachmentRefusal
}

/** Progress of the file that is being added. */
export interface Adding {
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
}

/** The files of one claim and the operations of its screen. */
export interface Attachments {
  readonly list: Readonly<ShallowRef<AttachmentList>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly refused: Readonly<ShallowRef<readonly Refused[]>>
  readonly adding: Readonly<ShallowRef<Adding | null>>
  readonly taken: ComputedRef<ReadonlySet<AttachmentField | null>>
  readonly read: () => Promise<void>
  /** Clears the list of refused files once the officer has read it. */
  readonly dismiss: () => void
  /** Adds the files one after the other. @param onKept called for each file that was kept. */
  add(files: readonly File[], onKept: (file: AttachmentFile) => void): Promise<void>
  /** Whether files are being sent to main. */
  isAdding(): boolean
  /** Waits until every file being added was kept or refused. */
  settled(): Promise<void>
  change(file: AttachmentFile, change: Partial<Pick<AttachmentFile, 'field' | 'link'>>): Promise<boolean>
  remove(file: AttachmentFile): Promise<boolean>
  pack(): Promise<Result<AttachmentExport, Failure>>
}

/** @param ready makes sure that main has the draft before its first file. */
export function useAttachments(claimId: string, ready: () => Promise<void>): Attachments {
  const list = shallowRef<AttachmentList>({ files: [], unreadable: 0 })
  const failure = shallowRef<Failure | null>(null)
  const refused = shallowRef<readonly Refused[]>([])
  const adding = shallowRef<Adding | null>(null)
  const inTurn = oneAtATime()
  let onTheWay = 0
  const taken = computed(() => new Set(list.value.files.map(({ field }) => field)))

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

  async function addOne(file: File): Promise<AttachmentFile | null> {
    adding.value = { name: file.name, share: 0 }
    const answer = await sendFile(claimId, file, (share) => (adding.value = { name: file.name, share }))
    if (!noted(answer) || answer.value.type === 'more') return null
    if (answer.value.type === 'refused') {
      refused.value = [...refused.value, { name: file.name, why: answer.value.why }]
      return null
    }
    const kept = answer.value.file
    const field = guessField(kept.name, kept.kind, taken.value)
    if (field !== null) await askMain('attachments:change', { id: kept.id, field, link: null })
    await read()
    return kept
  }

  async function addAll(files: readonly File[], onKept: (file: AttachmentFile) => void): Promise<void> {
    adding.value = { name: files[0]?.name ?? '', share: 0 }
    await ready()
    for (const file of files) {
      const kept = await addOne(file)
      if (kept !== null) onKept(kept)
      if (failure.value !== null) break
    }
    adding.value = null
  }

  return {
    list,
    failure,
    refused,
    adding,
    taken,
    read,
    dismiss: () => void (refused.value = []),
    add(files, onKept) {
      if (adding.value === null) refused.value = []
      // Files dropped while others are being sent queue behind them.
      onTheWay += 1
      return inTurn(() => addAll(files, onKept)).finally(() => (onTheWay -= 1))
    },
    isAdding: () => onTheWay > 0,
    settled: () => inTurn(() => Promise.resolve()),
    async change(file, change) {
      const { id, field, link } = { ...file, ...change }
      // A claim field takes one link, so the file that had this field before loses it.
      const before = list.value.files.find((other) => other.id !== id && other.field === field)
      if (field !== null && before !== undefined) {
        await askMain('attachments:change', { id: before.id, field: null, link: before.link })
      }
      const isDone = noted(await askMain('attachments:change', { id, field, link }))
      await read()
      return isDone
    },
    async remove({ id }) {
      const isDone = noted(await askMain('attachments:remove', { id }))
      await read()
      return isDone
    },
    async pack() {
      await ready()
      const answer = await askMain('attachments:export', { claimId })
      noted(answer)
      return answer
    },
  }
}
