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
  it('holds everything, burns no attempt, and delivers once the API answers', async () => {
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

  it('tries an entry that never left again, later each time, and opens the breaker after five in a row', async () => {
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

  it('is looked for at intervals, also when first something else answered', async () => {
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

  it('that a question of the page met is looked at by the engine too, in both directions', async () => {
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

  it('holds while something else answers', async () => {
    desk.server.connection = { type: 'not-the-api' }
    const id = desk.accept(claimSubmission())
    await start()
    expect(holds()).toEqual(['intercepted'])
    expect(desk.entry(id).attempts).toBe(0)
  })
})

describe('an answer that was lost', () => {
  it('is found in the list: one claim at the insurer, received here', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    expect(desk.state(id)).toBe('unconfirmed')
    await desk.clock.advance(15_000)
    expect(desk.entry(id).state).toMatchObject({ name: 'delivered', evidence: 'list', claimId: 101 })
    expect(desk.server.arrivals).toBe(1)
  })

  it('is found by its ten fields when no reference is added', async () => {
    const id = desk.accept(claimSubmission({}, { branchReference: null }))
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    await desk.clock.advance(15_000)
    expect(desk.state(id)).toBe('delivered')
    expect(desk.server.arrivals).toBe(1)
  })

  it('does not take an equal claim that was there before for its own', async () => {
    desk.server.commit('keke', madeUpClaim(), null)
    const id = desk.accept(claimSubmission({}, { branchReference: null }))
    desk.server.posts.push({ commits: false, sees: lost })
    await start()
    await desk.clock.advance(minutes(2))
    expect(desk.state(id)).toBe('unconfirmed')
  })

  it('is sent again only after two readings five minutes apart show nothing', async () => {
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

  it('goes to an officer after it was proved absent three times', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push(...Array.from({ length: 3 }, () => ({ commits: false, sees: lost })))
    await start()
    await desk.clock.advance(minutes(60))
    expect(desk.server.arrivals).toBe(3)
    expect(desk.state(id)).toBe('needs-review')
  })

  it('settles a late row even while an officer is asked', async () => {
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

  it('counts no reading of a list that became shorter', async () => {
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

  it('is looked for as soon as the connection is back', async () => {
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

  it('never sends a pharmacy request again by itself', async () => {
    const id = desk.accept(pharmacySubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    await desk.clock.advance(minutes(24 * 60))
    expect(desk.state(id)).toBe('unconfirmed')
    expect(desk.server.requests).toHaveLength(1)
  })
})

describe('a clock that goes on while the engine thinks', () => {
  it.each(Array.from({ length: 50 }, (_, n) => n * 0.02))(
    'sleeps over nothing that comes due meanwhile, begun %f ms after a full one',
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
  it('is read again after an attempt nobody knows the end of', async () => {
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

  it('is read again after the computer slept', async () => {
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

describe('an entry that was removed for good', () => {
  it('leaves a row in the list that no later claim is taken to be', async () => {
    const forgotten = desk.accept(claimSubmission({}, { branchReference: null }))
    await start()
    expect(desk.state(forgotten)).toBe('delivered')
    expect(desk.outbox.remove([forgotten]).ok).toBe(true)
    desk.engine.entriesRemoved()

    const equal = desk.accept(claimSubmission({}, { branchReference: null }))
    desk.server.posts.push({ commits: false, sees: lost })
    await desk.clock.advance(minutes(10))
    // Taken for it, the row of the first would have settled the second, which the insurer never had.
    expect(desk.server.claims).toHaveLength(2)
    expect(desk.state(equal)).toBe('delivered')
  })
})

describe('a disk that is full', () => {
  it('keeps an outcome that could not be written, and sends nothing before it is', async () => {
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

  it('sends nothing that it could not write down first', async () => {
    const id = desk.accept(claimSubmission())
    desk.outbox.openAttempt = () => ({ ok: false, error: { type: 'disk-full' } })
    await start()
    await desk.clock.advance(minutes(5))
    expect(desk.server.arrivals).toBe(0)
    expect(desk.state(id)).toBe('queued')
  })
})

describe('a list that became shorter', () => {
  it('is nothing to send on until it is whole again', async () => {
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

  it('is believed once it stayed so for five minutes', async () => {
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
  it('of the key holds the queue, loses nothing, and a new key lets it go', async () => {
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

  it('of the key ends by itself when the key is let in again at the other end', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: false, sees: { type: 'key-refused' } })
    await start()
    await desk.clock.advance(minutes(15))
    expect(desk.state(id)).toBe('delivered')
  })

  it('of the old key that comes after the new one was set does not hold the new one', async () => {
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

  it('of the key is not looked at without end while the server has trouble', async () => {
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

  it('of one claim lets the ones behind it go', async () => {
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

  it('with a wait is obeyed to the second, also after a restart', async () => {
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
  it('keeps the entries of one policy in order, and delays no other policy', async () => {
    const first = desk.accept(claimSubmission({}, { branchReference: '0000-0001' }))
    // Typed in another way, and kept so: one policy all the same.
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

  it('sends pharmacy requests while a claim list cannot be read', async () => {
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
  it('leaves an open attempt unconfirmed, and the next start finds it in the list', async () => {
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

  it('cuts an attempt off when it takes too long to stop', async () => {
    desk.server.hang = Promise.withResolvers()
    const id = desk.accept(claimSubmission())
    await start()
    const stopped = desk.engine.stop()
    await desk.clock.advance(10_000)
    await stopped
    expect(desk.entry(id).state).toMatchObject({ name: 'unconfirmed', cause: 'stopped' })
  })

  it('makes what was in flight unconfirmed when the computer goes to sleep, and looks for it on waking', async () => {
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
  it('pauses sending, and the pause outlives a restart', async () => {
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

  it('gets an answer from a look that a missing connection forbids', async () => {
    const id = desk.accept(claimSubmission())
    desk.server.posts.push({ commits: true, sees: lost })
    await start()
    desk.server.connection = { type: 'no-network' }
    await desk.engine.lookNow(id, 'keke')
    expect(desk.state(id)).toBe('unconfirmed')
  })

  it('tries at once what waits for time alone', async () => {
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

  it('is not looked for without end when the key goes while something else answers', async () => {
    desk.server.connection = { type: 'not-the-api' }
    await start()
    desk.server.connection = { type: 'no-key' }
    desk.engine.keyChanged()
    // The next turns of the engine, not all of them: without this fix there is no last one.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    expect(desk.server.probes).toBeLessThan(4)
    expect(holds()).toEqual(['no-key'])
  })
})

describe('the clock on the wall', () => {
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
