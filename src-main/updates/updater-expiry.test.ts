import { beforeEach, describe, expect, it } from 'vitest'
import { UpdateBench } from './testing/update-bench.ts'

/*
 * Whoever answers for the feed has an old manifest with a valid signature, and wants a computer to stay where it is.
 */
const dayMs = 86_400_000
let bench: UpdateBench

beforeEach(async () => {
  bench = await UpdateBench.set()
})

const inDays = (days: number): string => new Date(bench.clock.now().getTime() + days * dayMs).toISOString()

describe('a manifest', () => {
  it('that is no longer valid is not used, whatever it offers, and since when is said', async () => {
    for (const version of ['0.1.0', '0.2.0']) {
      const validUntil = inDays(-1)
      bench.publish(version, '', { validUntil })
      const { status } = await bench.checked()
      expect(status).toMatchObject({ type: 'failed', reason: 'expired', noNewsSince: validUntil })
      expect(bench.has('pending')).toBe(false)
    }
  })

  it('is judged by the insurer’s clock where it is known', async () => {
    bench.publish('0.2.0', '', { validUntil: inDays(-1) })
    bench.clockAheadMs = 2 * dayMs
    expect((await bench.checked()).status.type).toBe('ready')
    bench.publish('0.3.0', '', { validUntil: inDays(1) })
    bench.clockAheadMs = -2 * dayMs
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'expired' })
  })

  it('that was valid is what a silent feed is measured by', async () => {
    const validUntil = inDays(1)
    bench.publish('0.1.0', '', { validUntil })
    expect((await bench.checked()).status.type).toBe('idle')
    bench.feed.files.clear()
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', noNewsSince: null })
    bench.clockAheadMs = -2 * dayMs
    expect((await bench.checked()).status).toMatchObject({ reason: 'not-a-feed', noNewsSince: validUntil })
  })

  it('of the same version is not replaced by an earlier one', async () => {
    bench.publish('0.2.0', '', { validUntil: inDays(365) })
    await bench.checked()
    bench.publish('0.2.0', '', { validUntil: inDays(300) })
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'older' })
    bench.publish('0.2.0', '', { validUntil: inDays(366) })
    expect((await bench.checked()).status.type).toBe('ready')
  })

  it('without a date is none', async () => {
    bench.publish('0.2.0', '', { validUntil: 'soon' })
    expect((await bench.checked()).status).toMatchObject({ type: 'failed', reason: 'not-a-feed' })
  })
})
