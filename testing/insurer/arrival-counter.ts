/** Counts calls as they arrive, and lets tests wait for them. Nothing else of a call is kept. */
export class ArrivalCounter<Name extends string> {
  readonly #counts = new Map<Name, number>()
  #waiting: { name: Name; count: number; resolve: () => void }[] = []

  arrived(name: Name): void {
    const count = this.count(name) + 1
    this.#counts.set(name, count)
    const due = this.#waiting.filter((waiter) => waiter.name === name && waiter.count <= count)
    this.#waiting = this.#waiting.filter((waiter) => !due.includes(waiter))
    for (const waiter of due) waiter.resolve()
  }

  count(name: Name): number {
    return this.#counts.get(name) ?? 0
  }

  /** Resolves once so many calls have arrived since the server started. */
  reached(name: Name, count: number): Promise<void> {
    if (this.count(name) >= count) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ name, count, resolve }))
  }
}
