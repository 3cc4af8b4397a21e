import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenKept } from './keyring-protection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('calls back once the key is on disk, and not after polling was stopped', () => {
  const kept = { is: false }
  const onKept = vi.fn()
  const neverCalled = vi.fn()
  whenKept(() => kept.is, onKept)
  const stop = whenKept(() => kept.is, neverCalled)
  vi.advanceTimersByTime(3_000)
  expect(onKept).not.toHaveBeenCalled()
  stop()
  kept.is = true
  vi.advanceTimersByTime(3_000)
  expect(onKept).toHaveBeenCalledOnce()
  expect(neverCalled).not.toHaveBeenCalled()
})
