import { computed, type ComputedRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { EntryDetail } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

export interface EntryStory {
  readonly entry: EntryDetail
  readonly lines: readonly HistoryLine[]
}

/** An entry with its history, none for null; reloaded whenever the entry changes or the officer checks for it. */
export function useEntryStory(id: () => string | null): {
  readonly story: ComputedRef<EntryStory | null>
  readonly failure: ComputedRef<Failure | null>
  readonly read: () => void
} {
  const outbox = useOutbox()
  const { value, again } = useLiveQuery((): Promise<Result<EntryStory, Failure>> | null => {
    const asked = id()
    if (asked === null) return null
    void outbox.byId.get(asked)
    return storyOf(asked)
  })

  async function storyOf(asked: string): Promise<Result<EntryStory, Failure>> {
    const [detail, history] = await Promise.all([
      askMain('outbox:entry', { id: asked }),
      askMain('outbox:history', { id: asked }),
    ])
    if (!detail.ok) return detail
    return history.ok ? ok({ entry: detail.value, lines: history.value }) : history
  }

  return {
    // Never that of another entry, which is there until this one is read.
    story: computed(() =>
      value.value?.ok === true && value.value.value.entry.id === id() ? value.value.value : null,
    ),
    failure: computed(() => (value.value?.ok === false ? value.value.error : null)),
    read: again,
  }
}
