import { expect, it } from 'vitest'
import { testAccessKey, testStoreAt } from '#testing/insurer/test-insurer.ts'
import { insurer, Office, pins } from '#testing/app/office.ts'

/* A script in the page asks in a loop for what is slow or in the way. */

it('a locked application is opened again once, however often a page asks', async () => {
  const office = await Office.open()
  await office.stop()
  office.store.available = false
  let starts = 0
  const startAgain = (): void => void (starts += 1)
  let nowMs = 0
  await office.start({ startAgain, monotonicMs: () => nowMs })
  const retry = async () => await office.handlers['app:storage-retry'](undefined)
  for (let times = 0; times < 3; times += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, retry))
    for (const answer of answers) expect(answer).toEqual({ ok: true, value: null })
    expect(office.services.workspace.environment.storage).toEqual({ type: 'locked' })
  }
  expect(starts).toBe(1)
  nowMs += 2_000
  await retry()
  expect(starts).toBe(2)
})

it('nobody waits behind recoveries that a page asks for, in a locked application too', async () => {
  const office = await Office.open()
  const { handlers } = office
  await office.add('Ada')
  const next = pins.Bayo
  const recover = async () => await handlers['officers:recover']({ key: 'none', name: 'Bayo', secret: next })
  const reset = async () => await handlers['officers:change-secret']({ present: pins.Ada, next })
  for (const ask of [recover, reset]) {
    const answers = await Promise.all(Array.from({ length: 30 }, ask))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  }
  await office.leave()
  const [first, ...others] = await Promise.all(Array.from({ length: 30 }, recover))
  expect(first).toMatchObject({ ok: true, value: { type: 'done' } })
  for (const other of others) expect(other).toEqual({ ok: false, error: { type: 'not-possible-now' } })
})

it('the insurer and the store are asked once a second, however often a page asks for a check', async () => {
  const server = await insurer()
  let nowMs = 0
  const office = await Office.open({ monotonicMs: () => nowMs })
  const { handlers } = office
  await office.connect(server.url)
  const store = testStoreAt(server.port)
  const wish = { environment: 'live', store, accessKey: testAccessKey, evenOffline: false } as const
  expect(await handlers['file-store:set'](wish)).toMatchObject({ value: { type: 'set' } })
  const stored = () => server.fileStore.requests('put')
  const before = { checks: server.arrivals('all-pharmacies'), stored: stored() }
  for (let round = 1; round <= 2; round += 1) {
    for (let times = 0; times < 30; times += 1) {
      await handlers['connection:check'](undefined)
      await handlers['file-store:check'](undefined)
    }
    expect(server.arrivals('all-pharmacies') - before.checks).toBe(round)
    expect(stored() - before.stored).toBe(round)
    nowMs += 1_000
  }
})
