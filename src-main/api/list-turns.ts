import type { Product } from '#shared/domain/product.ts'

/**
 * One reading of a product's list at a time, whoever reads: two would share a slow line, and pay for the list twice.
 * In the order in which they were asked for.
 */
export class ListTurns {
  readonly #last = new Map<Product, Promise<void>>()

  /** Runs a reading once those before it are over, however they ended, or at once when its signal is aborted. */
  async take<T>(product: Product, signal: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
    const before = this.#last.get(product)
    const { promise, resolve } = Promise.withResolvers<null>()
    const mine = Promise.all([before, promise]).then(() => undefined)
    this.#last.set(product, mine)
    try {
      if (before !== undefined) await Promise.race([before, aborted(signal)])
      return await read()
    } finally {
      resolve(null)
      if (this.#last.get(product) === mine) this.#last.delete(product)
    }
  }
}

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return
  await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
}
