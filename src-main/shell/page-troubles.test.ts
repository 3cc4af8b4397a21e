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

const noBridge = new TypeError('no bridge')
const crashed = { reason: 'crashed', exitCode: 139 }
const uncaught = { level: 'error', message: 'Uncaught TypeError', lineNumber: 7 }

it.each<[event: string, readonly unknown[], logged: string, LogCodes, said?: string]>([
  ['preload-error', [{}, '/preload', noBridge], 'preload-failed', { class: 'TypeError' }, 'no bridge'],
  ['did-fail-load', [{}, -6, 'ERR_A', 'app://desk/', true], 'page-not-loaded', { reason: 'ERR_A', code: -6 }],
  ['did-navigate', [{}, 'app://desk/', 404], 'page-not-loaded', { reason: 'answered', code: 404 }],
  ['render-process-gone', [{}, crashed], 'page-gone', crashed],
  ['child-process-gone', [{}, { type: 'GPU', ...crashed }], 'process-gone', { type: 'GPU', ...crashed }],
  ['unresponsive', [], 'page-unresponsive', {}, 'The page has not reacted for a while.'],
  ['console-message', [uncaught], 'page-console-error', { line: 7 }, uncaught.message],
])(
  'what goes wrong with a page reaches the log, and a terminal from source: %s',
  (event, details, name, codes, said = Object.values(codes).join(' ')) => {
    const emit = (contents: EventEmitter): void => void contents.emit(event, ...details)
    const logged = [[name, codes]]
    expect(told(emit)).toEqual({ logged, printed: [`${name}: ${said}`] })
    expect(told(emit, true)).toEqual({ logged, printed: [] })
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
