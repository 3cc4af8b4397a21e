import { describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import {
  answers,
  hanging,
  harness,
  harnessForEach,
  holds,
  minutes,
  start,
  started,
  stateAfter,
} from '#testing/engine/harness-for-each.ts'

harnessForEach()

const notSent: AttemptOutcome = { type: 'not-sent', cause: 'refused' }

describe('a connection', () => {
  it('costs a claim its own POST and nothing else', async () => {
    for (let n = 0; n < 20; n += 1) {
      harness.accept(claimSubmission({ policyNumber: `KKP/2026/LA/${n}` }))
    }
    await start()
    expect(harness.server.claims).toHaveLength(20)
    await harness.clock.advance(30_000)
    expect([harness.server.readings, harness.server.looks]).toEqual([0, 0])
  })

  it('gives a claim the number under which a list showed it before its answer came', async () => {
    harness.server.hang = hanging()
    const id = await started()
    const reading = harness.engine.watchReading('keke')
    reading.rows(harness.server.claims)
    reading.ended(null)
    await harness.clock.settle()
    harness.server.hang.resolve()
    await harness.clock.settle()
    const [there] = harness.server.claims
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'answer', claimId: there?.id })
  })

  it('costs a claim that the insurer turns down no more, also across a start', async () => {
    answers({ type: 'rejected', serverMessage: 'No', fieldErrors: {} })
    const id = await started()
    await harness.clock.advance(minutes(15))
    expect([harness.state(id), harness.server.readings]).toEqual(['rejected', 0])
    await harness.engine.stop()
    harness.restart()
    await start()
    await harness.clock.advance(minutes(120))
    expect([harness.server.readings, harness.server.looks]).toEqual([0, 0])
  })
})

describe('no connection', () => {
  it('holds everything, uses up no attempt, and delivers once the API answers', async () => {
    harness.server.connection = { type: 'no-network' }
    const id = await started()
    await harness.clock.advance(minutes(30))
    expect(holds()).toEqual(['offline'])
    expect(harness.entry(id)).toMatchObject({ attempts: 0, state: { name: 'queued' } })

    harness.server.connection = { type: 'works' }
    expect(await stateAfter(minutes(1), id)).toBe('delivered')
    expect(holds()).toEqual([])
  })

  it('holds everything too where something answers that cannot be read', async () => {
    harness.server.connection = { type: 'garbled', code: 'HPE_UNKNOWN' }
    const id = await started()
    await harness.clock.advance(minutes(30))
    expect(holds()).toEqual(['offline'])
    expect(harness.entry(id)).toMatchObject({ attempts: 0, state: { name: 'queued' } })
  })

  it('is suspected once five answers in a row cannot be read, and a probe tells', async () => {
    const garbled = { type: 'uncertain', cause: 'garbled', httpStatus: null, code: 'HPE_UNKNOWN' } as const
    await start()
    for (const at of [1, 2, 3, 4, 5]) {
      expect(holds()).toEqual([])
      answers(garbled)
      harness.accept(claimSubmission({ policyNumber: `KKP/${at}` }))
      await harness.clock.settle()
    }
    expect(holds()).toEqual(['offline'])
  })

  it('opens the connection of what waits beside the probe', async () => {
    harness.server.connection = { type: 'no-network' }
    await start()
    await harness.clock.advance(minutes(5))
    expect(harness.server.prepared).toEqual([])
    harness.accept(claimSubmission())
    harness.engine.pause(true)
    harness.engine.networkChanged(true)
    await harness.clock.settle()
    expect(harness.server.prepared).toEqual([])

    harness.engine.pause(false)
    harness.engine.networkChanged(true)
    await harness.clock.settle()
    expect(harness.server.prepared).toEqual([1])
  })

  it('asks at once whether there is any, when an entry could not leave', async () => {
    await start()
    expect(harness.engine.status().connection).toBe('online')
    harness.server.connection = { type: 'no-network' }
    answers(notSent)
    const id = harness.accept(claimSubmission())
    harness.engine.nudge()
    await harness.clock.settle()
    expect(holds()).toEqual(['offline'])
    expect(harness.entry(id).attempts).toBe(1)
    const { probes } = harness.server
    const prepared = harness.server.prepared.length
    await harness.clock.advance(minutes(2))
    expect(harness.server.probes).toBeGreaterThan(probes)
    // A server in trouble is not asked for more connections than probes.
    expect(harness.server.prepared.slice(prepared).filter((count) => count > 0)).toEqual([])
    harness.server.connection = { type: 'works' }
    expect(await stateAfter(minutes(5), id)).toBe('delivered')
    expect(harness.server.claims).toHaveLength(1)
  })

  it('retries an entry that never left with growing delays while the API answers', async () => {
    answers(...Array.from({ length: 6 }, () => notSent))
    const id = await started()
    expect(harness.entry(id).attempts).toBe(1)
    await harness.clock.advance(1_000)
    while (harness.server.posts.length > 0) {
      expect(holds()).toEqual([])
      await harness.clock.advance(1_000)
    }
    expect(await stateAfter(minutes(5), id)).toBe('delivered')
    expect(harness.entry(id).attempts).toBe(7)
  })

  it('is tried again at once for whatever goes before an entry that an officer sends now', async () => {
    answers(...Array.from({ length: 3 }, () => notSent))
    const first = harness.accept(claimSubmission())
    const second = await started(claimSubmission({}, { branchReference: '0000-0002' }))
    await harness.clock.advance(1)
    while (harness.server.posts.length > 0) await harness.clock.advance(1_000)
    expect([harness.state(first), harness.state(second)]).toEqual(['queued', 'queued'])
    harness.engine.sendNow(second)
    await harness.clock.advance(1)
    expect([harness.state(first), harness.state(second)]).toEqual(['delivered', 'delivered'])
  })

  it('is probed at intervals, even when something other than the API answered first', async () => {
    harness.server.connection = { type: 'not-the-api' }
    await start()
    expect(holds()).toEqual(['intercepted'])
    harness.server.connection = { type: 'no-network' }
    await harness.clock.advance(minutes(1))
    expect(holds()).toEqual(['offline'])
    const probes = harness.server.probes
    await harness.clock.advance(minutes(10))
    expect(harness.server.probes - probes).toBeLessThan(60)
  })

  it('reported by a request of the page makes the engine probe as well, in both directions', async () => {
    await start()
    expect(harness.engine.status().connection).toBe('online')
    harness.server.connection = { type: 'no-network' }
    harness.engine.contactSeen('offline')
    await harness.clock.settle()
    expect(holds()).toEqual(['offline'])
    harness.server.connection = { type: 'works' }
    harness.engine.contactSeen('online')
    await harness.clock.settle()
    expect(holds()).toEqual([])
  })
})

describe('a disk that is full', () => {
  it('keeps an outcome that could not be written, and sends nothing until it is', async () => {
    const id = harness.accept(claimSubmission())
    const behind = harness.accept(
      claimSubmission({ policyNumber: 'KKP/B' }, { branchReference: '0000-0002' }),
    )
    const close = harness.outbox.closeAttempt.bind(harness.outbox)
    harness.outbox.closeAttempt = () => ({ ok: false, error: { type: 'disk-full' } })
    await start()
    expect(holds()).toEqual(['disk-full'])
    expect(harness.server.arrivals).toBe(1)
    await harness.clock.advance(minutes(5))
    expect(harness.server.arrivals).toBe(1)
    harness.outbox.closeAttempt = close
    await harness.clock.advance(15_000)
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'answer' })
    expect(harness.state(behind)).toBe('delivered')
    expect(holds()).toEqual([])
  })

  it('keeps the engine from sending what could not be written first', async () => {
    const id = harness.accept(claimSubmission())
    harness.outbox.openAttempt = () => ({ ok: false, error: { type: 'disk-full' } })
    await start()
    await harness.clock.advance(minutes(5))
    expect(harness.server.arrivals).toBe(0)
    expect(harness.state(id)).toBe('queued')
  })
})

describe('a refusal', () => {
  it('of the key holds the queue, loses nothing, and ends with a new key', async () => {
    answers({ type: 'key-refused' })
    const id = await started()
    expect(holds()).toEqual(['key-refused'])
    await harness.clock.advance(minutes(10))
    expect(harness.entry(id)).toMatchObject({ attempts: 1, state: { name: 'queued' } })
    harness.engine.keyChanged()
    expect(await stateAfter(0, id)).toBe('delivered')
  })

  it('of the key ends by itself when the server accepts the key again', async () => {
    answers({ type: 'key-refused' })
    const id = await started()
    expect(await stateAfter(minutes(15), id)).toBe('delivered')
  })

  it('of the old key that arrives after a new one was set does not hold the queue', async () => {
    const id = harness.accept(claimSubmission())
    answers({ type: 'key-refused' })
    const asked = hanging()
    harness.server.hang = asked
    await start()
    harness.engine.keyChanged()
    harness.server.hang = null
    asked.resolve()
    await harness.clock.settle()
    expect(holds()).toEqual([])
    expect(harness.state(id)).toBe('delivered')
  })

  it('of the key is not probed in a tight loop while the server has trouble', async () => {
    harness.accept(claimSubmission())
    answers({ type: 'key-refused' })
    await start()
    harness.server.connection = { type: 'server-trouble' }
    await harness.clock.advance(minutes(16))
    expect(holds()).toEqual(['key-refused'])
    const probes = harness.server.probes
    await harness.clock.advance(minutes(13))
    expect(harness.server.probes - probes).toBe(0)
  })

  it('of one claim does not hold back the ones behind it', async () => {
    const first = harness.accept(claimSubmission())
    const second = harness.accept(
      claimSubmission({ occurrenceDate: '2026-11-03' }, { branchReference: '1111-2222' }),
    )
    answers({ type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} })
    await start()
    expect(harness.state(first)).toBe('rejected')
    expect(harness.state(second)).toBe('delivered')
  })

  it('with a wait is respected to the second, even after a restart', async () => {
    answers({ type: 'rate-limited', retryAfterMs: minutes(10) })
    const id = await started()
    await harness.clock.advance(minutes(5))
    await harness.engine.stop()
    harness.restart()
    await start()
    await harness.clock.advance(minutes(4))
    expect(harness.server.arrivals).toBe(1)
    expect(await stateAfter(minutes(1), id)).toBe('delivered')
  })
})

it('a wait that cannot be read from the file holds nothing', async () => {
  createEngineMemory(harness.database).write('rate-limited-until', 'no time')
  const id = await started()
  expect([holds(), harness.state(id)]).toEqual([[], 'delivered'])
})

it('order is kept among the entries of one policy, and delays no other policy', async () => {
  const first = harness.accept(claimSubmission({}, { branchReference: '0000-0001' }))
  // Typed differently and kept that way, but still the same policy.
  const behind = harness.accept(
    claimSubmission({ policyNumber: 'kkp / 2026\\la/000001' }, { branchReference: '0000-0002' }),
  )
  const other = harness.accept(
    claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0003' }),
  )
  answers(notSent)
  await start()
  expect([first, behind, other].map((id) => harness.state(id))).toEqual(['queued', 'queued', 'delivered'])
  await harness.clock.advance(2_000)
  expect(harness.server.claims.map((claim) => claim.incidentDetails.slice(0, 15))).toEqual([
    '[Ref 0000-0003]',
    '[Ref 0000-0001]',
    '[Ref 0000-0002]',
  ])
})
