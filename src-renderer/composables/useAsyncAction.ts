import { shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { Result } from '#shared/result.ts'

export interface AsyncAction<A extends readonly unknown[], T> {
  readonly isBusy: Readonly<ShallowRef<boolean>>
  /** Why the last run failed; null while running and after a success. */
  readonly failure: Readonly<ShallowRef<Failure | null>>
  /** Runs it unless it is already running. @returns the value, or null when it failed or was not run. */
  readonly run: (...args: A) => Promise<{ readonly value: T } | null>
}

/** An action behind a button: busy while it runs, with its last failure to show. */
export function useAsyncAction<A extends readonly unknown[], T>(
  action: (...args: A) => Promise<Result<T, Failure>>,
): AsyncAction<A, T> {
  const isBusy = shallowRef(false)
  const failure = shallowRef<Failure | null>(null)

  async function run(...args: A): Promise<{ readonly value: T } | null> {
    if (isBusy.value) return null
    isBusy.value = true
    failure.value = null
    try {
      const result = await action(...args)
      if (result.ok) return { value: result.value }
      failure.value = result.error
      return null
    } finally {
      isBusy.value = false
    }
  }

  return { isBusy, failure, run }
}
