import { setTimeout as wait } from 'node:timers/promises'

/** The server's pending work: postponed commits and delayed responses. None of it outlives the server. */
export class LateWork {
  readonly #pending = new Map<NodeJS.Timeout, () => void>()
  readonly #closing = new AbortController()

  /** Does the work after that time, or when the server closes, whichever is first. */
  later(work: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#pending.delete(timer)
      work()
    }, ms)
    this.#pending.set(timer, work)
  }

  /** @throws an AbortError when the server closes meanwhile. */
  async sleep(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#closing.signal })
  }

  /** Resolves once the promise is settled. @throws an AbortError when the server closes meanwhile. */
  async hold(until: Promise<unknown>): Promise<void> {
    const { signal } = this.#closing
    signal.throwIfAborted()
    const { promise: closed, reject } = Promise.withResolvers<never>()
    const close = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', close)
    await Promise.race([until, closed]).finally(() => signal.removeEventListener('abort', close))
  }

  /** Does all postponed work now, and wakes all sleeping calls. */
  finish(): void {
    this.#closing.abort()
    const works = [...this.#pending]
    this.#pending.clear()
    for (const [timer, work] of works) {
      clearTimeout(timer)
      work()
    }
  }
}
