import { shallowReadonly, shallowRef, toValue, watchEffect, type ShallowRef } from 'vue'

/** A source that answers again after each change, such as a Dexie live query. */
export interface Answering<T> {
  subscribe(observer: { next: (value: T) => void; error: (reason: unknown) => void }): { unsubscribe(): void }
}

/** The latest result of a query. */
export interface LiveQuery<T> {
  /** Null until the first answer, and while there is nothing to ask. */
  readonly value: Readonly<ShallowRef<T | null>>
  /** Why the last query failed; null after a success. */
  readonly error: Readonly<ShallowRef<unknown>>
  /** Runs the query again, though nothing it reads has changed. */
  readonly again: () => void
}

/**
 * Holds the latest answer of a query until the calling scope ends. The query runs again whenever reactive state changes
 * that it read before its first `await`; the last value stays meanwhile. An answer to an earlier query is dropped.
 *
 * @param ask starts the query: a live one, a promise, or null when there is nothing to ask. Its signal is aborted once
 *   the answer is no longer needed.
 */
export function useLiveQuery<T>(
  ask: (signal: AbortSignal) => Answering<T> | Promise<T> | null,
): LiveQuery<T> {
  const value = shallowRef<T | null>(null)
  const error = shallowRef<unknown>(null)
  const asked = shallowRef(0)

  watchEffect((onCleanup) => {
    toValue(asked)
    const wanted = new AbortController()
    onCleanup(() => wanted.abort())
    const take = (found: T | null, reason: unknown): void => {
      if (wanted.signal.aborted) return
      if (reason === null) value.value = found
      error.value = reason
    }
    const next = (found: T): void => take(found, null)
    const fail = (reason: unknown): void => take(null, reason)
    const answer = ask(wanted.signal)
    if (answer === null) take(null, null)
    else if (answer instanceof Promise) void answer.then(next, fail)
    else {
      const subscription = answer.subscribe({ next, error: fail })
      onCleanup(() => subscription.unsubscribe())
    }
  })
  return {
    value: shallowReadonly(value),
    error: shallowReadonly(error),
    again: () => void (asked.value += 1),
  }
}
