import { describe, expect, it } from 'vitest'
import { claimFieldNames } from '#shared/domain/claim.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { initialState } from '#shared/outbox/transition.ts'
import { knownDay, knownTime, notThere } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { isAsSent, isAsSentButText, likenessOf, soughtOf } from './recognition.ts'
import { listed, policyNumber, sought } from '#testing/engine/listed.ts'

const at = '2026-11-20T09:00:00.000Z'
const dayMs = 86_400_000

function kept(changes: Partial<KeptEntry>): KeptEntry {
  return {
    ...{ ...claimSubmission(), seq: 1, acceptedAt: at, officerId: null, policyTag: '' },
    ...{ state: initialState(at), firstAttemptAt: null, attempts: 0, sends: 0, candidates: 0 },
    ...changes,
  }
}

describe('what is looked for', () => {
  it.each([
    [null, null],
    [at, Date.parse(at)],
  ])('of a claim first sent at %s is as it is compared', (firstAttemptAt, firstAttemptMs) => {
    const { body } = claimSubmission(
      { policyNumber: ' kkp/2026/la/000001' },
      { branchReference: '7f3k-92qd' },
    )
    expect(soughtOf(kept({ id: 'entry', body, firstAttemptAt }))).toEqual({ ...sought, firstAttemptMs })
  })

  it('of a pharmacy request is nothing', () => {
    expect(soughtOf(kept(pharmacySubmission()))).toBeNull()
  })
})

describe('a claim at the insurer', () => {
  const ours = { policyNumber, incidentDetails: '[Ref 7F3K-92QD] Hit a kerb.' }
  const plain = { policyNumber, incidentDetails: 'Hit a kerb.' }
  const otherDay = { ...plain, occurrenceDate: knownDay('2026-11-04') }
  const createdSince = (ms: number): Partial<ReceivedClaim> => ({
    ...otherDay,
    createdAt: knownTime(new Date(Date.parse(at) + ms).toISOString()),
  })

  it.each<[string, Partial<ReceivedClaim>, ReturnType<typeof likenessOf>]>([
    ['our reference', ours, 'ours'],
    ['our reference, kept otherwise', { ...ours, incidentDetails: 'REF 7f3k 92qd: HIT' }, 'ours'],
    ['our reference and another day', { ...otherDay, ...ours }, 'ours'],
    ['our reference, its policy otherwise', { ...ours, policyNumber: 'kkp\\2026\\la\\000001' }, 'ours'],
    ['our reference, of another policy', { ...ours, policyNumber: 'KKP/1' }, 'candidate'],
    ['our reference, of the other product', { ...ours, product: 'okada' }, 'candidate'],
    ['our policy and day', plain, 'candidate'],
    ['our policy and day, spelled otherwise', { ...plain, policyNumber: 'kkp 2026 la 000001' }, 'candidate'],
    ['our day alone', { ...plain, policyNumber: 'KKP/1' }, 'other'],
    ['our policy number and day, of the other product', { ...plain, product: 'okada' }, 'other'],
    ['our policy alone', createdSince(-dayMs - 1), 'other'],
    ['our policy, made a day before the first attempt', createdSince(-dayMs), 'candidate'],
    ['our policy, made after the first attempt', createdSince(3 * dayMs), 'candidate'],
    ['the reference of another', { ...plain, incidentDetails: '[Ref 0000-0001] Hit.' }, 'other'],
    ['our reference further down', { ...plain, incidentDetails: 'As [Ref 7F3K-92QD].' }, 'candidate'],
    ['both further down', { ...plain, incidentDetails: 'As [Ref 7F3K-92QD] and [Ref 0000-0001].' }, 'other'],
  ])('with %s', (_what, changes, likeness) => {
    expect(likenessOf(listed(1, changes), { ...sought, firstAttemptMs: Date.parse(at) })).toBe(likeness)
  })

  // The kinds of what cannot be read, by themselves and together: each was another claim once.
  describe('of which something was not read', () => {
    const unreadDay = { type: 'not-understood', text: '03-12-2026' } as const
    const unreadTime = { type: 'not-understood', text: '2 minutes ago' } as const
    const far = knownDay('2026-09-30')
    const early = { createdAt: knownTime('2026-01-01T00:00:00.000Z') }
    const [eve, next] = [knownDay('2026-11-01'), knownDay('2026-11-03')]
    const nothing = { occurrenceDate: notThere, createdAt: notThere }
    it.each<[string, Partial<ReceivedClaim>, ReturnType<typeof likenessOf>]>([
      ['no day and no time', nothing, 'candidate'],
      ['two days, an unread time', { occurrenceDate: unreadDay, createdAt: unreadTime }, 'candidate'],
      ['two days, an early time', { occurrenceDate: unreadDay, ...early }, 'candidate'],
      ['no day, an early time', { occurrenceDate: notThere, ...early }, 'candidate'],
      ['the day before, no time', { occurrenceDate: eve, createdAt: notThere }, 'candidate'],
      ['the day after, an early time', { occurrenceDate: next, ...early }, 'candidate'],
      ['our day, an unread time', { createdAt: unreadTime }, 'candidate'],
      ['a day that is far, an unread time', { occurrenceDate: far, createdAt: unreadTime }, 'other'],
      ['a day that is far, an early time', { occurrenceDate: far, ...early }, 'other'],
      ['no text', { incidentDetails: '' }, 'candidate'],
      ['a reference that was cut', { incidentDetails: '[Ref 0000-0' }, 'candidate'],
      ['its policy without slashes', { policyNumber: 'KKP2026LA000001' }, 'candidate'],
      ['its policy with other signs', { policyNumber: 'kkp_2026_la_000001' }, 'candidate'],
      ['its policy without zeros in front', { policyNumber: 'KKP/2026/LA/1' }, 'candidate'],
      ['another policy without slashes', { policyNumber: 'KKP2026LA000002' }, 'other'],
      ['another’s reference alone', { ...nothing, incidentDetails: '[Ref 0000-0001] Hit.' }, 'other'],
    ])('what was not read is no other claim: %s', (_what, changes, likeness) => {
      const claim = listed(1, { ...plain, ...changes })
      expect(likenessOf(claim, { ...sought, firstAttemptMs: Date.parse(at) })).toBe(likeness)
    })

    it('may be it whatever its day is, where days of this insurer were seen to change', () => {
      const claim = listed(1, { ...plain, occurrenceDate: far, ...early })
      expect([true, false].map((daysTell) => likenessOf(claim, sought, daysTell))).toEqual([
        'other',
        'candidate',
      ])
    })
  })

  it.each<[string, Partial<ReceivedClaim>, string]>([
    ['of the same day may be it', plain, 'candidate'],
    ['of another day is another, whenever it was made', createdSince(dayMs), 'other'],
  ])('where the first attempt was on another computer, %s', (_what, changes, likeness) => {
    expect(likenessOf(listed(1, changes), sought)).toBe(likeness)
  })
})

describe('a claim as it was sent', () => {
  const { body } = claimSubmission()

  it.each<[string, Partial<ReceivedClaim>, boolean]>([
    ['with its reference', { incidentDetails: '[Ref 7F3K-92QD] Hit a kerb at low speed.' }, true],
    ['without it', { incidentDetails: 'HIT A KERB AT LOW SPEED' }, true],
    ['cut so that the reference is most of it', { incidentDetails: '[Ref 7F3K-92QD] Hit a kerb' }, true],
    ['with another text', { incidentDetails: '[Ref 7F3K-92QD] Hit a wall at low speed.' }, false],
    ['of another day', { occurrenceDate: knownDay('2026-11-03') }, false],
  ])('%s: %o is %s', (_what, changes, isSent) => {
    expect(isAsSent(listed(1, changes), body)).toBe(isSent)
  })

  it.each(claimFieldNames)('but for its text differs by %s, unless that is told elsewhere', (name) => {
    const others = { repairEstimate: 1, occurrenceDate: knownDay('2026-11-03') }
    const other = name === 'repairEstimate' || name === 'occurrenceDate' ? others[name] : 'another'
    const isElsewhere = name === 'policyNumber' || name === 'incidentDetails'
    expect(isAsSentButText(listed(1, { ...asTold(madeUpClaim()), [name]: other }), madeUpClaim())).toBe(
      isElsewhere,
    )
  })

  it.each<[keyof ReceivedClaim & keyof typeof body.claim, string, string, boolean]>([
    ['claimantIdentification', 'NIN-TEST-0001', 'nin test 0001', true],
    ['occurrenceAddress', '12 Test Street, Yaba', '12 TEST STREET  YABA', true],
    // No letter of it could be compared.
    ['occurrenceAddress', '?', '?', true],
    ['incidentPictureUrl', 'https://files.example/a', 'https://files.example/A', false],
  ])('but for its text: %s %s may be kept as %s: %s', (name, sent, there, isSent) => {
    const claim = madeUpClaim({ [name]: sent })
    expect(isAsSentButText(listed(1, { ...asTold(claim), [name]: there }), claim)).toBe(isSent)
  })
})
