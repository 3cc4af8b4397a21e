import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import { err, ok } from '#shared/result.ts'
import { knownTime } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import type { CandidateRow } from './insurer-claims.ts'
import {
  accepted,
  at,
  database,
  later,
  outbox,
  outboxForEach,
  reopened,
  unconfirmed,
  withoutDisk,
} from '#testing/outbox/entries.ts'
import { claimSubmission, madeUpClaim } from '#testing/outbox/made-up.ts'

let id: string

outboxForEach()
beforeEach(() => {
  database.exec('PRAGMA foreign_keys = ON')
  id = unconfirmed(outbox)
})

function row(claimId: number | null, details = 'Hit a kerb.'): CandidateRow {
  return {
    key: claimId === null ? `shown/${details}` : `id/${claimId}`,
    claimId,
    claim: {
      ...asTold(madeUpClaim({ incidentDetails: details })),
      product: 'keke',
      status: '0',
      createdAt: knownTime(at),
      updatedAt: knownTime(at),
    },
  }
}
const keys = (): readonly (readonly [string, string | null])[] =>
  outbox.candidates.ofEntry(id).map(({ key, ruledOutAt }) => [key, ruledOutAt])
const waiting = (entryId = id): readonly (number | undefined)[] => [
  outbox.get(entryId)?.candidates,
  reopened().get(entryId)?.candidates,
]
const steps = (): readonly unknown[] =>
  outbox.story(id).flatMap((line) => (line.type === 'candidate' ? [[line.step, line.times]] : []))

describe('candidates', () => {
  it('are kept with what the insurer showed, each once, and stand in the history', () => {
    expect(outbox.candidates.note(id, [row(5), row(null)], at)).toEqual(ok(true))
    expect(outbox.candidates.note(id, [row(5, 'Changed since')], later)).toEqual(ok(false))
    expect(outbox.candidates.ofEntry(id)).toEqual([
      { ...row(5), seenAt: at, ruledOutAt: null },
      { ...row(null), seenAt: at, ruledOutAt: null },
    ])
    expect([waiting(), steps()]).toEqual([[2, 2], [['seen', 2]]])
  })

  it('that are ruled out stay known, and are no news when they are seen again', () => {
    outbox.candidates.note(id, [row(5), row(6)], at)
    outbox.candidates.ruleOut(id, 'id/5', later)
    outbox.candidates.ruleOut(id, 'id/5', later)
    outbox.candidates.ruleOut(id, 'id/99', later)
    expect(outbox.candidates.note(id, [row(5)], later)).toEqual(ok(false))
    expect(keys()).toEqual([
      ['id/5', later],
      ['id/6', null],
    ])
    expect(waiting()).toEqual([1, 1])
    expect(steps()).toEqual([
      ['seen', 2],
      ['ruled-out', 1],
    ])
  })

  it('of one entry are none of another', () => {
    const other = unconfirmed(outbox, claimSubmission())
    outbox.candidates.note(id, [row(5)], at)
    outbox.candidates.ruleOut(other, 'id/5', later)
    expect([keys(), outbox.candidates.ofEntry(other)]).toEqual([[['id/5', null]], []])
  })

  it('are noted within the commit of a group, and rolled back with it', () => {
    expect(
      outbox.inOneCommit(() => {
        outbox.candidates.note(id, [row(5)], at)
        return err({ type: 'disk-full' })
      }),
    ).toEqual(err({ type: 'disk-full' }))
    expect([keys(), waiting()]).toEqual([[], [0, 0]])
    outbox.inOneCommit(() => outbox.candidates.note(id, [row(5)], at))
    expect(waiting()).toEqual([1, 1])
  })

  it('are reported as not written when the disk cannot be', () => {
    withoutDisk(database)
    expect(outbox.candidates.note(id, [row(5)], at)).toEqual(err({ type: 'read-only' }))
    expect(waiting()).toEqual([0, 0])
  })

  it('of an entry that is not there, or none at all, are not noted', () => {
    expect(outbox.candidates.note(newId(), [row(5)], at)).toEqual(ok(false))
    expect(outbox.candidates.note(id, [], at)).toEqual(ok(false))
  })

  it('are removed with their entry, and nothing of them is in plain text', () => {
    outbox.candidates.note(id, [row(5)], at)
    const stored = database.prepare('SELECT * FROM candidate').get() ?? {}
    const plain = Object.entries(stored).filter(([column]) => column !== 'sealed')
    expect(JSON.stringify(plain)).not.toMatch(/Yaba|kerb|id\/5/)
    outbox.remove([id])
    expect(database.prepare('SELECT count(*) AS n FROM candidate').get()).toEqual({ n: 0 })
  })
})

describe('an officer who recognises a claim', () => {
  it('settles the entry with it and binds its row, which is no candidate for another entry then', () => {
    const other = unconfirmed(outbox, claimSubmission())
    outbox.candidates.note(id, [row(5)], at)
    outbox.candidates.note(other, [row(5)], at)
    expect(outbox.identify(id, 'id/5', later)).toMatchObject(
      ok({ state: { name: 'delivered', proof: 'officer', claimId: 5 } }),
    )
    expect(outbox.claimRows.bound('keke')).toEqual([{ claimId: 5, entryId: id }])
    expect(waiting(other)).toEqual([0, 0])
    expect(steps()).toEqual([
      ['seen', 1],
      ['identified', 1],
    ])
  })

  it('binds no row when only the details showed it', () => {
    outbox.candidates.note(id, [row(null)], at)
    expect(outbox.identify(id, row(null).key, later)).toMatchObject(ok({ state: { claimId: null } }))
    expect(outbox.claimRows.bound('keke')).toEqual([])
  })

  it('leaves one that only the details showed as a candidate of no other entry, now or later', () => {
    const [other, third] = [unconfirmed(outbox, claimSubmission()), unconfirmed(outbox, claimSubmission())]
    const elsewhere = unconfirmed(outbox, claimSubmission({ policyNumber: 'KKP/2' }))
    const [seen, another] = [row(null), row(null, 'Another one')]
    for (const one of [id, other]) outbox.candidates.note(one, [seen, another], at)
    outbox.identify(id, seen.key, later)
    expect(waiting(other)).toEqual([1, 1])
    // Nobody said of the other one that it is another claim.
    expect(keys()).toEqual([[seen.key, null]])
    expect(outbox.identify(other, seen.key, later)).toEqual(err({ type: 'unknown-candidate' }))
    const known = [third, elsewhere].map((one) => outbox.candidates.knownTo(one).map(({ key }) => key))
    expect(known).toEqual([[seen.key], []])
  })

  it('is refused when there is none with that key, or it is another entry by now', () => {
    const other = unconfirmed(outbox, claimSubmission())
    outbox.candidates.note(id, [row(5)], at)
    outbox.found(other, 'keke', 5, 'list', later)
    expect(outbox.identify(id, 'id/5', later)).toEqual(err({ type: 'unknown-candidate' }))
    expect(outbox.identify(id, 'id/6', later)).toEqual(err({ type: 'unknown-candidate' }))
    expect([outbox.get(id)?.state.name, waiting()]).toEqual(['unconfirmed', [0, 0]])
  })

  it('is refused for an entry that is not undecided', () => {
    const queued = accepted(outbox, claimSubmission())
    outbox.candidates.note(queued, [row(5)], at)
    expect(outbox.identify(queued, 'id/5', later)).toMatchObject({ error: { type: 'impossible-transition' } })
    expect(outbox.claimRows.bound('keke')).toEqual([])
  })
})

describe('what the insurer shows', () => {
  it('settles an entry without a row when the details of its policy show it', () => {
    expect(outbox.found(id, 'keke', null, 'details', later)).toMatchObject(
      ok({ state: { name: 'delivered', proof: 'details', claimId: null } }),
    )
    expect(outbox.claimRows.bound('keke')).toEqual([])
    expect(outbox.story(id).at(-1)).toEqual({ type: 'found', at: later, claimId: null })
  })

  it('corrects the proof of absence that a surplus row or a late one refutes', () => {
    const corrected = (): readonly unknown[] =>
      outbox.story(id).flatMap((line) => (line.type === 'absent' ? [line.isCorrected] : []))
    outbox.apply(id, { type: 'absent', at, proved: false, by: 'list' })
    outbox.apply(id, { type: 'absent', at, proved: true, by: 'list' })
    expect(corrected()).toEqual([false, false])
    outbox.openAttempt(id, later)
    outbox.closeAttempt(id, { type: 'delivered', serverMessage: '', keptReference: null }, later)
    outbox.found(id, 'keke', 5, 'list', later)
    expect(corrected()).toEqual([false, false])
    outbox.claimRows.noteSurplus('keke', 6, id, later)
    expect(corrected()).toEqual([false, true])
  })

  it('corrects a proof when the claim turned up before it was sent again', () => {
    outbox.apply(id, { type: 'absent', at, proved: true, by: 'details' })
    outbox.found(id, 'keke', 5, 'list', later)
    expect(outbox.story(id)).toContainEqual(
      expect.objectContaining({ type: 'absent', by: 'details', isCorrected: true }),
    )
  })
})
