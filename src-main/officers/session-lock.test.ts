import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionLock } from './session-lock.ts'
import { createTestOfficers, type TestOfficers } from './testing/officer-session.ts'

const minute = 60_000
let test: TestOfficers
let minutes: number
let told: string[]
let lock: SessionLock

beforeEach(async () => {
  test = await createTestOfficers()
  await test.signIn('bayo')
  // The idle lock counts by a clock that no one sets; the test sets it all the same.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  minutes = 1
  told = []
  lock = new SessionLock({
    desk: test.desk,
    minutes: () => minutes,
    askPage: () => told.push('asked'),
    onLocked: () => told.push(test.desk.isLocked() ? 'locked' : 'still open'),
  })
})
afterEach(() => {
  lock.stop()
  vi.useRealTimers()
})

describe('the lock of the desk', () => {
  it('asks the page to save a minute after the last input, and locks when the page has left', () => {
    vi.advanceTimersByTime(minute - 5_000)
    lock.input()
    vi.advanceTimersByTime(minute - 1)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['asked'])
    expect(test.desk.isLocked()).toBe(false)
    lock.leave('/drafts/1')
    expect(told).toEqual(['asked', 'locked'])
    vi.advanceTimersByTime(10 * minute)
    expect(told).toEqual(['asked', 'locked'])
  })

  it('locks in any case when the page does not answer', () => {
    lock.lockSoon()
    vi.advanceTimersByTime(2_999)
    expect(test.desk.isLocked()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['asked', 'locked'])
  })

  it('asks once, however often it is to lock', () => {
    lock.lockSoon()
    lock.lockSoon()
    expect(told).toEqual(['asked'])
  })

  it('never locks by itself where the setting is 0', () => {
    minutes = 0
    vi.advanceTimersByTime(600 * minute)
    expect(told).toEqual([])
  })

  it('asks nobody where nobody is signed in', () => {
    lock.leave(null)
    told.length = 0
    lock.lockSoon()
    lock.leave('/drafts/1')
    vi.advanceTimersByTime(600 * minute)
    expect(told).toEqual([])
  })

  it('leads the officer back to where the page was, and to the first screen when it did not answer', async () => {
    lock.leave('/drafts/1')
    vi.useRealTimers()
    await test.signIn('bayo')
    expect(test.desk.status()).toMatchObject({ place: '/drafts/1' })
    lock.leave(null)
    await test.signIn('bayo')
    expect(test.desk.status()).toMatchObject({ place: null })
  })
})
