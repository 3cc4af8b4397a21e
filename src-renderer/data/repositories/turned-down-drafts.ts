import type { Draft } from '#shared/domain/draft.ts'
import type { Answering } from '#renderer/data/useLiveQuery.ts'

/** The drafts of claims that were turned down, as they are now and after each change. */
export type TurnedDownDrafts = Answering<readonly Draft[]>

/**
 * Tracks what is written to the table of drafts. Every screen counts these drafts, and must not unseal all rows for
 * each letter typed.
 */
export class TurnedDownMemory implements TurnedDownDrafts {
  readonly #drafts = new Map<string, Draft>()
  readonly #observers = new Set<{ readonly next: (drafts: readonly Draft[]) => void }>()

  /** Takes the full content of the table, as it was just read. */
  read(drafts: readonly Draft[]): void {
    this.#drafts.clear()
    for (const draft of drafts) if (draft.rejection !== null) this.#drafts.set(draft.id, draft)
    this.#announce()
  }

  put(draft: Draft): void {
    if (draft.rejection === null) return
    this.#drafts.set(draft.id, draft)
    this.#announce()
  }

  remove(ids: readonly string[]): void {
    const gone = ids.filter((id) => this.#drafts.delete(id))
    if (gone.length > 0) this.#announce()
  }

  subscribe(observer: { readonly next: (drafts: readonly Draft[]) => void }): { unsubscribe(): void } {
    this.#observers.add(observer)
    observer.next([...this.#drafts.values()])
    return { unsubscribe: () => void this.#observers.delete(observer) }
  }

  #announce(): void {
    const drafts = [...this.#drafts.values()]
    for (const { next } of this.#observers) next(drafts)
  }
}
