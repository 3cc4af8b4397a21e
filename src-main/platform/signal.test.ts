import { expect, it } from 'vitest'
import { Signal } from './signal.ts'
import { uncaughtErrors } from '#testing/platform/uncaught-errors.ts'

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
