import type { Draft } from '#shared/domain/draft.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** How long main's sealed copy may lag behind what was typed. */
const copyDelayMs = 2000

/** Updates main's sealed copy of each draft within seconds. At most one request is in flight. */
export interface DraftCopies {
  /** Sends the newest version within {@link copyDelayMs}; continuous typing does not delay it further. */
  schedule(draft: Draft): void
  /** Sends this version now. */
  keepNow(draft: Draft): Promise<Result<null, Failure>>
  /** Sends what is scheduled now, since the window may be about to close. */
  flush(): Promise<void>
  /** Drops a draft's scheduled copy and waits for those already asked for, so that nothing arrives later. */
  settle(id: string): Promise<void>
  /** Drops what is scheduled and sends nothing more: from here on, main's session may be another officer's. */
  close(): void
}

/** Creates the scheduler of main's copies. */
export function createDraftCopies(): DraftCopies {
  const scheduled = new Map<string, { draft: Draft; readonly timer: ReturnType<typeof setTimeout> }>()
  const inTurn = oneAtATime()
  let isClosed = false

  const keepNow = (draft: Draft): Promise<Result<null, Failure>> =>
    inTurn(() =>
      isClosed ? Promise.resolve(err({ type: 'signed-out' })) : askMain('drafts:keep-copy', draft),
    )
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
      await inTurn(() => Promise.resolve())
    },
    close() {
      isClosed = true
      for (const id of [...scheduled.keys()]) unschedule(id)
    },
  }
}
