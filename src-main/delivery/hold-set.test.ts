import { describe, expect, it } from 'vitest'
import { HoldSet } from './hold-set.ts'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'

describe('the next check of a claim list', () => {
  it('is the later one when the check of the other list is overdue but not needed', async () => {
    const clock = new VirtualClock()
    const holds = new HoldSet(clock)
    holds.add({ type: 'list-unavailable', product: 'okada' }, 1_000)
    holds.add({ type: 'list-unavailable', product: 'keke' }, 5_000)
    await clock.advance(2_000)
    expect(holds.msUntilListLook(clock.monotonicMs())).toBe(3_000)
  })

  it('is null without such a hold, whatever other holds there are', () => {
    const clock = new VirtualClock()
    const holds = new HoldSet(clock)
    holds.add({ type: 'offline' }, 1_000)
    expect(holds.msUntilListLook(clock.monotonicMs())).toBeNull()
  })
})
