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
