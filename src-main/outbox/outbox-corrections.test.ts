import { describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { newId } from '#shared/domain/identifier.ts'
import {
  accepted,
  at,
  later,
  outbox,
  outboxForEach,
  reopened,
  unconfirmed,
  undelivered,
} from '#testing/outbox/entries.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'

outboxForEach()

/** A request that was not accepted. */
function turnedDown(): string {
  const id = accepted(outbox, pharmacySubmission())
  outbox.openAttempt(id, at)
  outbox.closeAttempt(id, { type: 'rejected', serverMessage: 'No', fieldErrors: {} }, at)
  return id
}

describe('a request that is corrected', () => {
  it('is settled in the commit that accepts the other, which may be asked for twice', () => {
    const before = turnedDown()
    const correction = { ...pharmacySubmission('KKP/2026/LA/000002'), corrects: before }
    for (let asked = 0; asked < 2; asked += 1) {
      expect(outbox.accept(correction, later, 'ada')).toMatchObject(ok({ id: correction.id }))
      expect(undelivered(outbox)).toEqual([correction.id])
    }
    const state = { name: 'withdrawn', at: later, to: 'corrected', by: 'ada', as: correction.id }
    expect(reopened().get(before)?.state).toEqual(state)
    expect(undelivered(reopened())).toEqual([correction.id])
    expect(outbox.settled(5).map(({ id }) => id)).toEqual([before])
  })

  it('is not corrected twice, and nothing else is corrected by a request', () => {
    const before = turnedDown()
    expect(outbox.accept({ ...pharmacySubmission(), corrects: before }, later).ok).toBe(true)
    const others = [before, accepted(outbox, claimSubmission()), accepted(outbox, pharmacySubmission())]
    const open = undelivered(outbox)
    for (const corrects of [...others, newId()])
      expect(outbox.accept({ ...pharmacySubmission(), corrects }, later).ok, corrects).toBe(false)
    expect(undelivered(outbox)).toEqual(open)
  })
})

describe('a discard that is undone', () => {
  it('leaves the entry as it was, in its place', () => {
    const [first, second] = [unconfirmed(outbox), accepted(outbox)]
    const before = outbox.get(first)
    outbox.apply(first, { type: 'withdraw', at: later, to: 'discarded' })
    expect(undelivered(outbox)).toEqual([second])
    expect(outbox.undoDiscard(first, later)).toEqual(ok(before))
    expect(undelivered(outbox)).toEqual([first, second])
    expect(undelivered(reopened())).toEqual([first, second])
    expect(outbox.story(first).map((line) => ('decision' in line ? line.decision : line.type))).toEqual([
      'accepted',
      'attempt',
      'discarded',
      'discard-undone',
    ])
  })

  it('is received where the insurer showed it meanwhile', () => {
    const id = unconfirmed(outbox)
    outbox.apply(id, { type: 'withdraw', at: later, to: 'discarded' })
    outbox.found(id, 'keke', 77, 'list', later)
    const state = { name: 'delivered', at: later, proof: 'list', claimId: 77 }
    expect(outbox.undoDiscard(id, later)).toMatchObject(ok({ state }))
    expect(undelivered(reopened())).toEqual([])
  })

  it('was not so long ago', () => {
    const id = accepted(outbox)
    outbox.apply(id, { type: 'withdraw', at, to: 'discarded' })
    expect(outbox.undoDiscard(id, later)).toMatchObject({ error: { type: 'impossible-transition' } })
    expect(undelivered(reopened())).toEqual([])
  })

  it('was a discard', () => {
    const id = accepted(outbox)
    outbox.apply(id, { type: 'withdraw', at, to: 'draft' })
    expect(outbox.undoDiscard(id, later)).toMatchObject({ error: { type: 'impossible-transition' } })
  })
})
