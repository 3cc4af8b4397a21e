import { expect, it, onTestFinished, vi } from 'vitest'
import { announce, announcement } from './announcer.ts'

it('says the later of two for its whole time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await Promise.all([announce('One.'), announce('Two.')])
  vi.advanceTimersByTime(15_000)
  await announce('Three.')
  vi.advanceTimersByTime(15_000)
  expect(announcement.value).toBe('Three.')
  vi.advanceTimersByTime(5_000)
})

it('says a sentence until it was read out: it may speak of a screen that is gone', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await announce('Saved.')
  vi.advanceTimersByTime(15_000)
  await announce('Saved again.')
  vi.advanceTimersByTime(15_000)
  expect(announcement.value).toBe('Saved again.')
  vi.advanceTimersByTime(5_000)
  expect(announcement.value).toBe('')
})
