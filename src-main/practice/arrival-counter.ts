import type { EndpointName } from './endpoints.ts'

/** Counts the calls that arrived whole, body included, and lets tests wait for them. Nothing else of a call is kept. */
export class ArrivalCounter {
  readonly #counts = new Map<EndpointName, number>()
  #waiting: { endpoint: EndpointName; count: number; resolve: () => void }[] = []

  arrived(endpoint: EndpointName): void {
    const count = this.count(endpoint) + 1
    this.#counts.set(endpoint, count)
    const due = this.#waiting.filter((waiter) => waiter.endpoint === endpoint && waiter.count <= count)
    this.#waiting = this.#waiting.filter((waiter) => !due.includes(waiter))
    for (const waiter of due) waiter.resolve()
  }

  count(endpoint: EndpointName): number {
    return this.#counts.get(endpoint) ?? 0
  }

  /** Resolves once so many calls have arrived since the server started. */
  reached(endpoint: EndpointName, count: number): Promise<void> {
    if (this.count(endpoint) >= count) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ endpoint, count, resolve }))
  }
}
