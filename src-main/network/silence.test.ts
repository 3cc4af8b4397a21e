import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Silence } from './send.ts'

const never = new AbortController().signal

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is too long after its limit, counted from the last byte', () => {
  const tooLong = vi.fn()
  const silence = new Silence(1000, tooLong)
  for (let turn = 0; turn < 10; turn += 1) {
    vi.advanceTimersByTime(900)
    silence.broken()
  }
  expect(tooLong).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(tooLong).toHaveBeenCalledOnce()
})

it('is not what our own side takes', async () => {
  const tooLong = vi.fn()
  const silence = new Silence(1000, tooLong)
  const work = Promise.withResolvers<'go-on'>()
  const held = silence.whileHeld(work.promise, never)
  // Bytes that were under way still come in.
  silence.broken()
  vi.advanceTimersByTime(60_000)
  work.resolve('go-on')
  expect(await held).toBe('go-on')
  expect(tooLong).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(tooLong).toHaveBeenCalledOnce()
})

it('counts no more after its end', () => {
  const tooLong = vi.fn()
  new Silence(1000, tooLong).end()
  vi.advanceTimersByTime(2000)
  expect(tooLong).not.toHaveBeenCalled()
})

it('gives up waiting for our side when the reading ends', async () => {
  const stop = new AbortController()
  const silence = new Silence(1000, () => undefined)
  const held = silence.whileHeld(new Promise(() => undefined), stop.signal)
  stop.abort()
  expect(await held).toBeNull()
  expect(await silence.whileHeld(new Promise(() => undefined), stop.signal)).toBeNull()
  silence.end()
})
