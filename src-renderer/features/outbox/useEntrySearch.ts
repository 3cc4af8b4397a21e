import type { ShallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

export interface FoundEntries {
  /** The text that was searched for. */
  readonly text: string
  readonly ids: ReadonlySet<string>
  readonly failure: Failure | null
}

/** The entries that main finds; null while nothing is searched for. The last answer stays until the next one is there. */
export function useEntrySearch(text: () => string): Readonly<ShallowRef<FoundEntries | null>> {
  const outbox = useOutbox()
  return useLiveQuery(() => {
    const asked = text().trim()
    // A new entry, or a claim that was corrected, may match too.
    return asked === '' || outbox.byId.size === 0 ? null : find(asked)
  }).value
}

async function find(text: string): Promise<FoundEntries> {
  const found = await askMain('outbox:search', { text })
  return { text, ids: new Set(found.ok ? found.value : []), failure: found.ok ? null : found.error }
}
