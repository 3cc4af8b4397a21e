import { expect, it } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { HistoryLine } from '#shared/outbox/history.ts'
import { claimSubmission, madeUpClaim } from '#testing/outbox/made-up.ts'
import { harness, harnessForEach, minutes, now, started } from '#testing/engine/harness-for-each.ts'

harnessForEach()

const lost: AttemptOutcome = { type: 'uncertain', cause: 'server-error', httpStatus: 502 }

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
  harness.server.posts.push({ commits: false, sees: lost })
  return started()
}

it('shows each kind of look: not there, not counted, not read, and the proof', async () => {
  const id = await unconfirmed()
  await harness.clock.advance(minutes(6))
  const hidden = harness.server.claims.pop()
  await harness.clock.advance(minutes(5))
  if (hidden !== undefined) harness.server.claims.push(hidden)
  harness.server.listFailure = { failure: { type: 'server-error', httpStatus: 500 }, bytes: 0 }
  harness.server.detailsFailure = { type: 'server-error', httpStatus: 500 }
  await harness.clock.advance(minutes(31))
  harness.server.listFailure = null
  await harness.clock.advance(minutes(61))
  const said = lines(id)
  expect(said[1]).toMatchObject({ type: 'attempt', outcome: 'uncertain/server-error/502' })
  expect(said).toContainEqual(expect.objectContaining({ type: 'looked', showed: 'nothing' }))
  expect(said).toContainEqual(
    expect.objectContaining({ type: 'absent', by: 'list', proof: null, isCorrected: false, times: 1 }),
  )
  expect(said).toContainEqual(expect.objectContaining({ type: 'uncounted', times: 1 }))
  for (const by of ['details', 'list']) {
    expect(said).toContainEqual(expect.objectContaining({ type: 'unread', by, reason: 'server-error' }))
  }
  expect(said).toContainEqual(expect.objectContaining({ type: 'absent', proof: 'sent-again' }))
  expect(types(id).filter((type) => type === 'attempt')).toHaveLength(2)
})

it('keeps what followed an attempt with that attempt, whatever the system clock does', async () => {
  const id = await unconfirmed()
  await harness.clock.advance(15_000)
  harness.clock.jump(-86_400_000)
  await harness.clock.advance(minutes(11))
  expect(types(id)).toEqual(['accepted', 'attempt', 'looked', 'absent', 'absent', 'attempt'])
})

it('shows a surplus row, and that an officer called about it', async () => {
  const id = await unconfirmed()
  harness.server.shows = 'nothing'
  const { body } = harness.entry(id)
  if (body.kind !== 'claim') throw new Error('no claim')
  harness.server.commit('keke', body.claim, body.branchReference)
  harness.server.commit('keke', body.claim, body.branchReference)
  // A list that was read for another claim shows both rows.
  const other = harness.accept(claimSubmission({ policyNumber: 'KKP/C' }, { branchReference: '0000-0003' }))
  harness.server.posts.push({ commits: false, sees: lost })
  await harness.clock.advance(minutes(12))
  expect(harness.outbox.claimRows.duplicatesOf(id)).toEqual([104])
  harness.outbox.claimRows.acknowledgeDuplicates(id, now())
  expect(types(id).slice(-3)).toEqual(['found', 'surplus', 'surplus-acknowledged'])
  expect(harness.state(other)).toBe('delivered')
})
