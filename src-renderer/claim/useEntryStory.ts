import type { Failure } from '#shared/failure.ts'
import type { EntryDetail } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useAnswer, type Answered } from '#renderer/composables/useAnswer.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

export interface EntryStory {
  readonly entry: EntryDetail
  readonly lines: readonly HistoryLine[]
}

/** An entry with its history, none for null; asked for again whenever the entry changes, and by `again`. */
export function useEntryStory(id: () => string | null): Answered<EntryStory> {
  const outbox = useOutbox()
  return useAnswer(() => {
    const asked = id()
    if (asked === null) return null
    void outbox.byId.get(asked)
    return storyOf(asked)
  }, id)
}

async function storyOf(id: string): Promise<Result<EntryStory, Failure>> {
  const [detail, history] = await Promise.all([
    askMain('outbox:entry', { id }),
    askMain('outbox:history', { id }),
  ])
  if (!detail.ok) return detail
  return history.ok ? ok({ entry: detail.value, lines: history.value }) : history
}
