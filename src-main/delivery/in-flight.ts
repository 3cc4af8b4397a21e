type Work<T> = (signal: AbortSignal) => Promise<T>

/**
 * What is under way at the API: either one question, or attempts side by side. A question may be cut off without harm;
 * an attempt that is cut off becomes unconfirmed.
 */
export class InFlight {
  #question: AbortController | null = null
  readonly #attempts = new Map<AbortController, Promise<void>>()
  #broken: { readonly thrown: unknown } | null = null

  /** How many attempts are open. */
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

  /** Starts an attempt and does not wait for it. @param ended called when it is none any more, whatever came of it. */
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

  /** @throws what an attempt threw: a bug must not pass for an answer that never came. */
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
