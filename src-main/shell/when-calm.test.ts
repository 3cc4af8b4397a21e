import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenCalm } from './when-calm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('does what is wanted once, when nobody stirred for that long', () => {
  const work = vi.fn()
  const calm = whenCalm(work)
  calm.want(1_000)
  vi.advanceTimersByTime(900)
  calm.stir()
  vi.advanceTimersByTime(900)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledOnce()
  calm.stir()
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledOnce()
})

it('does it once for two who want it', () => {
  const work = vi.fn()
  const calm = whenCalm(work)
  calm.want(1_000)
  calm.want(1_000)
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledOnce()
})
