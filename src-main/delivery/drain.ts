/** Callers that need a moment without open attempts: no attempt begins while any of them is waiting. */
export class Drain {
  readonly #waiting = new Set<() => void>()

  get isAsked(): boolean {
    return this.#waiting.size > 0
  }

  /** @param goneOn called once this caller lets attempts begin again. */
  ask(goneOn: () => void): { readonly drained: Promise<void>; goOn(): void } {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const release = (): void => resolve(undefined)
    this.#waiting.add(release)
    return {
      drained: promise.then(() => undefined),
      goOn: () => {
        this.#waiting.delete(release)
        release()
        goneOn()
      },
    }
  }

  /** Call when no attempt is open. */
  settle(): void {
    for (const release of this.#waiting) release()
  }
}
