import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionLock } from './session-lock.ts'
import { createTestOfficers, type TestOfficers } from '#testing/officers/officer-session.ts'

const minute = 60_000
let test: TestOfficers
let minutes: number
let calls: string[]
let lock: SessionLock

beforeEach(async () => {
  test = await createTestOfficers()
  await test.signIn('bayo')
  // The idle lock uses a monotonic clock, so the test fakes `performance` too.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  minutes = 1
  calls = []
  lock = new SessionLock({ session: test.session, minutes: () => minutes })
  lock.locking.subscribe(() => calls.push('asked'))
  lock.officerChanged.subscribe(() => calls.push(test.session.current()?.name ?? 'locked'))
})
afterEach(() => {
  lock.stop()
  vi.useRealTimers()
})

it('asks the page to save a minute after the last input, and locks when the page has left', () => {
  vi.advanceTimersByTime(minute - 5_000)
  lock.input()
  vi.advanceTimersByTime(minute - 1)
  expect(calls).toEqual([])
  vi.advanceTimersByTime(1)
  expect(calls).toEqual(['asked'])
  expect(test.session.isLocked()).toBe(false)
  lock.leave('/drafts/1')
  expect(calls).toEqual(['asked', 'locked'])
  vi.advanceTimersByTime(10 * minute)
  expect(calls).toEqual(['asked', 'locked'])
})

it('follows the setting at once, and 0 never locks', () => {
  minutes = 0
  vi.advanceTimersByTime(60 * minute)
  expect(calls).toEqual([])
  minutes = 30
  vi.advanceTimersByTime(5_000)
  expect(calls).toEqual(['asked'])
})

it('does nothing once stopped', () => {
  lock.stop()
  vi.advanceTimersByTime(60 * minute)
  expect(calls).toEqual([])
})

it('locks anyway when the page does not answer', () => {
  lock.lockSoon()
  vi.advanceTimersByTime(2_999)
  expect(test.session.isLocked()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(calls).toEqual(['asked', 'locked'])
})

it('asks once, however often a lock is requested', () => {
  lock.lockSoon()
  lock.lockSoon()
  expect(calls).toEqual(['asked'])
})

it('does not ask the page when no one is signed in', () => {
  lock.leave(null)
  calls.length = 0
  lock.lockSoon()
  lock.leave('/drafts/1')
  vi.advanceTimersByTime(600 * minute)
  expect(calls).toEqual([])
})

it('is told of a manager who leaves by removing their own name', async () => {
  vi.useRealTimers()
  await test.signIn('ada')
  await test.session.setRole(test.bayo.id, 'manager')
  calls.length = 0
  await test.session.remove(test.bayo.id)
  expect(calls).toEqual([])
  const cleo = await test.session.add({ name: 'Cleo Test', role: 'manager', secret: '314159' })
  expect(cleo.ok).toBe(true)
  await test.session.remove(test.ada.id)
  expect(calls).toEqual(['locked'])
})

it('is told of everybody who signs in, but not of the first officer, in whose page everybody worked', async () => {
  vi.useRealTimers()
  lock.leave(null)
  await test.signIn('ada')
  expect(calls).toEqual(['locked', 'Ada Test'])
  await test.session.remove(test.bayo.id)
  await test.session.remove(test.ada.id)
  await test.session.add({ name: 'Cleo Test', role: 'manager', secret: '314159' })
  expect(test.session.current()?.name).toBe('Cleo Test')
  expect(calls).toEqual(['locked', 'Ada Test', 'locked'])
})

it('lets nobody in whose PIN was still being checked when the computer was locked', async () => {
  vi.useRealTimers()
  lock.leave(null)
  const signingIn = test.session.signIn(test.bayo.id, '314159')
  lock.lockSoon()
  expect(await signingIn).toMatchObject({ ok: true })
  expect(test.session.isLocked()).toBe(true)
  await test.signIn('bayo')
  expect(test.session.isLocked()).toBe(false)
})

it('returns the officer to where the page was, and to the first screen when it did not answer', async () => {
  lock.leave('/drafts/1')
  vi.useRealTimers()
  await test.signIn('bayo')
  expect(test.session.status()).toMatchObject({ place: '/drafts/1' })
  lock.leave(null)
  await test.signIn('bayo')
  expect(test.session.status()).toMatchObject({ place: null })
})
