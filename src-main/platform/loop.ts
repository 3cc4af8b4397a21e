import type { Clock } from './clock.ts'
import { storageFailureOf, type StorageFailure } from './sqlite.ts'

/** From what the disk refused to the next try. */
export const storageRetryMs = 15_000

/** @returns when something is due next (monotonic): what was due before this turn was begun in it, or waits for an event. */
type Turn = () => Iterable<number> | Promise<Iterable<number>>

/** What a piece of work leads to; nothing where it was cut off. */
type End = () => void
type Work = (signal: AbortSignal) => Promise<End>

/**
 * Turns, one after the other, and work side by side to which they lead. Between two turns the loop sleeps until something
 * is due, some work ended, or it is woken. What ended is applied at the beginning of a turn, and never between two.
 */
export class Loop {
  readonly #clock: Clock
  readonly #onDiskFailure: (failure: StorageFailure) => void
  readonly #underWay = new Map<
    string,
    { readonly controller: AbortController; readonly over: Promise<void> }
  >()
  #ends: End[] = []
  #broken: { readonly thrown: unknown } | null = null
  #isStopping = false
  #isWoken = false
  #wake: () => void = () => undefined

  /** @param onDiskFailure a turn could not read a row: it is tried again after a while, and the loop goes on */
  constructor(clock: Clock, onDiskFailure: (failure: StorageFailure) => void) {
    this.#clock = clock
    this.#onDiskFailure = onDiskFailure
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Runs until it is stopped. @throws bugs only. */
  async run(turn: Turn): Promise<void> {
    while (!this.#isStopping) await this.#sleep(await this.#take(turn))
  }

  /** No turn begins any more; what is under way goes on. */
  stop(): void {
    this.#isStopping = true
    this.wakeUp()
  }

  /** Begins the next turn as soon as possible. */
  wakeUp(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Begins work under a name, which is free again once a turn applied its end. */
  start(name: string, work: Work): void {
    const controller = new AbortController()
    const run = async (): Promise<void> => {
      try {
        const end = await work(controller.signal)
        this.#ended(() => {
          this.#underWay.delete(name)
          if (!controller.signal.aborted) end()
        })
      } catch (thrown) {
        this.#broken ??= { thrown }
        this.#ended(() => this.#underWay.delete(name))
      }
    }
    this.#underWay.set(name, { controller, over: run() })
  }

  /** Something that was not begun here ended. */
  bring(end: End): void {
    this.#ended(end)
  }

  has(name: string): boolean {
    return this.#underWay.has(name)
  }

  /** How much of one kind is under way: the names begin so. */
  count(kind: string): number {
    return this.#ofKind(kind).length
  }

  /** Aborts what is under way, all of it or one kind. */
  cutOff(kind = '', reason?: string): void {
    for (const { controller } of this.#ofKind(kind)) controller.abort(reason)
  }

  /** Resolves when what is under way now, of that kind, has ended. */
  async ended(kind = ''): Promise<void> {
    await Promise.all(this.#ofKind(kind).map(({ over }) => over))
  }

  /** @throws what a piece of work threw, once: a bug must not look like an answer that was lost. */
  rethrow(): void {
    const broken = this.#broken
    this.#broken = null
    if (broken !== null) throw broken.thrown
  }

  /** @returns how long to sleep, in ms; null until an event. */
  async #take(turn: Turn): Promise<number | null> {
    // Whatever becomes due after this moment is not slept past.
    const sinceMs = this.#clock.monotonicMs()
    try {
      this.rethrow()
      for (let end = this.#ends.shift(); end !== undefined; end = this.#ends.shift()) end()
      let soonestMs = Infinity
      for (const atMs of await turn()) if (atMs > sinceMs) soonestMs = Math.min(soonestMs, atMs)
      return soonestMs === Infinity ? null : soonestMs - sinceMs
    } catch (thrown) {
      const failure = storageFailureOf(thrown)
      if (failure === null) throw thrown
      this.#onDiskFailure(failure)
      return storageRetryMs
    }
  }

  async #sleep(forMs: number | null): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        const cancel = forMs === null ? () => undefined : this.#clock.after(forMs, resolve)
        this.#wake = () => {
          cancel()
          resolve()
        }
      })
    }
    this.#isWoken = false
    this.#wake = () => undefined
  }

  // What ends at the same time is applied in one turn, and shares a commit.
  #ended(end: End): void {
    this.#ends.push(end)
    this.#clock.soon(() => this.wakeUp())
  }

  #ofKind(kind: string) {
    return [...this.#underWay].flatMap(([name, work]) => (name.startsWith(kind) ? [work] : []))
  }
}
