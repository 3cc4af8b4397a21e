import { expect, it } from 'vitest'
import { LateWork } from './late-work.ts'

it('wakes sleeping calls when the server closes, and does postponed work once', async () => {
  const late = new LateWork()
  const done: string[] = []
  late.later(() => done.push('commit'), 3_600_000)
  const woken = expect(late.sleep(3_600_000)).rejects.toMatchObject({ name: 'AbortError' })
  late.finish()
  late.finish()
  await woken
  expect(done).toEqual(['commit'])
})

it('holds a response until it is released, at most until the server closes', async () => {
  const late = new LateWork()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const held = late.hold(promise)
  const heldForEver = expect(late.hold(new Promise(() => undefined))).rejects.toMatchObject({
    name: 'AbortError',
  })
  resolve(undefined)
  await held
  late.finish()
  await heldForEver
  await expect(late.hold(promise)).rejects.toMatchObject({ name: 'AbortError' })
})
