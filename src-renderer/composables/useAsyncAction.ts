import { shallowRef } from 'vue'
import type { Failure } from '#shared/failure.ts'
import type { RequestChannel, RequestInput } from '#shared/contract/calls.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** An action behind a button: busy while it runs; then what it gave, or why it failed, until it runs again. */
export function useAsyncAction<A extends readonly unknown[], T>(
  action: (...args: A) => Promise<Result<T, Failure>>,
) {
  const isBusy = shallowRef(false)
  const result = shallowRef<T | null>(null)
  const failure = shallowRef<Failure | null>(null)

  /** Runs it unless it is already running. @returns the value, or null when it failed or was not run. */
  async function run(...args: A): Promise<{ readonly value: T } | null> {
    if (isBusy.value) return null
    isBusy.value = true
    result.value = null
    failure.value = null
    try {
      const answer = await action(...args)
      if (answer.ok) return { value: (result.value = answer.value) }
      failure.value = answer.error
      return null
    } finally {
      isBusy.value = false
    }
  }

  return { isBusy, result, failure, run }
}

/** A request to main behind a button. */
export function useCall<C extends RequestChannel>(channel: C) {
  return useAsyncAction((...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]) =>
    askMain(channel, ...input),
  )
}
