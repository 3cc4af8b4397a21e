/** Whoever waits for a moment without an open attempt: none begins as long as there is one of them. */
export class Drain {
  readonly #waiting = new Set<() => void>()

  get isAsked(): boolean {
    return this.#waiting.size > 0
  }

  /** @param goneOn called once this one lets attempts begin again. */
  ask(goneOn: () => void): { readonly still: Promise<void>; goOn(): void } {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const told = (): void => resolve(undefined)
    this.#waiting.add(told)
    return {
      still: promise.then(() => undefined),
      goOn: () => {
        this.#waiting.delete(told)
        told()
        goneOn()
      },
    }
  }

  /** No attempt is open. */
  tell(): void {
    for (const tell of this.#waiting) tell()
  }
}
