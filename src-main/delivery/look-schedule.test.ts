import { describe, expect, it } from 'vitest'
import { claimSubmission, madeUpClaim, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { harness, harnessForEach, lost, minutes, stateAfter } from '#testing/engine/harness-for-each.ts'

harnessForEach()

/** A claim whose POST has no answer. @param commits whether the insurer received it */
async function startWithLost(commits: boolean, times = 1): Promise<string> {
  const id = harness.accept(claimSubmission())
  harness.server.posts.push(...Array.from({ length: times }, () => ({ commits, sees: lost })))
  harness.engine.start()
  expect(await stateAfter(0, id)).toBe('unconfirmed')
  return id
}

describe('an answer that was lost', () => {
  it('is resolved by the details of its policy: one claim at the insurer, no list is read', async () => {
    const id = await startWithLost(true)
    await harness.clock.advance(15_000)
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'details', claimId: null })
    expect([harness.server.arrivals, harness.server.readings]).toEqual([1, 0])
  })

  it('is resolved from the list when the details show another claim of the policy', async () => {
    harness.server.shows = 'oldest'
    harness.server.commit('keke', madeUpClaim({ occurrenceDate: '2025-01-01' }), '0000-0001')
    const id = await startWithLost(true)
    expect(await stateAfter(minutes(5), id)).toBe('unconfirmed')
    await harness.clock.advance(minutes(1))
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'list', claimId: 102 })
    expect(harness.server.readings).toBe(1)
  })

  it('has the list read no further than to its row', async () => {
    harness.server.shows = 'nothing'
    const id = await startWithLost(true)
    for (let n = 0; n < 5; n += 1)
      harness.server.commit('keke', madeUpClaim({ policyNumber: `KKP/${n}` }), null)
    expect(await stateAfter(minutes(6), id)).toBe('delivered')
    expect(harness.server.rowsRead).toBe(1)
  })

  it('leads to a retry only after two complete lists five minutes apart', async () => {
    const id = await startWithLost(false)
    await harness.clock.advance(minutes(10))
    expect([harness.server.arrivals, harness.server.readings]).toEqual([1, 1])
    await harness.clock.advance(minutes(1))
    expect([harness.server.arrivals, harness.server.readings]).toEqual([2, 2])
    expect(harness.state(id)).toBe('delivered')
    expect(harness.server.claims).toHaveLength(1)
  })

  it('goes to an officer once the claim was proved absent three times', async () => {
    const id = await startWithLost(false, 3)
    await harness.clock.advance(minutes(60))
    expect(harness.server.arrivals).toBe(3)
    expect(harness.entry(id).state).toMatchObject({ name: 'needs-review', why: 'absent-again' })
  })

  it('is settled by a late row even while an officer is asked', async () => {
    const { id, body } = claimSubmission()
    harness.accept({ id, body })
    harness.server.posts.push(...Array.from({ length: 3 }, () => ({ commits: false, sees: lost })))
    harness.engine.start()
    expect(await stateAfter(minutes(60), id)).toBe('needs-review')
    harness.server.shows = 'nothing'
    harness.server.commit('keke', body.claim, body.branchReference)
    const other = { policyNumber: 'KKP/2026/LA/OTHER' }
    harness.accept(claimSubmission(other, { branchReference: '0000-0001' }))
    harness.server.posts.push({ commits: false, sees: lost })
    await harness.clock.advance(minutes(10))
    expect(harness.entry(id).state).toMatchObject({ name: 'delivered', proof: 'list' })
  })

  it('of one policy holds back no other, however long a reading takes', async () => {
    harness.server.hangLists = Promise.withResolvers()
    await startWithLost(false)
    await harness.clock.advance(minutes(6))
    expect(harness.server.readings).toBe(1)
    const other = harness.accept(
      claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }),
    )
    expect(await stateAfter(0, other)).toBe('delivered')
  })

  it('is looked for beside an open attempt of another policy', async () => {
    const id = await startWithLost(true)
    harness.server.hang = Promise.withResolvers()
    harness.accept(claimSubmission({ policyNumber: 'KKP/OTHER' }, { branchReference: '0000-0002' }))
    expect(await stateAfter(15_000, id)).toBe('delivered')
  })

  it('is looked for five minutes after the first look in vain, however often the line comes and goes', async () => {
    const id = await startWithLost(false)
    for (let n = 0; n < 22; n += 1) {
      await harness.clock.advance(15_000)
      harness.engine.networkChanged(false)
      harness.engine.networkChanged(true)
    }
    await harness.clock.advance(minutes(5))
    expect(harness.server.readings).toBe(2)
    expect(harness.state(id)).toBe('delivered')
  })

  it('is looked for as soon as the connection is back', async () => {
    const id = await startWithLost(true)
    harness.server.connection = { type: 'no-network' }
    expect(await stateAfter(minutes(120), id)).toBe('unconfirmed')
    harness.server.connection = { type: 'works' }
    harness.engine.networkChanged(true)
    expect(await stateAfter(0, id)).toBe('delivered')
  })

  it('never leads to an automatic retry of a pharmacy request', async () => {
    const id = harness.accept(pharmacySubmission())
    harness.server.posts.push({ commits: true, sees: lost })
    harness.engine.start()
    expect(await stateAfter(minutes(24 * 60), id)).toBe('unconfirmed')
    expect(harness.server.requests).toHaveLength(1)
    expect([harness.server.looks, harness.server.readings]).toEqual([0, 0])
  })
})

describe('a list that became shorter', () => {
  it('proves nothing until it was shorter for a day', async () => {
    const first = harness.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/A' }), null)
    harness.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/B' }), null)
    const id = await startWithLost(false)
    await harness.clock.advance(minutes(6))
    harness.server.hidden.add(first)
    await harness.clock.advance(minutes(20 * 60))
    expect(harness.entry(id).state).toMatchObject({ name: 'unconfirmed', absentReadings: 1 })
    expect(harness.server.arrivals).toBe(1)
    await harness.clock.advance(minutes(5 * 60))
    expect(harness.server.arrivals).toBe(2)
  })

  it('is known across a start, whatever the system clock says', async () => {
    const first = harness.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/A' }), null)
    await startWithLost(false)
    await harness.clock.advance(minutes(6))
    harness.server.hidden.add(first)
    await harness.engine.stop()
    harness.restart()
    harness.clock.jump(minutes(72 * 60))
    harness.engine.start()
    await harness.clock.advance(minutes(120))
    expect(harness.server.arrivals).toBe(1)
  })
})

describe('a claim that was sent more than once', () => {
  async function resent(): Promise<string> {
    const id = await startWithLost(false)
    await harness.clock.advance(minutes(11))
    expect(harness.entry(id)).toMatchObject({ sends: 2, state: { name: 'delivered' } })
    return id
  }

  it('is looked for again, and a late first one raises the alarm by itself', async () => {
    const id = await resent()
    const { body } = harness.entry(id)
    if (body.kind === 'claim') harness.server.commit('keke', body.claim, body.branchReference)
    const { readings } = harness.server
    await harness.clock.advance(minutes(10))
    expect(harness.server.readings).toBe(readings + 1)
    expect(harness.outbox.claimRows.duplicatesOf(id)).toEqual([102])
    expect(harness.outbox.story(id)).toContainEqual(
      expect.objectContaining({ type: 'absent', proof: 'sent-again', isCorrected: true }),
    )
  })

  it('is looked for three times, and at a start beside them', async () => {
    await resent()
    const { readings } = harness.server
    await harness.clock.advance(minutes(11))
    await harness.engine.stop()
    harness.restart()
    harness.engine.start()
    await harness.clock.advance(1)
    expect(harness.server.readings, 'at the start').toBe(readings + 2)
    await harness.clock.advance(minutes(120))
    expect(harness.server.readings).toBe(readings + 4)
  })
})
