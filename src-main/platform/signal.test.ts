import { expect, it, onTestFinished } from 'vitest'
import { Signal } from './signal.ts'

/** Collects errors that would otherwise end the process. */
function uncaughtErrors(): unknown[] {
  const errors: unknown[] = []
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => errors.push(error))
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const listener of before) process.on('uncaughtException', listener)
  })
  return errors
}

it('calls every listener in the order of subscription, until that listener is disposed', () => {
  const signal = new Signal<number>()
  const heard: string[] = []
  const dispose = signal.subscribe((value) => heard.push(`first ${value}`))
  signal.subscribe((value) => heard.push(`second ${value}`))
  signal.emit(1)
  dispose()
  dispose()
  signal.emit(2)
  expect(heard).toEqual(['first 1', 'second 1', 'second 2'])
})

it('takes subscriptions and disposals while it emits: from the next value on, and at once', () => {
  const signal = new Signal<number>()
  const heard: string[] = []
  const disposals = new Map<string, () => void>()
  signal.subscribe((value) => {
    disposals.get('last')?.()
    if (value === 1) signal.subscribe((later) => heard.push(`new ${later}`))
  })
  disposals.set(
    'last',
    signal.subscribe((value) => heard.push(`last ${value}`)),
  )
  signal.emit(1)
  expect(heard).toEqual([])
  signal.emit(2)
  expect(heard).toEqual(['new 2'])
})

it('keeps an error of a listener from the others and from the owner, and lets it surface', async () => {
  const errors = uncaughtErrors()
  const signal = new Signal<number>()
  const heard: number[] = []
  const error = new Error('made up')
  signal.subscribe(() => {
    throw error
  })
  signal.subscribe((value) => heard.push(value))
  signal.emit(1)
  expect(heard).toEqual([1])
  await new Promise((resolve) => setImmediate(resolve))
  expect(errors).toEqual([error])
})
