import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from '../outbox/testing/made-up.ts'
import { EngineHarness } from '#proofs/histories/engine-harness.ts'

let harness: EngineHarness

beforeEach(() => {
  harness = new EngineHarness()
})
afterEach(async () => {
  await harness.engine.stop()
  harness.dispose()
})

const lost: AttemptOutcome = { type: 'uncertain', cause: 'reset', httpStatus: null }
const notSent: AttemptOutcome = { type: 'not-sent', cause: 'refused' }
const minutes = (n: number): number => n * 60_000

async function start(): Promise<void> {
  harness.engine.start()
  await harness.clock.settle()
}

function holds(): string[] {
  return harness.engine.status().holds.map((hold) => hold.type)
}

describe('a connection', () => {
  it('delivers a claim that was accepted before the start', async () => {
    const id = harness.accept(claimSubmission())
    await start()
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'answer' })
    expect(harness.server.claims).toHaveLength(1)
  })

  it('delivers what is accepted while it runs, without waiting for a timer', async () => {
    await start()
    const id = harness.accept(claimSubmission())
    await harness.clock.settle()
    expect(harness.state(id)).toBe('delivered')
  })

  it('binds a delivered claim to its row of the list by the next reading', async () => {
    const id = harness.accept(claimSubmission())
    await start()
    await harness.clock.advance(15_000)
    expect(harness.entry(id).state).toMatchObject({ proof: 'answer', claimId: 101 })
  })

  it('reads the list once for a whole batch', async () => {
    for (let n = 0; n < 20; n += 1) {
      const policyNumber = `KKP/2026/LA/${n}`
      harness.accept(claimSubmission({ policyNumber }))
    }
    await start()
    expect(harness.server.claims).toHaveLength(20)
    expect(harness.server.readings).toBe(1)
  })
})

describe('no connection', () => {
  it('holds everything, uses up no attempt, and delivers once the API answers', async () => {
    harness.server.connection = { type: 'no-network' }
    const id = harness.accept(claimSubmission())
    await start()
    await harness.clock.advance(minutes(30))
    expect(holds()).toEqual(['offline'])
    expect(harness.entry(id)).toMatchObject({ attempts: 0, state: { name: 'queued' } })

    harness.server.connection = { type: 'works' }
    await harness.clock.advance(minutes(1))
    expect(harness.state(id)).toBe('delivered')
    expect(holds()).toEqual([])
  })

  it('retries an entry that never left, with growing delays, and opens the breaker after five failures', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push(...Array.from({ length: 5 }, () => ({ commits: false, sees: notSent })))
    harness.engine.start()
    await harness.clock.settle()
    expect(harness.entry(id).attempts).toBe(1)
    while (harness.server.posts.length > 0) await harness.clock.advance(1_000)
    expect(holds()).toEqual(['offline'])
    const probes = harness.server.probes
    await harness.clock.advance(minutes(2))
    expect(harness.server.probes).toBeGreaterThan(probes)
    expect(harness.state(id)).toBe('delivered')
    expect(harness.server.claims).toHaveLength(1)
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

  it('holds while something other than the API answers', async () => {
    harness.server.connection = { type: 'not-the-api' }
    const id = harness.accept(claimSubmission())
    await start()
    expect(holds()).toEqual(['intercepted'])
    expect(harness.entry(id).attempts).toBe(0)
  })
})

describe('an answer that was lost', () => {
  it('is resolved from the list: one claim at the insurer, received here', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: true, sees: lost })
    await start()
    expect(harness.state(id)).toBe('unconfirmed')
    await harness.clock.advance(15_000)
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'list', claimId: 101 })
    expect(harness.server.arrivals).toBe(1)
  })

  it('is not resolved by an equal claim that was there before', async () => {
    harness.server.commit('keke', madeUpClaim(), null)
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: lost })
    await start()
    await harness.clock.advance(minutes(2))
    expect(harness.state(id)).toBe('unconfirmed')
  })

  it('leads to a retry only after two readings five minutes apart show nothing', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: lost })
    await start()
    await harness.clock.advance(minutes(5))
    expect(harness.server.arrivals).toBe(1)
    await harness.clock.advance(minutes(2))
    expect(harness.server.arrivals).toBe(2)
    expect(harness.state(id)).toBe('delivered')
    expect(harness.server.claims).toHaveLength(1)
  })

  it('goes to an officer once the claim was proved absent three times', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push(...Array.from({ length: 3 }, () => ({ commits: false, sees: lost })))
    await start()
    await harness.clock.advance(minutes(60))
    expect(harness.server.arrivals).toBe(3)
    expect(harness.state(id)).toBe('needs-review')
  })

  it('is settled by a late row even while an officer is asked', async () => {
    const { id, body } = claimSubmission()
    harness.accept({ id, body })
    harness.server.posts.push(...Array.from({ length: 3 }, () => ({ commits: false, sees: lost })))
    await start()
    await harness.clock.advance(minutes(60))
    harness.server.commit('keke', body.claim, body.branchReference)
    harness.accept(claimSubmission({ policyNumber: 'KKP/2026/LA/OTHER' }, { branchReference: '0000-0001' }))
    await harness.clock.advance(minutes(1))
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'list' })
  })

  it('ignores readings of a list that became shorter', async () => {
    harness.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/A' }), null)
    harness.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/B' }), null)
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: lost })
    await start()
    harness.server.claims.pop()
    await harness.clock.advance(minutes(60))
    expect(harness.entry(id).state).toMatchObject({ name: 'unconfirmed', absentReadings: 0 })
    expect(harness.server.arrivals).toBe(1)
  })

  it('raises an alarm when the list shows the claim twice', async () => {
    const { id, body } = claimSubmission()
    harness.accept({ id, body })
    await start()
    harness.server.commit('keke', body.claim, body.branchReference)
    await harness.clock.advance(15_000)
    expect(harness.outbox.claimRows.duplicatesOf(id)).toHaveLength(1)
  })

  it('is looked up as soon as the connection is back', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: true, sees: lost })
    await start()
    harness.server.connection = { type: 'no-network' }
    await harness.clock.advance(minutes(120))
    expect(harness.state(id)).toBe('unconfirmed')
    harness.server.connection = { type: 'works' }
    harness.engine.networkChanged(true)
    await harness.clock.settle()
    expect(harness.state(id)).toBe('delivered')
  })

  it('never leads to an automatic retry of a pharmacy request', async () => {
    const id = harness.accept(pharmacySubmission())
    harness.server.posts.push({ commits: true, sees: lost })
    await start()
    await harness.clock.advance(minutes(24 * 60))
    expect(harness.state(id)).toBe('unconfirmed')
    expect(harness.server.requests).toHaveLength(1)
  })
})

describe('a clock that advances while the engine computes', () => {
  it.each(Array.from({ length: 50 }, (_, n) => n * 0.02))(
    'does not sleep past anything that falls due meanwhile, begun %f ms after a full one',
    async (startMs) => {
      await harness.clock.advance(startMs)
      harness.clock.readingMs = 0.02
      harness.server.posts.push({ commits: true, sees: lost })
      const id = harness.accept(claimSubmission())
      await start()
      expect(harness.state(id)).toBe('unconfirmed')
      await harness.clock.advance(15_050)
      expect(harness.state(id)).toBe('delivered')
    },
  )
})

describe('a baseline', () => {
  it('is read again after an attempt with an unknown outcome', async () => {
    harness.accept(claimSubmission())
    harness.accept(claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }))
    harness.server.posts.push({ commits: true, sees: lost })
    await start()
    expect(harness.server.readings).toBe(2)
    expect(harness.server.claims).toHaveLength(2)
  })

  it('is read again when it is older than the setting', async () => {
    harness.accept(claimSubmission())
    await start()
    await harness.clock.advance(minutes(11))
    const readings = harness.server.readings
    harness.accept(claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }))
    await harness.clock.settle()
    expect(harness.server.readings).toBe(readings + 1)
  })

  it('is read again after the computer was asleep', async () => {
    harness.accept(claimSubmission())
    await start()
    await harness.clock.advance(15_000)
    harness.engine.suspend()
    harness.engine.resume()
    const readings = harness.server.readings
    harness.accept(claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }))
    await harness.clock.settle()
    expect(harness.server.readings).toBe(readings + 1)
  })
})

describe('an entry that was permanently removed', () => {
  it('leaves a row in the list that is matched to no later claim', async () => {
    const forgotten = harness.accept(claimSubmission({}, { branchReference: '0000-0001' }))
    await start()
    expect(harness.state(forgotten)).toBe('delivered')
    expect(harness.outbox.remove([forgotten]).ok).toBe(true)
    harness.engine.entriesRemoved()

    const equal = harness.accept(claimSubmission({}, { branchReference: '0000-0002' }))
    harness.server.posts.push({ commits: false, sees: lost })
    await harness.clock.advance(minutes(10))
    // Otherwise the row of the first would have settled the second, which never reached the insurer.
    expect(harness.server.claims).toHaveLength(2)
    expect(harness.state(equal)).toBe('delivered')
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

describe('a list that became shorter', () => {
  it('blocks sending until it is complete again', async () => {
    for (let n = 0; n < 3; n += 1) harness.server.commit('keke', madeUpClaim(), null)
    await start()
    harness.accept(claimSubmission())
    await harness.clock.settle()
    harness.engine.keyChanged()
    const whole = harness.server.claims.splice(0)
    const id = harness.accept(claimSubmission({}, { branchReference: '1111-2222' }))
    await harness.clock.advance(minutes(2))
    expect(harness.state(id)).toBe('queued')
    expect(holds()).toEqual(['list-unavailable'])
    harness.server.claims.push(...whole)
    await harness.clock.advance(minutes(3))
    expect(harness.state(id)).toBe('delivered')
  })

  it('is accepted once it stayed shorter for five minutes', async () => {
    for (let n = 0; n < 3; n += 1) harness.server.commit('keke', madeUpClaim(), null)
    await start()
    harness.accept(claimSubmission())
    await harness.clock.settle()
    harness.engine.keyChanged()
    harness.server.claims.splice(0)
    const id = harness.accept(claimSubmission({}, { branchReference: '1111-2222' }))
    await harness.clock.advance(minutes(20))
    expect(harness.state(id)).toBe('delivered')
  })
})

describe('a refusal', () => {
  it('of the key holds the queue, loses nothing, and ends with a new key', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    await start()
    expect(holds()).toEqual(['key-refused'])
    await harness.clock.advance(minutes(10))
    expect(harness.entry(id)).toMatchObject({ attempts: 1, state: { name: 'queued' } })
    harness.engine.keyChanged()
    await harness.clock.settle()
    expect(harness.state(id)).toBe('delivered')
  })

  it('of the key ends by itself when the server accepts the key again', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    await start()
    await harness.clock.advance(minutes(15))
    expect(harness.state(id)).toBe('delivered')
  })

  it('of the old key that arrives after a new one was set does not hold the queue', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    const asked = Promise.withResolvers<undefined>()
    harness.server.hang = { promise: asked.promise, resolve: () => asked.resolve(undefined) }
    await start()
    harness.engine.keyChanged()
    harness.server.hang = null
    asked.resolve(undefined)
    await harness.clock.settle()
    expect(holds()).toEqual([])
    expect(harness.state(id)).toBe('delivered')
  })

  it('of the key is not probed in a tight loop while the server has trouble', async () => {
    harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
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
    const rejected = { type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} } as const
    harness.server.posts.push({ commits: false, sees: rejected })
    await start()
    expect(harness.state(first)).toBe('rejected')
    expect(harness.state(second)).toBe('delivered')
  })

  it('with a wait is respected to the second, even after a restart', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: false, sees: { type: 'rate-limited', retryAfterMs: minutes(10) } })
    await start()
    await harness.clock.advance(minutes(5))
    await harness.engine.stop()
    harness.restart()
    await start()
    await harness.clock.advance(minutes(4))
    expect(harness.server.arrivals).toBe(1)
    await harness.clock.advance(minutes(1))
    expect(harness.state(id)).toBe('delivered')
  })
})

describe('order', () => {
  it('is kept among the entries of one policy, and delays no other policy', async () => {
    const first = harness.accept(claimSubmission({}, { branchReference: '0000-0001' }))
    // Typed differently and kept that way, but still the same policy.
    const behind = harness.accept(
      claimSubmission({ policyNumber: 'kkp / 2026\\la/000001' }, { branchReference: '0000-0002' }),
    )
    const other = harness.accept(
      claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0003' }),
    )
    harness.server.posts.push({ commits: false, sees: notSent })
    await start()
    expect([first, behind, other].map((id) => harness.state(id))).toEqual(['queued', 'queued', 'delivered'])
    await harness.clock.advance(2_000)
    expect(harness.server.claims.map((claim) => claim.incidentDetails.slice(0, 15))).toEqual([
      '[Ref 0000-0003]',
      '[Ref 0000-0001]',
      '[Ref 0000-0002]',
    ])
  })

  it('does not hold back pharmacy requests while a claim list cannot be read', async () => {
    harness.server.listFailure = { type: 'server-error', httpStatus: 500 }
    const claim = harness.accept(claimSubmission())
    const request = harness.accept(pharmacySubmission())
    await start()
    expect(harness.state(claim)).toBe('queued')
    expect(harness.state(request)).toBe('delivered')
    expect(holds()).toEqual(['list-unavailable'])
    harness.server.listFailure = null
    await harness.clock.advance(minutes(1))
    expect(harness.state(claim)).toBe('delivered')
  })
})

describe('a process that ends', () => {
  it('leaves an open attempt unconfirmed, and the next start finds its claim in the list', async () => {
    harness.server.hang = Promise.withResolvers()
    const id = harness.accept(claimSubmission())
    await start()
    expect(harness.state(id)).toBe('sending')
    const dead = harness.engine
    harness.restart()
    harness.server.hang = null
    await start()
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'list' })
    expect(harness.server.claims).toHaveLength(1)
    expect(dead).not.toBe(harness.engine)
  })

  it('aborts an attempt that takes too long to stop', async () => {
    harness.server.hang = Promise.withResolvers()
    const id = harness.accept(claimSubmission())
    await start()
    const stopped = harness.engine.stop()
    await harness.clock.advance(10_000)
    await stopped
    expect(harness.entry(id).state).toMatchObject({ name: 'unconfirmed', cause: 'stopped' })
  })

  it('marks what was in flight unconfirmed when the computer goes to sleep, and looks it up on waking', async () => {
    harness.server.hang = Promise.withResolvers()
    const id = harness.accept(claimSubmission())
    await start()
    harness.engine.suspend()
    await harness.clock.settle()
    expect(harness.entry(id).state).toMatchObject({ name: 'unconfirmed', cause: 'suspended' })
    const readings = harness.server.readings
    await harness.clock.advance(minutes(60))
    expect(harness.server.readings).toBe(readings)
    harness.server.hang = null
    harness.engine.resume()
    await harness.clock.settle()
    expect(harness.state(id)).toBe('delivered')
    expect(harness.server.claims).toHaveLength(1)
  })
})

describe('an officer', () => {
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
    await harness.clock.settle()
    expect(harness.state(id)).toBe('delivered')
  })

  it('has the list read at once for an unconfirmed claim', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: true, sees: lost })
    await start()
    await harness.engine.lookNow(id, 'keke')
    expect(harness.state(id)).toBe('delivered')
  })

  it('gets an answer even when a missing connection rules out a reading', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: true, sees: lost })
    await start()
    harness.server.connection = { type: 'no-network' }
    await harness.engine.lookNow(id, 'keke')
    expect(harness.state(id)).toBe('unconfirmed')
  })

  it('retries at once what is only waiting for a timer', async () => {
    harness.server.connection = { type: 'no-network' }
    const id = harness.accept(claimSubmission())
    await start()
    await harness.clock.advance(minutes(60))
    harness.server.connection = { type: 'works' }
    harness.engine.tryNow()
    await harness.clock.settle()
    expect(harness.state(id)).toBe('delivered')
  })

  it('sees that nothing is sent without a key', async () => {
    harness.hasKey = false
    const id = harness.accept(claimSubmission())
    await start()
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
  it('may jump ten years either way without anything being sent early or never', async () => {
    const id = harness.accept(claimSubmission())
    harness.server.posts.push({ commits: true, sees: lost })
    await start()
    harness.clock.jump(-10 * 365 * 24 * minutes(60))
    await harness.clock.advance(15_000)
    expect(harness.state(id)).toBe('delivered')
    harness.clock.jump(20 * 365 * 24 * minutes(60))
    const next = harness.accept(
      claimSubmission({ policyNumber: 'KKP/NEXT' }, { branchReference: '3333-4444' }),
    )
    await harness.clock.settle()
    expect(harness.state(next)).toBe('delivered')
  })
})
