import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
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

const lost: AttemptOutcome = { type: 'uncertain', cause: 'server-error', httpStatus: 502 }
const minutes = (n: number): number => n * 60_000
const now = (): string => harness.clock.now().toISOString()

async function start(): Promise<void> {
  harness.engine.start()
  await harness.clock.settle()
}

function lines(id: string): readonly HistoryLine[] {
  return harness.outbox.story(id)
}

function types(id: string): readonly string[] {
  return lines(id).map(({ type }) => type)
}

/** An unconfirmed claim, with a list whose rows can never be its own. */
async function unconfirmed(): Promise<string> {
  harness.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/A' }), null)
  harness.server.commit('keke', madeUpClaim({ policyNumber: 'KKP/B' }), null)
  const id = harness.accept(claimSubmission())
  harness.server.posts.push({ commits: false, sees: lost })
  await start()
  return id
}

describe('the history of a claim', () => {
  it('shows the list before, the attempt with the insurer’s words, and its row of the list', async () => {
    const acceptedAt = now()
    const id = harness.accept(claimSubmission())
    await start()
    const sentAt = now()
    await harness.clock.advance(15_000)
    expect(lines(id)).toEqual([
      { type: 'accepted', at: acceptedAt },
      { type: 'baseline', count: 0, lookAlikes: [] },
      {
        type: 'attempt',
        number: 1,
        openedAt: sentAt,
        closedAt: sentAt,
        outcome: 'delivered',
        serverMessage: 'Claim initiated',
      },
      { type: 'found', at: now(), claimId: 101 },
    ])
  })

  it('shows each kind of reading: not there, not counted, not read, and the proof', async () => {
    const id = await unconfirmed()
    await harness.clock.advance(15_000)
    const absentAt = now()
    const hidden = harness.server.claims.pop()
    await harness.clock.advance(minutes(1))
    const shorterAt = now()
    if (hidden !== undefined) harness.server.claims.push(hidden)
    harness.server.listFailure = { type: 'server-error', httpStatus: 500 }
    await harness.clock.advance(minutes(5))
    const unreadAt = now()
    harness.server.listFailure = null
    await harness.clock.advance(minutes(31))
    const said = lines(id)
    expect(said[2]).toMatchObject({ type: 'attempt', outcome: 'uncertain/server-error/502' })
    expect(said).toContainEqual({
      type: 'absent',
      proof: null,
      firstAt: absentAt,
      lastAt: absentAt,
      times: 1,
    })
    expect(said).toContainEqual({
      type: 'uncounted',
      reason: 'shorter',
      firstAt: shorterAt,
      lastAt: shorterAt,
      times: 1,
    })
    expect(said.find(({ type }) => type === 'unread')).toMatchObject({ reason: 'server-error' })
    expect(unreadAt > shorterAt).toBe(true)
    expect(said).toContainEqual(expect.objectContaining({ type: 'absent', proof: 'sent-again' }))
    expect(types(id).filter((type) => type === 'attempt')).toHaveLength(2)
  })

  it('stays short however long a list is too short to count', async () => {
    const id = await unconfirmed()
    harness.server.claims.pop()
    await harness.clock.advance(minutes(60 * 48))
    const uncounted = lines(id).filter(({ type }) => type === 'uncounted')
    expect(uncounted).toHaveLength(1)
    expect(uncounted[0]).toMatchObject({ reason: 'shorter' })
    expect(uncounted[0]?.type === 'uncounted' && uncounted[0].times > 90).toBe(true)
  })

  it('keeps what followed an attempt with that attempt, whatever the system clock does', async () => {
    const id = await unconfirmed()
    await harness.clock.advance(15_000)
    harness.clock.jump(-86_400_000)
    await harness.clock.advance(minutes(10))
    expect(types(id)).toEqual(['accepted', 'baseline', 'attempt', 'absent', 'absent', 'attempt', 'found'])
  })

  it('shows what an officer decided', async () => {
    const id = await unconfirmed()
    harness.outbox.apply(id, { type: 'officer-resends', at: now() })
    harness.outbox.apply(id, { type: 'withdraw', at: now(), to: 'draft' })
    expect(lines(id).filter(({ type }) => type === 'officer')).toEqual([
      { type: 'officer', at: now(), decision: 'sent-again' },
      { type: 'officer', at: now(), decision: 'to-draft' },
    ])
  })

  it('shows a surplus row, and that an officer called about it', async () => {
    const submission = claimSubmission()
    const id = harness.accept(submission)
    await start()
    harness.server.commit('keke', submission.body.claim, submission.body.branchReference)
    await harness.clock.advance(15_000)
    harness.outbox.claimRows.acknowledgeDuplicates(id, now())
    expect(types(id).slice(-3)).toEqual(['found', 'surplus', 'surplus-acknowledged'])
  })

  it('shows why a pharmacy request never left', async () => {
    const id = harness.accept(pharmacySubmission())
    harness.server.posts.push({ commits: false, sees: { type: 'not-sent', cause: 'dns' } })
    await start()
    expect(lines(id)[1]).toMatchObject({ type: 'attempt', outcome: 'not-sent/dns', serverMessage: '' })
  })
})
