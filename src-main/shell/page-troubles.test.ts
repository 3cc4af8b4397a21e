import { EventEmitter } from 'node:events'
import type { App, WebContents } from 'electron'
import { expect, it } from 'vitest'
import type { LogCodes } from '#main/platform/log.ts'
import { createTrouble, watchPage, watchProcesses } from './main-window.ts'

interface Told {
  readonly logged: (readonly [string, LogCodes | undefined])[]
  readonly printed: string[]
}

function told(work: (contents: EventEmitter) => void, isPackaged = false): Told {
  const logged: (readonly [string, LogCodes | undefined])[] = []
  const printed: string[] = []
  const log = { event: (name: string, codes?: LogCodes) => void logged.push([name, codes]) }
  const trouble = createTrouble(log, isPackaged ? null : (line) => void printed.push(line))
  const emitter = new EventEmitter()
  // Only listening is used.
  watchPage(emitter as WebContents, trouble)
  watchProcesses(emitter as unknown as App, trouble)
  work(emitter)
  return { logged, printed }
}

it.each<[string, readonly unknown[], readonly [string, LogCodes], string]>([
  [
    'preload-error',
    [{}, '/preload', new TypeError('no bridge')],
    ['preload-failed', { class: 'TypeError' }],
    'preload-failed: no bridge',
  ],
  [
    'did-fail-load',
    [{}, -6, 'ERR_FILE_NOT_FOUND', 'app://desk/', true],
    ['page-not-loaded', { reason: 'ERR_FILE_NOT_FOUND', code: -6 }],
    'page-not-loaded: ERR_FILE_NOT_FOUND -6',
  ],
  [
    'did-navigate',
    [{}, 'app://desk/', 404],
    ['page-not-loaded', { reason: 'answered', code: 404 }],
    'page-not-loaded: answered 404',
  ],
  [
    'render-process-gone',
    [{}, { reason: 'crashed', exitCode: 139 }],
    ['page-gone', { reason: 'crashed', exitCode: 139 }],
    'page-gone: crashed 139',
  ],
  [
    'child-process-gone',
    [{}, { type: 'GPU', reason: 'crashed', exitCode: 5 }],
    ['process-gone', { type: 'GPU', reason: 'crashed', exitCode: 5 }],
    'process-gone: GPU crashed 5',
  ],
  ['unresponsive', [], ['page-unresponsive', {}], 'page-unresponsive: The page has not reacted for a while.'],
  [
    'console-message',
    [{ level: 'error', message: 'Uncaught TypeError', lineNumber: 7 }],
    ['page-console-error', { line: 7 }],
    'page-console-error: Uncaught TypeError',
  ],
])(
  'what goes wrong with a page reaches the log, and a terminal from source: %s',
  (event, details, logged, printed) => {
    const emit = (contents: EventEmitter): void => void contents.emit(event, ...details)
    expect(told(emit)).toEqual({ logged: [logged], printed: [printed] })
    expect(told(emit, true)).toEqual({ logged: [logged], printed: [] })
  },
)

it('what is no trouble is not recorded: frames in the page, other messages, good answers and ends', () => {
  const { logged } = told((contents) => {
    contents.emit('did-fail-load', {}, -6, 'ERR_FAILED', 'https://inner', false)
    contents.emit('did-navigate', {}, 'app://desk/', 200)
    contents.emit('console-message', { level: 'info', message: 'm', lineNumber: 1 })
    contents.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
  })
  expect(logged).toEqual([])
})
