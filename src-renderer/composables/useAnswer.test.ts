import { afterEach, beforeEach, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { ok, type Result } from '#shared/result.ts'
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

it('stays while it is asked again, and goes where another thing is asked about', async () => {
  const [subject, question] = [shallowRef('a'), shallowRef(1)]
  const { value } = inScope(() =>
    useAnswer(
      () => Promise.resolve(ok(`${subject.value}${question.value}`)),
      () => subject.value,
    ),
  )
  await expect.poll(() => value.value).toBe('a1')
  question.value = 2
  expect(value.value).toBe('a1')
  await expect.poll(() => value.value).toBe('a2')
  subject.value = 'b'
  expect(value.value).toBeNull()
  await expect.poll(() => value.value).toBe('b2')
})
