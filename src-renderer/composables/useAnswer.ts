import { computed, type ComputedRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'

/** What main answers to a question of a screen, asked when it opens and by `again`. */
export function useAnswer<T>(ask: () => Promise<Result<T, Failure>>): {
  /** Null until it answered. */
  readonly value: ComputedRef<T | null>
  readonly failure: ComputedRef<Failure | null>
  readonly again: () => void
} {
  const { value: answer, again } = useLiveQuery(ask)
  return {
    value: computed(() => (answer.value?.ok === true ? answer.value.value : null)),
    failure: computed(() => (answer.value?.ok === false ? answer.value.error : null)),
    again,
  }
}
