import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** How far main's sealed copy may be behind what was typed. */
const copyDelayMs = 2000

/** Keeps main's sealed copy of each draft a few seconds behind. One request per draft is on its way at a time. */
export interface DraftCopies {
  /** Sends the newest version within {@link copyDelayMs}; steady typing does not put it off. */
  schedule(draft: Draft): void
  /** Sends this version now. */
  keepNow(draft: Draft): Promise<Result<null, Failure>>
  /** Sends what is scheduled now: the window may be about to go. */
  flush(): Promise<void>
  /** Drops what is scheduled for a draft and waits for what is on its way, so that nothing of it arrives later. */
  settle(id: string): Promise<void>
}

/** The copies that main keeps. */
export function createDraftCopies(): DraftCopies {
  const scheduled = new Map<string, { draft: Draft; readonly timer: ReturnType<typeof setTimeout> }>()
  const onTheWay = new Map<string, Promise<unknown>>()

  const keepNow = (draft: Draft): Promise<Result<null, Failure>> => {
    const previous = onTheWay.get(draft.id) ?? Promise.resolve()
    const request = previous.then(() => askMain('drafts:keep-copy', draft))
    onTheWay.set(draft.id, request)
    return request.finally(() => {
      if (onTheWay.get(draft.id) === request) onTheWay.delete(draft.id)
    })
  }
  const unschedule = (id: string): Draft | null => {
    const entry = scheduled.get(id)
    if (entry === undefined) return null
    clearTimeout(entry.timer)
    scheduled.delete(id)
    return entry.draft
  }
  const send = async (id: string): Promise<void> => {
    const draft = unschedule(id)
    if (draft !== null) await keepNow(draft)
  }

  return {
    keepNow,
    schedule(draft) {
      const waiting = scheduled.get(draft.id)
      if (waiting !== undefined) waiting.draft = draft
      else scheduled.set(draft.id, { draft, timer: setTimeout(() => void send(draft.id), copyDelayMs) })
    },
    async flush() {
      await Promise.all([...scheduled.keys()].map(send))
    },
    async settle(id) {
      unschedule(id)
      await onTheWay.get(id)
    },
  }
}
