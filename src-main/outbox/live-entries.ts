import type { EntryStateName } from '#shared/outbox/entry.ts'
import { isSettled } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from './entry-codec.ts'

/**
 * Entries that are not settled, opened once, in the order of acceptance. They are indexed by state, so that a queue of
 * thousands costs no more per claim than one of ten.
 */
export class LiveEntries {
  readonly #all = new Map<string, KeptEntry>()
  readonly #byState = new Map<EntryStateName, Map<string, KeptEntry>>()
  /** The entries as they were before the current group of changes; null outside a group. */
  #before: Map<string, KeptEntry | null> | null = null

  get(id: string): KeptEntry | undefined {
    return this.#all.get(id)
  }

  all(): Iterable<KeptEntry> {
    return this.#all.values()
  }

  /** In no particular order. */
  inState(name: EntryStateName): Iterable<KeptEntry> {
    return this.#byState.get(name)?.values() ?? []
  }

  /** Stores an entry's current state; a settled entry is removed. */
  put(entry: KeptEntry): void {
    this.#note(entry.id)
    if (isSettled(entry.state)) this.#delete(entry.id)
    else this.#set(entry)
  }

  delete(id: string): void {
    this.#note(id)
    this.#delete(id)
  }

  /** Restores the order of acceptance after entries came back, because entries of one policy are sent in order. */
  sort(): void {
    const inOrder = [...this.#all.values()].sort((a, b) => a.seq - b.seq)
    this.#all.clear()
    for (const entry of inOrder) this.#all.set(entry.id, entry)
  }

  /** Runs a group of changes, and rolls them back if `work` throws or `isKept` rejects its result. */
  inGroup<T>(work: () => T, isKept: (result: T) => boolean): T {
    const before = new Map<string, KeptEntry | null>()
    this.#before = before
    let kept = false
    try {
      const result = work()
      kept = isKept(result)
      return result
    } finally {
      this.#before = null
      if (!kept) this.#takeBack(before)
    }
  }

  #note(id: string): void {
    if (this.#before !== null && !this.#before.has(id)) this.#before.set(id, this.#all.get(id) ?? null)
  }

  #takeBack(before: ReadonlyMap<string, KeptEntry | null>): void {
    if (before.size === 0) return
    for (const [id, entry] of before) {
      if (entry === null) this.#delete(id)
      else this.#set(entry)
    }
    this.sort()
  }

  #set(entry: KeptEntry): void {
    const { name } = entry.state
    const known = this.#all.get(entry.id)
    if (known !== undefined && known.state.name !== name)
      this.#byState.get(known.state.name)?.delete(entry.id)
    this.#all.set(entry.id, entry)
    const alike = this.#byState.get(name) ?? new Map<string, KeptEntry>()
    this.#byState.set(name, alike.set(entry.id, entry))
  }

  #delete(id: string): void {
    const known = this.#all.get(id)
    if (known === undefined) return
    this.#all.delete(id)
    this.#byState.get(known.state.name)?.delete(id)
  }
}
