import { describe, expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownTime } from '#shared/domain/told.ts'
import type { Candidate, CandidateRow } from '#main/outbox/insurer-claims.ts'
import { listedCandidates, shownCandidate } from './recognition.ts'
import { listed, policyNumber } from '#testing/engine/listed.ts'

const row = (id: number, changes: Partial<ReceivedClaim> = {}): ReceivedClaim =>
  listed(id, { policyNumber, ...changes })

const noted = (candidate: CandidateRow): Candidate => ({
  ...candidate,
  seenAt: '2026-11-20T10:00:00.000Z',
  ruledOutAt: null,
})
const fromList = (claim: ReceivedClaim): Candidate =>
  noted({ key: `id/${claim.id}`, claimId: claim.id, claim })

function fromDetails(claim: ReceivedClaim): Candidate {
  const shown = shownCandidate(claim, [])
  if (shown === null) throw new Error('It was known.')
  return noted(shown)
}

const others = [fromList(row(8, { repairEstimate: 8 })), fromDetails(row(9, { repairEstimate: 9 }))]

describe('a claim that the details of its policy show', () => {
  it('is a candidate without an id, whose key tells nothing of it but its time', () => {
    const claim = row(1)
    const shown = shownCandidate(claim, others)
    expect(shown).toMatchObject({ claimId: null, claim })
    expect(shown?.key).toMatch(/^shown\/2026-11-20T09:00:00\.000Z\/[\w-]{43}$/)
  })

  it.each<[string, Partial<ReceivedClaim>, boolean]>([
    ['the same', {}, true],
    ['the same with another status', { status: '3', updatedAt: knownTime('2026-12-01T09:00:00.000Z') }, true],
    ['the same, its policy spelled otherwise', { policyNumber: 'kkp 2026 la 000001' }, true],
    ['the same with space round a text', { occurrenceAddress: ' 12 Test Street, Yaba\n' }, true],
    ['one made at another time', { createdAt: knownTime('2026-11-20T09:00:01.000Z') }, false],
    ['one with another estimate', { repairEstimate: 45_001 }, false],
    ['one without an estimate', { repairEstimate: null }, false],
    ['one with a text in capitals', { incidentDetails: 'HIT A KERB AT LOW SPEED.' }, false],
  ])('is known or not where it is %s', (_what, changes, isKnown) => {
    for (const known of [fromDetails(row(1)), fromList(row(1))]) {
      expect(shownCandidate(row(7, changes), [...others, known]) === null).toBe(isKnown)
    }
  })
})

it('a claim whose day and time are told in words is the same one when they are others', () => {
  const told = (words: string) => {
    const unread = { type: 'not-understood', text: words } as const
    return row(1, { createdAt: unread, occurrenceDate: unread })
  }
  expect(shownCandidate(told('3 hours ago'), [fromDetails(told('2 hours ago'))])).toBeNull()
  expect(shownCandidate(told('3 hours ago'), [fromDetails(row(1))])).not.toBeNull()
})

describe('rows of the list', () => {
  it.each<[string, readonly Candidate[], readonly number[]]>([
    ['that are new', others, [1, 2]],
    ['of which one is known by its id', [...others, fromList(row(1))], [2]],
    ['of which one was shown in the details', [fromDetails(row(2, { repairEstimate: 2 })), ...others], [1]],
    ['that are known, each in one way', [fromList(row(1)), fromDetails(row(2, { repairEstimate: 2 }))], []],
  ])('%s', (_what, known, ids) => {
    const rows = [row(1), row(2, { repairEstimate: 2 })]
    expect(listedCandidates(rows, known)).toEqual(
      rows
        .filter(({ id }) => ids.includes(id))
        .map((claim) => ({ key: `id/${claim.id}`, claimId: claim.id, claim })),
    )
  })

  it.each<[string, readonly Candidate[], readonly number[]]>([
    ['the details showed', [fromDetails(row(1))], [1, 2]],
    ['the details showed, and one is known by its id', [fromDetails(row(1)), fromList(row(2))], [1]],
  ])('that look the same cannot be told apart by what %s', (_what, known, ids) => {
    expect(listedCandidates([row(1), row(2)], known).map(({ claimId }) => claimId)).toEqual(ids)
  })
})
