interface Subscription<T> {
  readonly listener: (value: T) => void
}

/**
 * Something that happens again and again. Its owner emits it, and others subscribe where they use it. A subscriber that
 * does not live as long as the owner must dispose its subscription.
 */
export class Signal<T = void> {
  readonly #subscriptions = new Set<Subscription<T>>()

  /** Calls the listener with every value from now on. @returns a function that ends this. */
  subscribe(listener: (value: T) => void): () => void {
    const subscription = { listener }
    this.#subscriptions.add(subscription)
    return () => void this.#subscriptions.delete(subscription)
  }

  /**
   * Calls all listeners, in the order in which they subscribed. One that throws stops neither the others nor the owner:
   * what was emitted has already happened. Its error is a bug and surfaces as an uncaught exception, as from a timer.
   */
  emit(value: T): void {
    for (const subscription of [...this.#subscriptions]) {
      // An earlier listener may have ended this one.
      if (!this.#subscriptions.has(subscription)) continue
      try {
        subscription.listener(value)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
