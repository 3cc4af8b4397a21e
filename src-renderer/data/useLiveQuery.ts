import { shallowReadonly, shallowRef, toValue, watchEffect, type ShallowRef } from 'vue'

/** The latest result of a query. */
export interface LiveQuery<T> {
  /** Null until the first answer, and while there is nothing to ask. */
  readonly value: Readonly<ShallowRef<T | null>>
  /** Runs the query again, though nothing it reads has changed. */
  readonly again: () => void
}

/**
 * Holds the latest answer of a query until the calling scope ends. The query runs again whenever reactive state changes
 * that it read before its first `await`; the last value stays meanwhile. An answer to an earlier query is dropped.
 *
 * @param ask null when there is nothing to ask. Its signal is aborted once the answer is no longer needed.
 */
export function useLiveQuery<T>(ask: (signal: AbortSignal) => Promise<T> | null): LiveQuery<T> {
  const value = shallowRef<T | null>(null)
  const asked = shallowRef(0)

  watchEffect((onCleanup) => {
    toValue(asked)
    const wanted = new AbortController()
    onCleanup(() => wanted.abort())
    const answer = ask(wanted.signal)
    if (answer === null) value.value = null
    void answer?.then((found) => {
      if (!wanted.signal.aborted) value.value = found
    })
  })
  return { value: shallowReadonly(value), again: () => void (asked.value += 1) }
}
