import { expect, it } from 'vitest'
import { bench, benchForEach } from '#testing/updates/update-bench.ts'

/*
 * Whoever answers for the feed has an old manifest with a valid signature, and wants a computer to stay where it is.
 */
const dayMs = 86_400_000
benchForEach()

const inDays = (days: number): string => new Date(bench.clock.now().getTime() + days * dayMs).toISOString()
const noNews = { type: 'failed', reason: 'expired' } as const

it('that has ended is not used, whatever it offers', async () => {
  for (const version of ['0.1.0', '0.2.0']) {
    bench.publish(version, '', inDays(-1))
    expect((await bench.checked()).status).toEqual(noNews)
    expect(bench.has('pending')).toBe(false)
  }
})

it('that was valid is what a silent feed is measured by', async () => {
  bench.publish('0.1.0', '', inDays(1))
  expect((await bench.checked()).status.type).toBe('idle')
  bench.feed.files.clear()
  expect((await bench.checked()).status).toEqual({ type: 'failed', reason: 'not-a-feed' })
  await bench.clock.advance(2 * dayMs)
  expect((await bench.checked()).status).toEqual(noNews)
})

it('without a date is none', async () => {
  bench.publish('0.2.0', '', 'soon')
  expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
})
