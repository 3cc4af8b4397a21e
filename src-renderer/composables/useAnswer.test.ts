import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { err, ok, type Result } from '#shared/result.ts'
import type { Failure } from '#shared/failure.ts'
import { useAnswer } from './useAnswer.ts'

let scope: EffectScope

beforeEach(() => {
  scope = effectScope()
})
afterEach(() => scope.stop())

/** Runs in a scope, as in a component. */
function inScope<T>(use: () => T): T {
  const used = scope.run(use)
  if (used === undefined) throw new Error('The scope has ended.')
  return used
}

describe('the answer to a question', () => {
  it('follows its inputs, and keeps the last value until the next one arrives', async () => {
    const kind = shallowRef('keke')
    const { value } = inScope(() => useAnswer(() => Promise.resolve(ok(`${kind.value} claims`))))
    expect(value.value).toBeNull()
    await expect.poll(() => value.value).toBe('keke claims')
    kind.value = 'okada'
    const change = nextTick()
    expect(value.value).toBe('keke claims')
    await change
    await expect.poll(() => value.value).toBe('okada claims')
  })

  it('has no value while there is nothing to ask', async () => {
    const isOpen = shallowRef(true)
    const { value } = inScope(() => useAnswer(() => (isOpen.value ? Promise.resolve(ok(1)) : null)))
    await expect.poll(() => value.value).toBe(1)
    isOpen.value = false
    await nextTick()
    expect(value.value).toBeNull()
  })

  it('says why there is none, until it is asked again', async () => {
    const answers: Result<number, Failure>[] = [err({ type: 'offline' }), ok(2)]
    const { value, failure, again } = inScope(() =>
      useAnswer(() => Promise.resolve(answers.shift() ?? ok(3))),
    )
    await expect.poll(() => failure.value?.type).toBe('offline')
    expect(value.value).toBeNull()
    again()
    await expect.poll(() => value.value).toBe(2)
    expect(failure.value).toBeNull()
  })

  it('ends with its scope', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<string, Failure>>()
    const { value } = inScope(() => useAnswer(() => promise))
    scope.stop()
    resolve(ok('late'))
    await promise
    await nextTick()
    expect(value.value).toBeNull()
  })

  it('drops the answer to an earlier query, and aborts its signal', async () => {
    const question = shallowRef('a')
    const asked = new Map<
      string,
      { readonly signal: AbortSignal; readonly answer: (value: Result<string, Failure>) => void }
    >()
    const { value } = inScope(() =>
      useAnswer((signal) => {
        const { promise, resolve } = Promise.withResolvers<Result<string, Failure>>()
        asked.set(question.value, { signal, answer: resolve })
        return promise
      }),
    )
    question.value = 'b'
    await nextTick()
    asked.get('b')?.answer(ok('second'))
    await expect.poll(() => value.value).toBe('second')
    asked.get('a')?.answer(ok('first'))
    await nextTick()
    expect(value.value).toBe('second')
    expect([asked.get('a')?.signal.aborted, asked.get('b')?.signal.aborted]).toEqual([true, false])
  })
})
