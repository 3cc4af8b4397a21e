import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IdleLock } from './session-lock.ts'

const minute = 60_000
let nowMs = 0
let minutes = 10
let locked = 0
let lock: IdleLock

function pass(ms: number): void {
  // Advance the clock before the timers that read it.
  for (let left = ms; left > 0; left -= 1_000) {
    nowMs += 1_000
    vi.advanceTimersByTime(1_000)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  nowMs = 1e9
  minutes = 10
  locked = 0
  lock = new IdleLock({ monotonicMs: () => nowMs, minutes: () => minutes, onIdle: () => (locked += 1) })
  lock.start()
})
afterEach(() => {
  lock.stop()
  vi.useRealTimers()
})

describe('the idle lock', () => {
  it('locks once after the minutes without input', () => {
    pass(10 * minute - 1_000)
    expect(locked).toBe(0)
    pass(6_000)
    expect(locked).toBe(1)
    pass(minute)
    expect(locked).toBe(1)
  })

  it('restarts with each input', () => {
    for (let time = 0; time < 5; time += 1) {
      pass(9 * minute)
      lock.input()
    }
    expect(locked).toBe(0)
  })

  it('follows the setting at once, and 0 never locks', () => {
    minutes = 0
    pass(60 * minute)
    expect(locked).toBe(0)
    minutes = 30
    pass(10_000)
    expect(locked).toBe(1)
  })

  it('does nothing once stopped', () => {
    lock.stop()
    pass(60 * minute)
    expect(locked).toBe(0)
  })
})
