import type { Draft } from '#shared/domain/draft.ts'

/** The drafts of claims that were turned down, as they are now. */
export interface TurnedDownDrafts {
  /** Tells them at once, and again after each change. @returns how to stop. */
  watch(listener: (drafts: readonly Draft[]) => void): () => void
}

/**
 * Follows what is written to the table of drafts: whoever counts these drafts on every screen must not open all rows at
 * each letter that is typed.
 */
export class TurnedDownMemory implements TurnedDownDrafts {
  readonly #drafts = new Map<string, Draft>()
  readonly #listeners = new Set<(drafts: readonly Draft[]) => void>()

  /** What the table holds, as it was just read. */
  read(drafts: readonly Draft[]): void {
    this.#drafts.clear()
    for (const draft of drafts) if (draft.rejection !== null) this.#drafts.set(draft.id, draft)
    this.#tell()
  }

  put(draft: Draft): void {
    if (draft.rejection === null) return
    this.#drafts.set(draft.id, draft)
    this.#tell()
  }

  remove(ids: readonly string[]): void {
    const gone = ids.filter((id) => this.#drafts.delete(id))
    if (gone.length > 0) this.#tell()
  }

  watch(listener: (drafts: readonly Draft[]) => void): () => void {
    this.#listeners.add(listener)
    listener([...this.#drafts.values()])
    return () => void this.#listeners.delete(listener)
  }

  #tell(): void {
    const drafts = [...this.#drafts.values()]
    for (const listener of this.#listeners) listener(drafts)
  }
}
