import type { Product } from '#shared/domain/product.ts'

/** Officers who wait for a reading of a product's claim list. */
export class ReadingWaiters {
  readonly #waiting = new Map<Product, Set<() => void>>()

  /** Resolves when the list was read, could not be read, or no longer needs to be read. */
  wait(product: Product): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(product) ?? new Set()
      this.#waiting.set(product, waiting.add(resolve))
    })
  }

  release(product: Product): void {
    for (const resolve of this.#waiting.get(product) ?? []) resolve()
    this.#waiting.delete(product)
  }

  releaseAll(): void {
    for (const product of [...this.#waiting.keys()]) this.release(product)
  }
}
