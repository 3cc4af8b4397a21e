import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** How long main's sealed copy may lag behind what was typed. */
const copyDelayMs = 2000

/** Updates main's sealed copy of each draft within seconds. At most one request per draft is in flight. */
export interface DraftCopies {
  /** Sends the newest version within {@link copyDelayMs}; continuous typing does not delay it further. */
  schedule(draft: Draft): void
  /** Sends this version now. */
  keepNow(draft: Draft): Promise<Result<null, Failure>>
  /** Sends what is scheduled now, since the window may be about to close. */
  flush(): Promise<void>
  /** Drops a draft's scheduled copy and waits for the one in flight, so that nothing arrives later. */
  settle(id: string): Promise<void>
  /** Drops what is scheduled and sends nothing more: from here on, main's session may be another officer's. */
  close(): void
}

/** Creates the scheduler of main's copies. */
export function createDraftCopies(): DraftCopies {
  const scheduled = new Map<string, { draft: Draft; readonly timer: ReturnType<typeof setTimeout> }>()
  const onTheWay = new Map<string, Promise<unknown>>()
  let isClosed = false

  const keepNow = async (draft: Draft): Promise<Result<null, Failure>> => {
    if (isClosed) return err({ type: 'signed-out' })
    const previous = onTheWay.get(draft.id) ?? Promise.resolve()
    const request = previous.then(() => askMain('drafts:keep-copy', draft))
    onTheWay.set(draft.id, request)
    return await request.finally(() => {
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
      if (isClosed) return
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
    close() {
      isClosed = true
      for (const id of [...scheduled.keys()]) unschedule(id)
    },
  }
}
