import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { useLiveQuery } from './useLiveQuery.ts'

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

describe('a query', () => {
  it('follows its inputs, and keeps the last value until the next one arrives', async () => {
    const kind = shallowRef('keke')
    const { value } = inScope(() => useLiveQuery(() => Promise.resolve(`${kind.value} claims`)))
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
    const { value } = inScope(() => useLiveQuery(() => (isOpen.value ? Promise.resolve(1) : null)))
    await expect.poll(() => value.value).toBe(1)
    isOpen.value = false
    await nextTick()
    expect(value.value).toBeNull()
  })

  it('ends with its scope', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { value } = inScope(() => useLiveQuery(() => promise))
    scope.stop()
    resolve('late')
    await promise
    await nextTick()
    expect(value.value).toBeNull()
  })

  it('drops the answer to an earlier query, and aborts its signal', async () => {
    const question = shallowRef('a')
    const asked = new Map<
      string,
      { readonly signal: AbortSignal; readonly answer: (value: string) => void }
    >()
    const { value } = inScope(() =>
      useLiveQuery((signal) => {
        const { promise, resolve } = Promise.withResolvers<string>()
        asked.set(question.value, { signal, answer: resolve })
        return promise
      }),
    )
    question.value = 'b'
    await nextTick()
    asked.get('b')?.answer('second')
    await expect.poll(() => value.value).toBe('second')
    asked.get('a')?.answer('first')
    await nextTick()
    expect(value.value).toBe('second')
    expect([asked.get('a')?.signal.aborted, asked.get('b')?.signal.aborted]).toEqual([true, false])
  })
})
