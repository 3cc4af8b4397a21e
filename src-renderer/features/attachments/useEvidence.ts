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

/** A file that was not kept, and why. */
export interface Refused {
  readonly name: string
  readonly why: AttachmentRefusal
}

/** How far the files that are being added are. */
export interface Adding {
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
}

/** The files of one claim, as its screen works with them. */
export interface Evidence {
  readonly shelf: Readonly<ShallowRef<AttachmentList>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly refused: Readonly<ShallowRef<readonly Refused[]>>
  readonly adding: Readonly<ShallowRef<Adding | null>>
  readonly taken: ComputedRef<ReadonlySet<AttachmentField | null>>
  readonly read: () => Promise<void>
  /** The officer has read what was not kept. */
  readonly dismiss: () => void
  /** Adds one after the other. @param onKept told of each that is kept. */
  add(files: readonly File[], onKept: (file: AttachmentFile) => void): Promise<void>
  /** Whether files are on their way to main. */
  isAdding(): boolean
  /** Waits until what is being added is kept or refused. */
  settled(): Promise<void>
  change(file: AttachmentFile, change: Partial<Pick<AttachmentFile, 'field' | 'link'>>): Promise<boolean>
  remove(file: AttachmentFile): Promise<boolean>
  pack(): Promise<Result<AttachmentExport, Failure>>
}

/** @param ready has main know the draft before its first file comes. */
export function useAttachments(claimId: string, ready: () => Promise<void>): Evidence {
  const shelf = shallowRef<AttachmentList>({ files: [], unreadable: 0 })
  const failure = shallowRef<Failure | null>(null)
  const refused = shallowRef<readonly Refused[]>([])
  const adding = shallowRef<Adding | null>(null)
  const inTurn = oneAtATime()
  let running: Promise<void> = Promise.resolve()
  let onTheWay = 0
  const taken = computed(() => new Set(shelf.value.files.map(({ field }) => field)))

  async function read(): Promise<void> {
    const answer = await askMain('evidence:shelf', { claimId })
    if (answer.ok) shelf.value = answer.value
    // A new draft is not in main before something is typed: it has no files.
    else if (answer.error.type !== 'unknown-entry') failure.value = answer.error
  }

  /** Keeps what main answers: @returns whether it went well. */
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
    if (field !== null) await askMain('evidence:change', { id: kept.id, field, link: null })
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
    shelf,
    failure,
    refused,
    adding,
    taken,
    read,
    dismiss: () => void (refused.value = []),
    add(files, onKept) {
      if (adding.value === null) refused.value = []
      // What is dropped while others are on their way comes after them.
      onTheWay += 1
      running = inTurn(() => addAll(files, onKept)).finally(() => (onTheWay -= 1))
      return running
    },
    isAdding: () => onTheWay > 0,
    settled: () => running,
    async change(file, change) {
      const { id, field, link } = { ...file, ...change }
      // A field of the claim takes one link: whichever file had it before lets go of it.
      const before = shelf.value.files.find((other) => other.id !== id && other.field === field)
      if (field !== null && before !== undefined) {
        await askMain('evidence:change', { id: before.id, field: null, link: before.link })
      }
      const isDone = noted(await askMain('evidence:change', { id, field, link }))
      await read()
      return isDone
    },
    async remove({ id }) {
      const isDone = noted(await askMain('evidence:remove', { id }))
      await read()
      return isDone
    },
    async pack() {
      await ready()
      const answer = await askMain('evidence:export', { claimId })
      noted(answer)
      return answer
    },
  }
}
