import { shallowReadonly, shallowRef, toValue, watchEffect, type ShallowRef } from 'vue'

/** What answers again after each change: a live query of Dexie's is one. */
export interface Answering<T> {
  subscribe(observer: { next: (value: T) => void; error: (reason: unknown) => void }): { unsubscribe(): void }
}

/** What a query found last. */
export interface LiveQuery<T> {
  /** Null until the first answer, and while there is nothing to ask. */
  readonly value: Readonly<ShallowRef<T | null>>
  /** Why the last answer did not come; null after one that did. */
  readonly error: Readonly<ShallowRef<unknown>>
  /** Asks once more, though nothing that the query reads has changed. */
  readonly again: () => void
}

/**
 * Keeps the last answer of a query until the calling scope ends. The query is asked again whenever something reactive has
 * changed that it read before its first `await`; the last value stays meanwhile. An answer to an earlier question is
 * dropped.
 *
 * @param ask begins the query: a live one, a promise, or null where there is nothing to ask. Its signal is aborted once
 *   the answer is not wanted any more.
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
