import { computed, shallowRef, toValue, watch, watchEffect, type ComputedRef, type Ref } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'

/** The latest answer to a question of a screen. */
export interface Answered<T> {
  /** Null until the first answer, after one that failed, and while there is nothing to ask. */
  readonly value: ComputedRef<T | null>
  readonly failure: ComputedRef<Failure | null>
  /** Asks again, though nothing that the question reads has changed. */
  readonly again: () => void
}

/**
 * Asks when a screen opens, by `again`, and whenever reactive state changes that the question read before its first
 * `await`, until the calling scope ends. The last answer stays meanwhile; one to an earlier question is dropped.
 *
 * @param ask null when there is nothing to ask. Its signal is aborted once the answer is no longer needed.
 * @param about what is asked about: what was answered about another one does not stay
 */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<Result<T, Failure>> | null,
  about: () => unknown = () => null,
): Answered<T> {
  const last = shallowRef<{ readonly found: Result<T, Failure>; readonly about: unknown } | null>(null)
  const answer = computed(() => (last.value?.about === about() ? last.value?.found : null))
  const asked = shallowRef(0)

  watchEffect((onCleanup) => {
    toValue(asked)
    const wanted = new AbortController()
    onCleanup(() => wanted.abort())
    const now = about()
    const asking = ask(wanted.signal)
    if (asking === null) last.value = null
    void asking?.then((found) => {
      if (!wanted.signal.aborted) last.value = { found, about: now }
    })
  })
  return {
    value: computed(() => (answer.value?.ok === true ? answer.value.value : null)),
    failure: computed(() => (answer.value?.ok === false ? answer.value.error : null)),
    again: () => void (asked.value += 1),
  }
}

/** Resolves once that is true. @returns null where it is already */
export function onceKnown(isKnown: Readonly<Ref<boolean>>): Promise<void> | null {
  return isKnown.value ? null : new Promise((resolve) => watch(isKnown, () => resolve(), { once: true }))
}
