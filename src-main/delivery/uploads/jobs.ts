type Work = (signal: AbortSignal) => Promise<() => void>

/**
 * What is under way at file stores, side by side. What a piece of work returns is run by `takeEnds`, unless it was cut
 * off: no consequences are drawn between the turns of the loop.
 */
export class Jobs {
  readonly #ended: () => void
  readonly #running = new Map<
    string,
    { readonly controller: AbortController; readonly done: Promise<void> }
  >()
  #ends: (() => void)[] = []
  #broken: { readonly thrown: unknown } | null = null

  /** @param ended called whenever something ended */
  constructor(ended: () => void) {
    this.#ended = ended
  }

  has(name: string): boolean {
    return this.#running.has(name)
  }

  /** How many of one kind are under way: their names begin so. */
  count(kind: string): number {
    return [...this.#running.keys()].filter((name) => name.startsWith(kind)).length
  }

  start(name: string, work: Work): void {
    const controller = new AbortController()
    const run = async (): Promise<void> => {
      try {
        const end = await work(controller.signal)
        if (!controller.signal.aborted) this.#ends.push(end)
      } catch (thrown) {
        this.#broken ??= { thrown }
      } finally {
        this.#running.delete(name)
        this.#ended()
      }
    }
    const done = Promise.resolve().then(run)
    this.#running.set(name, { controller, done })
  }

  /** @throws what a piece of work threw: a bug must not look like a store that does not answer. */
  takeEnds(): void {
    if (this.#broken !== null) throw this.#broken.thrown
    for (let end = this.#ends.shift(); end !== undefined; end = this.#ends.shift()) end()
  }

  /** Ends what is under way, all of it or what its name says; what it would have led to does not happen. */
  cutOff(kind = ''): void {
    for (const [name, { controller }] of this.#running) if (name.startsWith(kind)) controller.abort()
    if (kind === '') this.#ends = []
  }

  /** Resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }
}
