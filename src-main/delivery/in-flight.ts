type Work<T> = (signal: AbortSignal) => Promise<T>

/**
 * What is in flight at the API: either one read-only request, or parallel attempts. A read-only request can be aborted
 * without harm; an aborted attempt becomes unconfirmed.
 */
export class InFlight {
  #question: AbortController | null = null
  readonly #attempts = new Map<AbortController, Promise<void>>()
  #broken: { readonly thrown: unknown } | null = null

  /** The number of open attempts. */
  get attempts(): number {
    return this.#attempts.size
  }

  get isIdle(): boolean {
    return this.#question === null && this.#attempts.size === 0
  }

  async ask<T>(work: Work<T>): Promise<T> {
    const controller = new AbortController()
    this.#question = controller
    try {
      return await work(controller.signal)
    } finally {
      this.#question = null
    }
  }

  /** Starts an attempt without waiting for it. @param ended called when it has ended, whatever its outcome. */
  begin(work: Work<void>, ended: () => void): void {
    const controller = new AbortController()
    const attempt = work(controller.signal)
      .catch((thrown: unknown) => {
        this.#broken ??= { thrown }
      })
      .then(() => {
        this.#attempts.delete(controller)
        ended()
      })
    this.#attempts.set(controller, attempt)
  }

  /** @throws what an attempt threw: a bug must not look like a lost answer. */
  rethrow(): void {
    if (this.#broken !== null) throw this.#broken.thrown
  }

  /** Resolves when every attempt that is open now has ended. */
  async attemptsEnded(): Promise<void> {
    await Promise.all(this.#attempts.values())
  }

  cutOffQuestion(reason: 'stopped'): void {
    this.#question?.abort(reason)
  }

  cutOffAll(reason: 'stopped' | 'suspended'): void {
    this.#question?.abort(reason)
    for (const controller of this.#attempts.keys()) controller.abort(reason)
  }
}
