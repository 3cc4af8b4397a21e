import { describe, expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { newId } from '#shared/domain/identifier.ts'
import { err } from '#shared/result.ts'
import { initialState } from '#shared/outbox/transition.ts'
import { sealState } from './entry-codec.ts'
import {
  accepted,
  at,
  database,
  delivered,
  later,
  outbox,
  outboxForEach,
  reopened,
  unconfirmed,
  undelivered,
} from '#testing/outbox/entries.ts'
import { claimSubmission, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'

outboxForEach()

describe('what is kept', () => {
  it('is undelivered in the order of acceptance, also after a start', () => {
    const ids = [accepted(outbox), delivered(outbox), unconfirmed(outbox), accepted(outbox)]
    const waiting = [ids[0], ids[2], ids[3]]
    expect(undelivered(outbox)).toEqual(waiting)
    expect([...reopened().undelivered()].map(({ id }) => id)).toEqual(waiting)
  })

  it('is listed as sending or as unconfirmed', () => {
    const [waiting, lostOne] = [accepted(outbox), unconfirmed(outbox)]
    outbox.openAttempt(waiting, at)
    for (const box of [outbox, reopened()]) {
      expect([...box.sending()].map(({ id }) => id)).toEqual([waiting])
      expect([...box.unconfirmed()].map(({ id }) => id)).toEqual([lostOne])
    }
  })

  it('belongs to its sealed officer, in every state, whatever the column says', () => {
    const [waiting, settled] = [claimSubmission(), claimSubmission()]
    for (const submission of [waiting, settled]) outbox.accept(submission, at, 'officer-1')
    outbox.apply(settled.id, { type: 'withdraw', at, to: 'discarded' })
    database.exec(`UPDATE entry SET officer_id = 'officer-2'`)
    const again = reopened()
    expect(again.get(waiting.id)?.officerId).toBe('officer-1')
    expect(again.settled(10).map(({ officerId }) => officerId)).toEqual(['officer-1'])
  })

  it('is listed when settled, newest first, up to the limit', () => {
    const first = delivered(outbox)
    accepted(outbox)
    const second = accepted(outbox)
    outbox.apply(second, { type: 'withdraw', at, to: 'discarded' })
    const third = delivered(outbox)
    expect(outbox.settled(10).map(({ id }) => id)).toEqual([third, second, first])
    expect(outbox.settled(2).map(({ id }) => id)).toEqual([third, second])
  })

  it('is listed when attempted, by product and policy, in the order of acceptance', () => {
    const first = unconfirmed(outbox)
    accepted(outbox)
    unconfirmed(outbox, claimSubmission({}, { product: 'okada' }))
    const second = delivered(outbox)
    const { policyNumber } = claimSubmission().body.claim
    const attempted = outbox.attempted('keke')
    expect(attempted(policyNumberOf(policyNumber)).map(({ id }) => id)).toEqual([first, second])
    expect(attempted(policyNumberOf('KKP/OTHER'))).toEqual([])
  })

  it('skips a row that cannot be read, and nothing else', () => {
    const damaged = accepted(outbox)
    const whole = accepted(outbox)
    database.prepare('UPDATE entry SET body = ? WHERE id = ?').run(new Uint8Array([1]), damaged)
    const again = reopened()
    expect([...again.undelivered()].map(({ id }) => id)).toEqual([whole])
    expect(again.get(damaged)).toBeNull()
    expect(again.apply(damaged, { type: 'withdraw', at, to: 'draft' })).toEqual(
      err({ type: 'unknown-entry' }),
    )
  })

  it('is reloaded in its place after something else wrote it', () => {
    const [first, second] = [accepted(outbox), accepted(outbox)]
    const other = reopened()
    other.apply(first, { type: 'withdraw', at, to: 'draft' })
    expect(outbox.reload([first])).toMatchObject({ value: [{ id: first, state: { to: 'draft' } }] })
    expect(undelivered(outbox)).toEqual([second])
    database
      .prepare('UPDATE entry SET state = ?, settled_at = NULL, state_data = ? WHERE id = ?')
      .run('queued', sealState(plainProtection, first, initialState(at)), first)
    expect(outbox.reload([first, newId()])).toMatchObject({ value: [{ id: first }] })
    expect(undelivered(outbox)).toEqual([first, second])
  })

  it('is counted as received since a time, that time included', () => {
    delivered(outbox, '2026-11-20T10:00:00.000Z')
    delivered(outbox, '2026-11-20T11:00:00.000Z')
    outbox.apply(accepted(outbox), { type: 'withdraw', at: '2026-11-20T12:00:00.000Z', to: 'discarded' })
    unconfirmed(outbox)
    expect(outbox.receivedSince('2026-11-20T10:00:00.000Z')).toEqual(new Map([[null, 2]]))
    expect(outbox.receivedSince('2026-11-20T10:00:00.001Z')).toEqual(new Map([[null, 1]]))
    expect(outbox.receivedSince('2026-11-21T00:00:00.000Z')).toEqual(new Map())
  })
})

describe('the entries of a day', () => {
  const day = { from: at, until: later, openBefore: later }
  const earlier = '2026-11-19T09:00:00.000Z'
  const idsOf = (bounds = day): readonly string[] => outbox.ofDay(bounds).entries.map(({ id }) => id)
  const acceptedThen = (when: string): string => {
    const submission = claimSubmission()
    outbox.accept(submission, when)
    return submission.id
  }

  it('are those accepted or delivered on it, from its first moment until before the next day', () => {
    const onIt = delivered(outbox, at)
    const receivedOnIt = delivered(outbox, at)
    database.prepare('UPDATE entry SET accepted_at = ? WHERE id = ?').run(earlier, receivedOnIt)
    const receivedLater = delivered(outbox, later)
    database.prepare('UPDATE entry SET accepted_at = ? WHERE id = ?').run(earlier, receivedLater)
    const after = acceptedThen(later)
    expect(idsOf()).toEqual([onIt, receivedOnIt])
    expect(idsOf({ ...day, openBefore: '~' })).toEqual([onIt, receivedOnIt, after])
  })

  it('include earlier ones that are not finished', () => {
    const waiting = acceptedThen(earlier)
    const discarded = acceptedThen(earlier)
    outbox.apply(discarded, { type: 'withdraw', at, to: 'discarded' })
    const twice = delivered(outbox, '2026-11-19T10:00:00.000Z')
    database.prepare('UPDATE entry SET accepted_at = ? WHERE id = ?').run(earlier, twice)
    expect(idsOf()).toEqual([waiting])
    outbox.claimRows.noteSurplus('keke', 9, twice, at)
    expect(idsOf()).toEqual([waiting, twice])
    outbox.claimRows.acknowledgeDuplicates(twice, at)
    expect(idsOf()).toEqual([waiting])
  })

  it('come with the number of those that cannot be opened', () => {
    const whole = accepted(outbox)
    const damaged = accepted(outbox)
    database.prepare('UPDATE entry SET body = ? WHERE id = ?').run(new Uint8Array(3), damaged)
    expect(outbox.ofDay(day)).toMatchObject({ entries: [{ id: whole }], unreadable: 1 })
  })
})

it('a claim that waits is held back by an earlier one of its policy that may have arrived, and by nothing else', () => {
  const before = accepted(outbox)
  const [earlier, other] = [
    unconfirmed(outbox),
    unconfirmed(outbox, claimSubmission({ policyNumber: 'KKP/2' })),
  ]
  const [behind, withFiles] = [accepted(outbox), accepted(outbox, submissionWithFiles())]
  const heldBy = (): readonly unknown[] =>
    [before, earlier, other, behind, withFiles].map((id) => {
      const entry = outbox.get(id)
      return entry === null ? null : (outbox.holdingBack(entry)?.id ?? '')
    })
  expect(heldBy()).toEqual(['', '', '', earlier, ''])
  outbox.apply(earlier, { type: 'officer-accepts', at })
  expect(heldBy()).toEqual(['', '', '', '', ''])
})
