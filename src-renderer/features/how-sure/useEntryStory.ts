import { shallowRef, watch, type ShallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

export interface EntryStory {
  readonly entry: EntrySummary
  readonly lines: readonly HistoryLine[]
}

/** An entry with its history, read anew whenever the entry changes or the officer looked for it. */
export function useEntryStory(id: () => string): {
  readonly story: Readonly<ShallowRef<EntryStory | null>>
  readonly failure: Readonly<ShallowRef<Failure | null>>
  readonly read: () => Promise<void>
} {
  const outbox = useOutbox()
  const story = shallowRef<EntryStory | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let latest = 0

  async function read(): Promise<void> {
    latest += 1
    const mine = latest
    const [detail, history] = await Promise.all([
      outbox.detail(id()),
      askMain('outbox:history', { id: id() }),
    ])
    if (mine !== latest) return
    const failed = detail.ok ? (history.ok ? null : history.error) : detail.error
    failure.value = failed
    story.value = detail.ok && history.ok ? { entry: detail.value, lines: history.value } : null
  }
  watch([id, () => outbox.byId.get(id())], () => void read(), { immediate: true })
  return { story, failure, read }
}
