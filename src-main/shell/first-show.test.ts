import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { latestShowMs, onceShowable } from './main-window.ts'

class TestWindow extends EventEmitter {
  readonly webContents = new EventEmitter()
}

function open(platform: NodeJS.Platform): { readonly window: TestWindow; readonly shown: () => number } {
  const window = new TestWindow()
  const show = vi.fn()
  onceShowable(window as never, platform, show)
  return { window, shown: () => show.mock.calls.length }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it.each(['linux', 'win32', 'darwin'] as const)('is shown once it has painted (%s)', (platform) => {
  const { window, shown } = open(platform)
  expect(shown()).toBe(0)
  window.emit('ready-to-show')
  expect(shown()).toBe(1)
})

it('is shown on Linux once its page is loaded, even if it never reports a paint', () => {
  const { window, shown } = open('linux')
  window.webContents.emit('did-finish-load')
  expect(shown()).toBe(1)
})

it('is shown on Linux after two seconds in any case', () => {
  const { shown } = open('linux')
  vi.advanceTimersByTime(latestShowMs - 1)
  expect(shown()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(shown()).toBe(1)
})

it('is shown only once: the officer may have hidden it since', () => {
  const { window, shown } = open('linux')
  window.emit('ready-to-show')
  window.webContents.emit('did-finish-load')
  vi.advanceTimersByTime(latestShowMs)
  expect(shown()).toBe(1)
})

it('that was closed in the meantime is not shown', () => {
  const { window, shown } = open('linux')
  window.emit('closed')
  vi.advanceTimersByTime(latestShowMs)
  expect(shown()).toBe(0)
})

it.each(['win32', 'darwin'] as const)('is not shown before it has painted elsewhere (%s)', (platform) => {
  const { window, shown } = open(platform)
  window.webContents.emit('did-finish-load')
  vi.advanceTimersByTime(latestShowMs)
  expect(shown()).toBe(0)
})
