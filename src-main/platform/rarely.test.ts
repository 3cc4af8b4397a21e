import { expect, it } from 'vitest'
import { rarely } from './refuse-while-busy.ts'

it('runs a task once, until it has ended and its rest is over', async () => {
  let nowMs = 500
  const once = rarely(2_000, () => nowMs)
  const ending = Promise.withResolvers<string>()
  const first = once(() => ending.promise)
  nowMs += 10_000
  expect(await once(() => Promise.resolve('second'))).toBeNull()
  ending.resolve('first')
  expect(await first).toBe('first')
  nowMs += 1_999
  expect(await once(() => Promise.resolve('third'))).toBeNull()
  nowMs += 1
  expect(await once(() => Promise.resolve('fourth'))).toBe('fourth')
})

it('runs the next at once after one that failed', async () => {
  const once = rarely(2_000, () => 0)
  await expect(once(() => Promise.reject(new Error('made up')))).rejects.toThrow('made up')
  expect(await once(() => Promise.resolve('next'))).toBe('next')
})
