import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { refuseWhileBusy } from './refuse-while-busy.ts'

const refused = { ok: false, error: { type: 'not-possible-now' } }
const quick = () => Promise.resolve(ok('quick'))

it('refuses a task while another runs, and takes the next one', async () => {
  const onlyOne = refuseWhileBusy()
  const first = Promise.withResolvers<string>()
  const running = onlyOne(async () => ok(await first.promise))
  expect(await onlyOne(quick)).toEqual(refused)
  first.resolve('first')
  expect(await running).toEqual(ok('first'))
  expect(await onlyOne(quick)).toEqual(ok('quick'))
})

it('is free again after a task that threw', async () => {
  const onlyOne = refuseWhileBusy()
  await expect(onlyOne(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await onlyOne(quick)).toEqual(ok('quick'))
})
