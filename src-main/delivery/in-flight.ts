type Work<T> = (signal: AbortSignal) => Promise<T>

/** A read-only request: whether the API can be reached, the details of a policy, a claim list. */
export type QuestionName = 'probe' | `details/${string}` | `list/${string}`

/**
 * What is in flight at the API, side by side: questions, which can be aborted without harm, and attempts, which become
 * unconfirmed when they are. What questions bring waits for `takeAnswers`.
 */
export class InFlight {
  readonly #ended: () => void
  readonly #questions = new Map<QuestionName, AbortController>()
  readonly #attempts = new Map<AbortController, Promise<void>>()
  #answers: (() => void)[] = []
  #broken: { readonly thrown: unknown } | null = null

  /** @param ended called whenever something ended. */
  constructor(ended: () => void) {
    this.#ended = ended
  }

  /** The number of open attempts. */
  get attempts(): number {
    return this.#attempts.size
  }

  /** Whether the engine asks nothing that would show the connection soon; a list may take very long. */
  get isIdle(): boolean {
    return this.#attempts.size === 0 && ![...this.#questions.keys()].some((name) => !name.startsWith('list/'))
  }

  isAsking(name: QuestionName): boolean {
    return this.#questions.has(name)
  }

  /** How many policies' details are being asked for. */
  get details(): number {
    return [...this.#questions.keys()].filter((name) => name.startsWith('details/')).length
  }

  /** Asks without waiting. @param take called by `takeAnswers`, unless the question was aborted. */
  ask<T>(name: QuestionName, work: Work<T>, take: (answer: T) => void): void {
    const controller = new AbortController()
    this.#questions.set(name, controller)
    const end = (): void => {
      if (this.#questions.get(name) === controller) this.#questions.delete(name)
    }
    work(controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) end()
        else
          this.#answers.push(() => {
            end()
            take(answer)
          })
        this.#ended()
      },
      (thrown: unknown) => {
        end()
        this.#broken ??= { thrown }
        this.#ended()
      },
    )
  }

  /** Something that was not asked for here brought an answer. @param take as for `ask` */
  bring(take: () => void): void {
    this.#answers.push(take)
    this.#ended()
  }

  /** Runs what was brought since, in the order in which it came. */
  takeAnswers(): void {
    for (let take = this.#answers.shift(); take !== undefined; take = this.#answers.shift()) take()
  }

  /** Starts an attempt without waiting for it. */
  begin(work: Work<void>): void {
    const controller = new AbortController()
    const attempt = work(controller.signal)
      .catch((thrown: unknown) => {
        this.#broken ??= { thrown }
      })
      .then(() => {
        this.#attempts.delete(controller)
        this.#ended()
      })
    this.#attempts.set(controller, attempt)
  }

  /** @throws what a request threw: a bug must not look like a lost answer. */
  rethrow(): void {
    if (this.#broken !== null) throw this.#broken.thrown
  }

  /** Resolves when every attempt that is open now has ended. */
  async attemptsEnded(): Promise<void> {
    await Promise.all(this.#attempts.values())
  }

  /** Aborts the questions; their answers count for nothing. */
  cutOffQuestions(reason: 'stopped' | 'suspended'): void {
    for (const controller of this.#questions.values()) controller.abort(reason)
    this.#questions.clear()
    this.#answers = []
  }

  cutOffAll(reason: 'stopped' | 'suspended'): void {
    this.cutOffQuestions(reason)
    for (const controller of this.#attempts.keys()) controller.abort(reason)
  }
}
