import { describe, expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { aDraft, aStanding, completeFields } from '#testing/claim/made-up.ts'
import { emptyFields, fieldsOf, type DraftFields } from '#shared/domain/draft.ts'
import type { ClaimRow } from '#shared/domain/claim-list.ts'
import { knownDay } from '#shared/domain/told.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { aClaimRow, anEntry, anOwnRow } from '#testing/page/fake-main.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { copiedFromEntry } from '#renderer/claim/copy-as-new.ts'
import { similarClaims } from './duplicate-radar.ts'

const policy = 'KP/2026/ÀB/0001'
const written = { draftId: 'mine', policyNumber: policy, occurrenceDate: '14/03/2026' }
const row = (change: Partial<ReceivedClaim>): ClaimRow =>
  aClaimRow(madeUpListed({ policyNumber: policy, ...change }))
const draft = (id: string, fields: Partial<DraftFields> = {}): ClaimRow =>
  anOwnRow({
    type: 'draft',
    draft: aDraft({ id, fields: { ...emptyFields(), policyNumber: policy, ...fields } }),
    isRecovered: false,
  })
const keys = (rows: readonly ClaimRow[], change: Partial<typeof written> = {}): string[] =>
  similarClaims({ ...written, ...change }, rows).map((one) => one.row.key)

describe('the duplicate radar', () => {
  it.each([
    ['2026-03-14', true],
    ['2026-03-21', true],
    ['2026-03-07', true],
    ['2026-03-22', false],
    ['2026-03-06', false],
    ['2025-03-14', false],
  ])('treats incidents within a week as near: %s', (occurrenceDate, isNear) => {
    expect(similarClaims(written, [row({ occurrenceDate: knownDay(occurrenceDate) })])[0]?.isNear).toBe(
      isNear,
    )
  })

  it('leaves out what was marked as wrong: what is written may be the right one', () => {
    const wrong = { at: '2026-03-15T09:00:00.000Z', by: null, replacedBy: '', isDone: false }
    const own = (standing: EntrySummary['standing']): ClaimRow =>
      anOwnRow({ type: 'own', entry: anEntry({ id: 'one', policyNumber: policy, standing }) })
    expect(keys([own(aStanding({}))])).toEqual(['one'])
    expect(keys([own(aStanding({ wrong }))])).toEqual([])
  })

  it('counts days across the end of a month or year', () => {
    const newYear = { ...written, occurrenceDate: '2026-01-02' }
    expect(similarClaims(newYear, [row({ occurrenceDate: knownDay('2025-12-30') })])[0]?.daysApart).toBe(3)
  })

  it('finds nothing without a policy number', () => {
    expect(keys([draft('x', { policyNumber: '' })], { policyNumber: ' ' })).toEqual([])
  })

  it('does not warn about the claim being written, neither as a draft nor once it is submitted', () => {
    expect(keys([draft('mine'), draft('other')])).toEqual(['other'])
    expect(keys([anOwnRow({ type: 'own', entry: anEntry({ id: 'mine', policyNumber: policy }) })])).toEqual(
      [],
    )
  })

  it('shows the nearest first and undated ones last, and works without a date in the form', () => {
    const rows = [
      row({ id: 1, occurrenceDate: knownDay('2026-01-01') }),
      row({ id: 2, occurrenceDate: knownDay('2026-03-16') }),
      draft('undated'),
      draft('same', { occurrenceDate: '2026-03-14' }),
    ]
    expect(keys(rows)).toEqual(['same', 'keke-2', 'keke-1', 'undated'])
    const undated = similarClaims({ ...written, occurrenceDate: '14/03/' }, rows)
    expect(undated.map(({ isNear }) => isNear)).toEqual([false, false, false, false])
  })
})

describe('a copy of a claim', () => {
  it('has the fields as an officer types them, even if the insurer’s values are odd', () => {
    const claim = madeUpListed({ occurrenceDate: knownDay('2026-11-02'), repairEstimate: 5000.5 })
    expect(fieldsOf(claim)).toMatchObject({ occurrenceDate: '02/11/2026', repairEstimate: '5000.5' })
    const soon = { type: 'not-understood', text: 'soon' } as const
    expect(fieldsOf({ ...claim, occurrenceDate: soon, repairEstimate: null })).toMatchObject({
      occurrenceDate: 'soon',
      repairEstimate: '',
    })
    expect(Object.keys(fieldsOf(claim)).sort()).toEqual(Object.keys(emptyFields()).sort())
  })

  it('of an entry has no link that came from a file of that entry', () => {
    const links = Object.fromEntries(
      attachmentFields.map((field) => [field, `https://files.example/${field}`]),
    )
    const whole = { ...completeFields, ...links, occurrenceDate: '2026-11-02', repairEstimate: 5000 }
    const body = { kind: 'claim', product: 'keke', claim: whole, branchReference: '7F3K-92QD' } as const
    expect(copiedFromEntry({ ...body, fromFiles: ['medicalReportUrl'] }).fields).toMatchObject({
      ...links,
      medicalReportUrl: '',
    })
    expect(copiedFromEntry(body).fields).toMatchObject(links)
    const standIns = { deathCertificateUrl: 'not-needed' } as const
    expect(copiedFromEntry({ ...body, standIns })).toMatchObject({
      fields: { ...links, deathCertificateUrl: '' },
      standIns,
    })
  })
})
