import { describe, expect, it, vi } from 'vitest'
import { noteElsewhere } from '#main/outbox/engine-memory.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import {
  answers,
  claimOf,
  harness,
  harnessForEach,
  holds,
  minutes,
  start,
  started,
  stateAfter,
  unanswered,
} from '#testing/engine/harness-for-each.ts'

harnessForEach()

describe('a clock that advances while the engine computes', () => {
  it.each(Array.from({ length: 25 }, (_, n) => n * 0.04))(
    'does not sleep past anything that falls due meanwhile, begun %f ms after a full one',
    async (startMs) => {
      await harness.clock.advance(startMs)
      harness.clock.readingMs = 0.02
      const id = await unanswered(true)
      expect(harness.state(id)).toBe('unconfirmed')
      expect(await stateAfter(15_050, id)).toBe('delivered')
    },
  )

  it.each(Array.from({ length: 25 }, (_, n) => n * 0.04))(
    'does not sleep past the moment when attempts may begin again either, begun %f ms after a full one',
    async (startMs) => {
      await harness.clock.advance(startMs)
      harness.clock.readingMs = 0.02
      answers({ type: 'rate-limited', retryAfterMs: 1000 })
      const id = await started()
      expect(await stateAfter(11_100, id)).toBe('delivered')
    },
  )
})

describe('a process that ends', () => {
  it('leaves an open attempt unconfirmed, and the next start finds its claim', async () => {
    harness.server.hang = Promise.withResolvers()
    const id = await started()
    expect(harness.state(id)).toBe('sending')
    const dead = harness.engine
    harness.restart()
    harness.server.hang = null
    await start()
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'details' })
    expect(harness.server.claims).toHaveLength(1)
    expect(dead).not.toBe(harness.engine)
  })

  it('leaves every open attempt unconfirmed, although the disk refuses one of them', async () => {
    harness.sideBySide = 2
    harness.server.hang = Promise.withResolvers()
    const ids = ['KKP/1', 'KKP/2'].map(claimOf)
    await start()
    harness.restart()
    vi.spyOn(harness.outbox, 'apply').mockReturnValueOnce({ ok: false, error: { type: 'io' } })
    harness.engine.start()
    expect(ids.map((id) => harness.state(id)).sort()).toEqual(['sending', 'unconfirmed'])
    await harness.clock.advance(15_000)
    expect(ids.map((id) => harness.state(id))).not.toContain('sending')
  })

  it('aborts an attempt that takes too long to stop', async () => {
    harness.server.hang = Promise.withResolvers()
    const id = await started()
    const stopped = harness.engine.stop()
    await harness.clock.advance(10_000)
    await stopped
    expect(harness.entry(id).state).toMatchObject({ name: 'unconfirmed', cause: 'stopped' })
  })

  it.each([1_900, 2_100])(
    'gives what is in flight two seconds where the session ends: %i ms',
    async (afterMs) => {
      harness.server.hang = Promise.withResolvers()
      const id = await started()
      harness.engine.sessionMayEnd()
      const stopped = harness.engine.stop()
      await harness.clock.advance(afterMs)
      harness.server.hang.resolve()
      await stopped
      expect(harness.state(id)).toBe(afterMs < 2_000 ? 'delivered' : 'unconfirmed')
    },
  )

  it('begins nothing while the session may be ending, and goes on where it does not end', async () => {
    await start()
    harness.engine.sessionMayEnd()
    const id = harness.accept(claimSubmission())
    harness.engine.nudge()
    expect(await stateAfter(29_000, id)).toBe('queued')
    expect(await stateAfter(1_000, id)).toBe('delivered')
  })

  it('marks what was in flight unconfirmed when the computer goes to sleep, and looks it up on waking', async () => {
    harness.server.hang = Promise.withResolvers()
    const id = await started()
    harness.engine.suspend()
    await harness.clock.settle()
    expect(harness.entry(id).state).toMatchObject({ name: 'unconfirmed', cause: 'suspended' })
    const { looks } = harness.server
    await harness.clock.advance(minutes(1))
    expect(harness.server.looks).toBe(looks)
    harness.server.hang = null
    harness.engine.resume()
    expect(await stateAfter(0, id)).toBe('delivered')
    expect(harness.server.claims).toHaveLength(1)
  })

  it('sends nothing after waking before a look has shown that the insurer answers', async () => {
    await start()
    harness.engine.suspend()
    const id = harness.accept(claimSubmission())
    harness.server.connection = { type: 'no-network' }
    harness.engine.resume()
    await harness.clock.settle()
    expect([harness.state(id), harness.server.arrivals]).toEqual(['queued', 0])
    harness.server.connection = { type: 'works' }
    expect(await stateAfter(minutes(15), id)).toBe('delivered')
  })

  it('goes on for an officer where the system never said that the computer woke up', async () => {
    await start()
    harness.engine.suspend()
    const id = harness.accept(claimSubmission())
    expect(await stateAfter(0, id)).toBe('queued')
    harness.engine.tryNow()
    expect(await stateAfter(0, id)).toBe('delivered')
  })

  it('goes on by itself once time passes, which it does only while the computer is awake', async () => {
    await start()
    harness.engine.suspend()
    await harness.clock.advance(minutes(1))
    harness.engine.suspend()
    const id = harness.accept(claimSubmission())
    expect(await stateAfter(minutes(2) - 1, id)).toBe('queued')
    expect(await stateAfter(1, id)).toBe('delivered')
  })
})

it.each([
  ['five minutes', false, 12],
  ['thirty minutes while data is to be saved', true, 2],
])('an idle engine asks every %s whether the insurer can be reached', async (_when, savesData, times) => {
  harness.savesData = savesData
  await start()
  const { probes } = harness.server
  await harness.clock.advance(minutes(60))
  expect(harness.server.probes - probes).toBe(times)
})

describe('an officer', () => {
  it('remembers its pause, and what another computer may have sent, where a row cannot be read at first', async () => {
    const id = harness.accept(claimSubmission())
    harness.engine.pause(true)
    noteElsewhere(harness.database, [id])
    harness.restart()
    const refused = vi.spyOn(harness.database, 'prepare').mockImplementation(() => {
      throw Object.assign(new Error('made up'), { errcode: 10 })
    })
    harness.engine.start()
    refused.mockRestore()
    await harness.clock.advance(minutes(1))
    expect([harness.state(id), harness.server.arrivals]).toEqual(['queued', 0])
    harness.engine.pause(false)
    await harness.clock.settle()
    expect([harness.server.looks, harness.state(id)]).toEqual([1, 'delivered'])
  })

  it('pauses sending, and the pause survives a restart', async () => {
    await start()
    harness.engine.pause(true)
    const id = harness.accept(claimSubmission())
    await harness.engine.stop()
    harness.restart()
    await start()
    await harness.clock.advance(minutes(10))
    expect(harness.entry(id).attempts).toBe(0)
    harness.engine.pause(false)
    expect(await stateAfter(0, id)).toBe('delivered')
  })

  it('has the list read at once for an unconfirmed claim', async () => {
    const id = await unanswered(true)
    await harness.engine.lookNow(id)
    expect(harness.state(id)).toBe('delivered')
  })

  it('gets an answer even when a missing connection rules out a reading', async () => {
    const id = await unanswered(true)
    harness.server.connection = { type: 'no-network' }
    await harness.engine.lookNow(id)
    expect(harness.state(id)).toBe('unconfirmed')
  })

  it('retries at once what is only waiting for a timer', async () => {
    harness.server.connection = { type: 'no-network' }
    const id = await started()
    await harness.clock.advance(minutes(60))
    harness.server.connection = { type: 'works' }
    harness.engine.tryNow()
    expect(await stateAfter(0, id)).toBe('delivered')
  })

  it('sees that nothing is sent without a key', async () => {
    harness.hasKey = false
    const id = await started()
    await harness.clock.advance(minutes(60))
    expect(holds()).toEqual(['no-key'])
    expect(harness.entry(id).attempts).toBe(0)
  })

  it('does not cause endless probes when the key is cleared while something else answers', async () => {
    harness.server.connection = { type: 'not-the-api' }
    await start()
    harness.server.connection = { type: 'no-key' }
    harness.engine.keyChanged()
    // A limited number of turns: if this regresses, the engine never stops taking turns.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    expect(harness.server.probes).toBeLessThan(4)
    expect(holds()).toEqual(['no-key'])
  })
})

describe('the system clock', () => {
  it('keeps the order of acceptance and counts no other day’s entry as today’s, whatever it says', async () => {
    await start()
    const tenYearsMs = 3_652 * 24 * minutes(60)
    const ids: string[] = []
    for (const byMs of [0, tenYearsMs, -2 * tenYearsMs, tenYearsMs]) {
      harness.clock.jump(byMs)
      const policyNumber = `KKP/2026/LA/${ids.length}`
      ids.push(
        harness.accept(claimSubmission({ policyNumber }, { branchReference: `3333-444${ids.length}` })),
      )
      await harness.clock.settle()
    }
    expect(harness.outbox.settled(10).map(({ id }) => id)).toEqual(ids.toReversed())
    // The first and the last count: the clock is back on the day of the first.
    expect(harness.engine.status().counts.receivedToday).toBe(2)
  })

  it('may jump ten years either way without anything being sent early or never', async () => {
    const id = await unanswered(true)
    harness.clock.jump(-10 * 365 * 24 * minutes(60))
    expect(await stateAfter(15_000, id)).toBe('delivered')
    harness.clock.jump(20 * 365 * 24 * minutes(60))
    const next = harness.accept(
      claimSubmission({ policyNumber: 'KKP/NEXT' }, { branchReference: '3333-4444' }),
    )
    expect(await stateAfter(0, next)).toBe('delivered')
  })
})

it('asks once for a new answer where this computer’s clock was changed since it was compared', async () => {
  await start()
  harness.engine.saw({ trouble: null, clock: { aheadMs: minutes(13), uncertainMs: 600 } })
  const { probes } = harness.server
  const look = async (): Promise<void> => {
    harness.engine.lookAtClock()
    await harness.clock.settle()
  }
  await look()
  expect(harness.server.probes).toBe(probes)
  harness.clock.jump(-minutes(13))
  for (let n = 0; n < 3; n += 1) await look()
  expect(harness.server.probes).toBe(probes + 1)
  expect(harness.engine.connectivity.now().clock).toBeNull()
})
