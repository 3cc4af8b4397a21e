import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenKept } from './windows-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('it is told once that the key is kept, and not where nobody asks any more', () => {
  const kept = { is: false }
  const told = vi.fn()
  const toldToNobody = vi.fn()
  whenKept(() => kept.is, told)
  const stop = whenKept(() => kept.is, toldToNobody)
  vi.advanceTimersByTime(3_000)
  expect(told).not.toHaveBeenCalled()
  stop()
  kept.is = true
  vi.advanceTimersByTime(3_000)
  expect(told).toHaveBeenCalledOnce()
  expect(toldToNobody).not.toHaveBeenCalled()
})
