import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from '../outbox/testing/made-up.ts'
import { DeskUnderTest } from '#proofs/histories/desk-under-test.ts'

let desk: DeskUnderTest

beforeEach(() => {
  desk = new DeskUnderTest()
})
afterEach(async () => {
  await desk.engine.stop()
  desk.dispose()
})

const lost: AttemptOutcome = { type: 'uncertain', cause: 'reset', httpStatus: null }
const notSent: AttemptOutcome = { type: 'not-sent', cause: 'refused' }
const minutes = (n: number): number => n * 60_000

async function start(): Promise<void> {
  desk.engine.start()
  await desk.clock.settle()
}

function holds(): string[] {
  return desk.engine.status().holds.map((hold) => hold.type)
}

describe('a connection', () => {
  it('delivers a claim that was accepted before the start', async () => {
    const id = desk.accept(claimSubmission())
    await start()
    expect(desk.entry(id).state).toMatchObject({ name: 'delivered', evidence: 'answer' })
    expect(desk.server.claims).toHaveLength(1)
  })

  it('delivers what is accepted while it runs, without waiting for a timer', async () => {
    await start()
    const id = desk.accept(claimSubmission())
    await desk.clock.settle()
    expect(desk.state(id)).toBe('delivered')
  })

  it('binds a delivered claim to its row of the list by the next reading', async () => {
    const id = desk.accept(claimSubmission())
    await start()
    await desk.clock.advance(15_000)
    expect(desk.entry(id).state).toMatchObject({ evidence: 'answer', claimId: 101 })
  })

  it('reads the list once for a whole batch', async () => {
    for (let n = 0; n < 20; n += 1) {
      const policyNumber = `KKP/2026/LA/${n}`
      desk.accept(claimSubmission({ policyNumber }, { branchReference: null }))
    }
    await start()
    expect(desk.server.claims).toHaveLength(20)
    expect(desk.server.readings).toBe(1)
  })
})

describe('no connection', () => {
  it('holds everything, uses up no attempt, and delivers once the API answers', async () => {
    desk.server.connection = { type: 'no-network' }
    const id = desk.accept(claimSubmission())
    await start()
    await desk.clock.advance(minutes(30))
    expect(holds()).toEqual(['offline'])
    expect(desk.entry(id)).toMatchObject({ attempts: 0, state: { name: 'queued' } })

    desk.server.connection = { type: 'works' }
    await desk.clock.advance(minutes(1))
    expect(desk.state(id)).toBe('delivered')
    expect(holds()).toEqual([])
  })

  it('retries an entry that never left, with growing delays, and opens the breaker after five failures', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push(...Array.from({ length: 5 }, () => ({ commits: false, sees: notSent })))
    desk.engine.start()
    await desk.clock.settle()
    expect(desk.entry(id).attempts).toBe(1)
    while (desk.server.posts.length > 0) await desk.clock.advance(1_000)
    expect(holds()).toEqual(['offline'])
    const probes = desk.server.probes
    await desk.clock.advance(minutes(2))
    expect(desk.server.probes).toBeGreaterThan(probes)
    expect(desk.state(id)).toBe('delivered')
    expect(desk.server.claims).toHaveLength(1)
  })

  it('is probed at intervals, even when something other than the API answered first', async () => {
    desk.server.connection = { type: 'not-the-api' }
    await start()
    expect(holds()).toEqual(['intercepted'])
    desk.server.connection = { type: 'no-network' }
    await desk.clock.advance(minutes(1))
    expect(holds()).toEqual(['offline'])
    const probes = desk.server.probes
    await desk.clock.advance(minutes(10))
    expect(desk.server.probes - probes).toBeLessThan(60)
  })

  it('reported by a request of the page makes the engine probe as well, in both directions', async () => {
    await start()
    expect(desk.engine.status().connection).toBe('online')
    desk.server.connection = { type: 'no-network' }
    desk.engine.contactSeen('offline')
    await desk.clock.settle()
    expect(holds()).toEqual(['offline'])
    desk.server.connection = { type: 'works' }
    desk.engine.contactSeen('online')
    await desk.clock.settle()
    expect(holds()).toEqual([])
  })

  it('holds while something other than the API answers', async () => {
    desk.server.connection = { type: 'not-the-api' }
    const id = desk.accept(claimSubmission())
    await start()
    expect(holds()).toEqual(['intercepted'])
    expect(desk.entry(id).attempts).toBe(0)
  })
})

describe('an answer that was lost', () => {
  it('is resolved from the list: one claim at the insurer, received here', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    expect(desk.state(id)).toBe('unconfirmed')
    await desk.clock.advance(15_000)
    expect(desk.entry(id).state).toMatchObject({ name: 'delivered', evidence: 'list', claimId: 101 })
    expect(desk.server.arrivals).toBe(1)
  })

  it('is resolved by the ten fields when no reference is added', async () => {
    const id = desk.accept(claimSubmission({}, { branchReference: null }))
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    await desk.clock.advance(15_000)
    expect(desk.state(id)).toBe('delivered')
    expect(desk.server.arrivals).toBe(1)
  })

  it('is not resolved by an equal claim that was there before', async () => {
    desk.server.commit('keke', madeUpClaim(), null)
    const id = desk.accept(claimSubmission({}, { branchReference: null }))
    desk.server.posts.push({ commits: false, sees: lost })
    await start()
    await desk.clock.advance(minutes(2))
    expect(desk.state(id)).toBe('unconfirmed')
  })

  it('leads to a retry only after two readings five minutes apart show nothing', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: lost })
    await start()
    await desk.clock.advance(minutes(5))
    expect(desk.server.arrivals).toBe(1)
    await desk.clock.advance(minutes(2))
    expect(desk.server.arrivals).toBe(2)
    expect(desk.state(id)).toBe('delivered')
    expect(desk.server.claims).toHaveLength(1)
  })

  it('goes to an officer once the claim was proved absent three times', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push(...Array.from({ length: 3 }, () => ({ commits: false, sees: lost })))
    await start()
    await desk.clock.advance(minutes(60))
    expect(desk.server.arrivals).toBe(3)
    expect(desk.state(id)).toBe('needs-review')
  })

  it('is settled by a late row even while an officer is asked', async () => {
    const { id, body } = claimSubmission()
    desk.accept({ id, body })
    desk.server.posts.push(...Array.from({ length: 3 }, () => ({ commits: false, sees: lost })))
    await start()
    await desk.clock.advance(minutes(60))
    desk.server.commit('keke', body.claim, body.branchReference)
    desk.accept(claimSubmission({ policyNumber: 'KKP/2026/LA/OTHER' }, { branchReference: '0000-0001' }))
    await desk.clock.advance(minutes(1))
    expect(desk.entry(id).state).toMatchObject({ name: 'delivered', evidence: 'list' })
  })

  it('ignores readings of a list that became shorter', async () => {
    desk.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/A' }), null)
    desk.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/B' }), null)
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: lost })
    await start()
    desk.server.claims.pop()
    await desk.clock.advance(minutes(60))
    expect(desk.entry(id).state).toMatchObject({ name: 'unconfirmed', absentReadings: 0 })
    expect(desk.server.arrivals).toBe(1)
  })

  it('raises an alarm when the list shows the claim twice', async () => {
    const { id, body } = claimSubmission()
    desk.accept({ id, body })
    await start()
    desk.server.commit('keke', body.claim, body.branchReference)
    await desk.clock.advance(15_000)
    expect(desk.outbox.claimRows.duplicatesOf(id)).toHaveLength(1)
  })

  it('is looked up as soon as the connection is back', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    desk.server.connection = { type: 'no-network' }
    await desk.clock.advance(minutes(120))
    expect(desk.state(id)).toBe('unconfirmed')
    desk.server.connection = { type: 'works' }
    desk.engine.networkChanged(true)
    await desk.clock.settle()
    expect(desk.state(id)).toBe('delivered')
  })

  it('never leads to an automatic retry of a pharmacy request', async () => {
    const id = desk.accept(pharmacySubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    await desk.clock.advance(minutes(24 * 60))
    expect(desk.state(id)).toBe('unconfirmed')
    expect(desk.server.requests).toHaveLength(1)
  })
})

describe('a clock that advances while the engine computes', () => {
  it.each(Array.from({ length: 50 }, (_, n) => n * 0.02))(
    'does not sleep past anything that falls due meanwhile, begun %f ms after a full one',
    async (startMs) => {
      await desk.clock.advance(startMs)
      desk.clock.readingMs = 0.02
      desk.server.posts.push({ commits: true, sees: lost })
      const id = desk.accept(claimSubmission())
      await start()
      expect(desk.state(id)).toBe('unconfirmed')
      await desk.clock.advance(15_050)
      expect(desk.state(id)).toBe('delivered')
    },
  )
})

describe('a baseline', () => {
  it('is read again after an attempt with an unknown outcome', async () => {
    desk.accept(claimSubmission())
    desk.accept(claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }))
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    expect(desk.server.readings).toBe(2)
    expect(desk.server.claims).toHaveLength(2)
  })

  it('is read again when it is older than the setting', async () => {
    desk.accept(claimSubmission())
    await start()
    await desk.clock.advance(minutes(11))
    const readings = desk.server.readings
    desk.accept(claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }))
    await desk.clock.settle()
    expect(desk.server.readings).toBe(readings + 1)
  })

  it('is read again after the computer was asleep', async () => {
    desk.accept(claimSubmission())
    await start()
    await desk.clock.advance(15_000)
    desk.engine.suspend()
    desk.engine.resume()
    const readings = desk.server.readings
    desk.accept(claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }))
    await desk.clock.settle()
    expect(desk.server.readings).toBe(readings + 1)
  })
})

describe('an entry that was permanently removed', () => {
  it('leaves a row in the list that is matched to no later claim', async () => {
    const forgotten = desk.accept(claimSubmission({}, { branchReference: null }))
    await start()
    expect(desk.state(forgotten)).toBe('delivered')
    expect(desk.outbox.remove([forgotten]).ok).toBe(true)
    desk.engine.entriesRemoved()

    const equal = desk.accept(claimSubmission({}, { branchReference: null }))
    desk.server.posts.push({ commits: false, sees: lost })
    await desk.clock.advance(minutes(10))
    // Otherwise the row of the first would have settled the second, which never reached the insurer.
    expect(desk.server.claims).toHaveLength(2)
    expect(desk.state(equal)).toBe('delivered')
  })
})

describe('a disk that is full', () => {
  it('keeps an outcome that could not be written, and sends nothing until it is', async () => {
    const id = desk.accept(claimSubmission())
    const behind = desk.accept(claimSubmission({ policyNumber: 'KKP/B' }, { branchReference: '0000-0002' }))
    const close = desk.outbox.closeAttempt.bind(desk.outbox)
    desk.outbox.closeAttempt = () => ({ ok: false, error: { type: 'disk-full' } })
    await start()
    expect(holds()).toEqual(['disk-full'])
    expect(desk.server.arrivals).toBe(1)
    await desk.clock.advance(minutes(5))
    expect(desk.server.arrivals).toBe(1)
    desk.outbox.closeAttempt = close
    await desk.clock.advance(15_000)
    expect(desk.entry(id).state).toMatchObject({ name: 'delivered', evidence: 'answer' })
    expect(desk.state(behind)).toBe('delivered')
    expect(holds()).toEqual([])
  })

  it('keeps the engine from sending what could not be written first', async () => {
    const id = desk.accept(claimSubmission())
    desk.outbox.openAttempt = () => ({ ok: false, error: { type: 'disk-full' } })
    await start()
    await desk.clock.advance(minutes(5))
    expect(desk.server.arrivals).toBe(0)
    expect(desk.state(id)).toBe('queued')
  })
})

describe('a list that became shorter', () => {
  it('blocks sending until it is complete again', async () => {
    for (let n = 0; n < 3; n += 1) desk.server.commit('keke', madeUpClaim(), null)
    await start()
    desk.accept(claimSubmission())
    await desk.clock.settle()
    desk.engine.keyChanged()
    const whole = desk.server.claims.splice(0)
    const id = desk.accept(claimSubmission({}, { branchReference: '1111-2222' }))
    await desk.clock.advance(minutes(2))
    expect(desk.state(id)).toBe('queued')
    expect(holds()).toEqual(['list-unavailable'])
    desk.server.claims.push(...whole)
    await desk.clock.advance(minutes(3))
    expect(desk.state(id)).toBe('delivered')
  })

  it('is accepted once it stayed shorter for five minutes', async () => {
    for (let n = 0; n < 3; n += 1) desk.server.commit('keke', madeUpClaim(), null)
    await start()
    desk.accept(claimSubmission())
    await desk.clock.settle()
    desk.engine.keyChanged()
    desk.server.claims.splice(0)
    const id = desk.accept(claimSubmission({}, { branchReference: '1111-2222' }))
    await desk.clock.advance(minutes(20))
    expect(desk.state(id)).toBe('delivered')
  })
})

describe('a refusal', () => {
  it('of the key holds the queue, loses nothing, and ends with a new key', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    await start()
    expect(holds()).toEqual(['key-refused'])
    await desk.clock.advance(minutes(10))
    expect(desk.entry(id)).toMatchObject({ attempts: 1, state: { name: 'queued' } })
    desk.engine.keyChanged()
    await desk.clock.settle()
    expect(desk.state(id)).toBe('delivered')
  })

  it('of the key ends by itself when the server accepts the key again', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    await start()
    await desk.clock.advance(minutes(15))
    expect(desk.state(id)).toBe('delivered')
  })

  it('of the old key that arrives after a new one was set does not hold the queue', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    const asked = Promise.withResolvers<undefined>()
    desk.server.hang = { promise: asked.promise, resolve: () => asked.resolve(undefined) }
    await start()
    desk.engine.keyChanged()
    desk.server.hang = null
    asked.resolve(undefined)
    await desk.clock.settle()
    expect(holds()).toEqual([])
    expect(desk.state(id)).toBe('delivered')
  })

  it('of the key is not probed in a tight loop while the server has trouble', async () => {
    desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    await start()
    desk.server.connection = { type: 'server-trouble' }
    await desk.clock.advance(minutes(16))
    expect(holds()).toEqual(['key-refused'])
    const probes = desk.server.probes
    await desk.clock.advance(minutes(13))
    expect(desk.server.probes - probes).toBe(0)
  })

  it('of one claim does not hold back the ones behind it', async () => {
    const first = desk.accept(claimSubmission())
    const second = desk.accept(
      claimSubmission({ occurrenceDate: '2026-11-03' }, { branchReference: '1111-2222' }),
    )
    const rejected = { type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} } as const
    desk.server.posts.push({ commits: false, sees: rejected })
    await start()
    expect(desk.state(first)).toBe('rejected')
    expect(desk.state(second)).toBe('delivered')
  })

  it('with a wait is respected to the second, even after a restart', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: { type: 'rate-limited', retryAfterMs: minutes(10) } })
    await start()
    await desk.clock.advance(minutes(5))
    await desk.engine.stop()
    desk.restart()
    await start()
    await desk.clock.advance(minutes(4))
    expect(desk.server.arrivals).toBe(1)
    await desk.clock.advance(minutes(1))
    expect(desk.state(id)).toBe('delivered')
  })
})

describe('order', () => {
  it('is kept among the entries of one policy, and delays no other policy', async () => {
    const first = desk.accept(claimSubmission({}, { branchReference: '0000-0001' }))
    // Typed differently and kept that way, but still the same policy.
    const behind = desk.accept(
      claimSubmission({ policyNumber: 'kkp / 2026\\la/000001' }, { branchReference: '0000-0002' }),
    )
    const other = desk.accept(
      claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0003' }),
    )
    desk.server.posts.push({ commits: false, sees: notSent })
    await start()
    expect([first, behind, other].map((id) => desk.state(id))).toEqual(['queued', 'queued', 'delivered'])
    await desk.clock.advance(2_000)
    expect(desk.server.claims.map((claim) => claim.incidentDetails.slice(-15))).toEqual([
      '[Ref 0000-0003]',
      '[Ref 0000-0001]',
      '[Ref 0000-0002]',
    ])
  })

  it('does not hold back pharmacy requests while a claim list cannot be read', async () => {
    desk.server.listFailure = { type: 'server-error', httpStatus: 500 }
    const claim = desk.accept(claimSubmission())
    const request = desk.accept(pharmacySubmission())
    await start()
    expect(desk.state(claim)).toBe('queued')
    expect(desk.state(request)).toBe('delivered')
    expect(holds()).toEqual(['list-unavailable'])
    desk.server.listFailure = null
    await desk.clock.advance(minutes(1))
    expect(desk.state(claim)).toBe('delivered')
  })
})

describe('a process that ends', () => {
  it('leaves an open attempt unconfirmed, and the next start finds its claim in the list', async () => {
    desk.server.hang = Promise.withResolvers()
    const id = desk.accept(claimSubmission())
    await start()
    expect(desk.state(id)).toBe('sending')
    const dead = desk.engine
    desk.restart()
    desk.server.hang = null
    await start()
    expect(desk.entry(id).state).toMatchObject({ name: 'delivered', evidence: 'list' })
    expect(desk.server.claims).toHaveLength(1)
    expect(dead).not.toBe(desk.engine)
  })

  it('aborts an attempt that takes too long to stop', async () => {
    desk.server.hang = Promise.withResolvers()
    const id = desk.accept(claimSubmission())
    await start()
    const stopped = desk.engine.stop()
    await desk.clock.advance(10_000)
    await stopped
    expect(desk.entry(id).state).toMatchObject({ name: 'unconfirmed', cause: 'stopped' })
  })

  it('marks what was in flight unconfirmed when the computer goes to sleep, and looks it up on waking', async () => {
    desk.server.hang = Promise.withResolvers()
    const id = desk.accept(claimSubmission())
    await start()
    desk.engine.suspend()
    await desk.clock.settle()
    expect(desk.entry(id).state).toMatchObject({ name: 'unconfirmed', cause: 'suspended' })
    const readings = desk.server.readings
    await desk.clock.advance(minutes(60))
    expect(desk.server.readings).toBe(readings)
    desk.server.hang = null
    desk.engine.resume()
    await desk.clock.settle()
    expect(desk.state(id)).toBe('delivered')
    expect(desk.server.claims).toHaveLength(1)
  })
})

describe('an officer', () => {
  it('pauses sending, and the pause survives a restart', async () => {
    await start()
    desk.engine.pause(true)
    const id = desk.accept(claimSubmission())
    await desk.engine.stop()
    desk.restart()
    await start()
    await desk.clock.advance(minutes(10))
    expect(desk.entry(id).attempts).toBe(0)
    desk.engine.pause(false)
    await desk.clock.settle()
    expect(desk.state(id)).toBe('delivered')
  })

  it('has the list read at once for an unconfirmed claim', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    await desk.engine.lookNow(id, 'keke')
    expect(desk.state(id)).toBe('delivered')
  })

  it('gets an answer even when a missing connection rules out a reading', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    desk.server.connection = { type: 'no-network' }
    await desk.engine.lookNow(id, 'keke')
    expect(desk.state(id)).toBe('unconfirmed')
  })

  it('retries at once what is only waiting for a timer', async () => {
    desk.server.connection = { type: 'no-network' }
    const id = desk.accept(claimSubmission())
    await start()
    await desk.clock.advance(minutes(60))
    desk.server.connection = { type: 'works' }
    desk.engine.tryNow()
    await desk.clock.settle()
    expect(desk.state(id)).toBe('delivered')
  })

  it('sees that nothing is sent without a key', async () => {
    desk.hasKey = false
    const id = desk.accept(claimSubmission())
    await start()
    await desk.clock.advance(minutes(60))
    expect(holds()).toEqual(['no-key'])
    expect(desk.entry(id).attempts).toBe(0)
  })

  it('does not cause endless probes when the key is cleared while something else answers', async () => {
    desk.server.connection = { type: 'not-the-api' }
    await start()
    desk.server.connection = { type: 'no-key' }
    desk.engine.keyChanged()
    // A limited number of turns: if this regresses, the engine never stops taking turns.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    expect(desk.server.probes).toBeLessThan(4)
    expect(holds()).toEqual(['no-key'])
  })
})

describe('the system clock', () => {
  it('may jump ten years either way without anything being sent early or never', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    desk.clock.jump(-10 * 365 * 24 * minutes(60))
    await desk.clock.advance(15_000)
    expect(desk.state(id)).toBe('delivered')
    desk.clock.jump(20 * 365 * 24 * minutes(60))
    const next = desk.accept(claimSubmission({ policyNumber: 'KKP/NEXT' }, { branchReference: '3333-4444' }))
    await desk.clock.settle()
    expect(desk.state(next)).toBe('delivered')
  })
})
