/**
 * Entries that were refused with 403: either the key is refused, or the insurer's system refuses this entry alone. A
 * request that only reads decides; nothing is sent before. Kept in memory: after a start they are tried again.
 */
export class Doubts {
  readonly #ids = new Set<string>()

  get isAny(): boolean {
    return this.#ids.size > 0
  }

  add(id: string): void {
    this.#ids.add(id)
  }

  /** Which key was refused is not known any more, or it was another key. */
  clear(): void {
    this.#ids.clear()
  }

  /** Takes all that there are. */
  take(): readonly string[] {
    const ids = [...this.#ids]
    this.#ids.clear()
    return ids
  }
}
