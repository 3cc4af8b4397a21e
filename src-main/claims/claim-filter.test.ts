import { describe, expect, it } from 'vitest'
import { claimFieldNames } from '#shared/domain/claim-fields.ts'
import { noFilter, otherStatuses, type ClaimFilter } from '#shared/domain/claim-list.ts'
import { emptyFields, type DraftFields } from '#shared/domain/draft.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime, notThere, textOf } from '#shared/domain/told.ts'
import { Slices } from '#main/platform/slices.ts'
import { madeUpDraft } from '#testing/outbox/made-up.ts'
import { foundRows, SearchTexts, type EntryTexts, type FoundRows } from './claim-filter.ts'
import { claimKey, draftRow, listedRow, mergedRows, type OwnSide, type TableRow } from './table-rows.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { madeUpEntry } from '#testing/claims/made-up-entry.ts'

const rowsOf = (...changes: readonly Partial<ReceivedClaim>[]): readonly TableRow[] =>
  changes.map((change, index) => listedRow(madeUpListed({ id: index + 1, ...change })))
const textsOf = (changes: Partial<EntryTexts> = {}): SearchTexts =>
  new SearchTexts({ referencesOf: () => [], searchText: () => '', ...changes })
const filtered = (
  rows: readonly TableRow[],
  filter: Partial<ClaimFilter>,
  texts = textsOf(),
  officerId: string | null = null,
): Promise<FoundRows> => foundRows(rows, { ...noFilter, ...filter }, { texts, officerId }, new Slices())
const found = async (
  rows: readonly TableRow[],
  filter: Partial<ClaimFilter>,
  texts?: SearchTexts,
  officerId?: string | null,
): Promise<readonly (number | string | null)[]> =>
  (await filtered(rows, filter, texts, officerId)).rows.map(({ listed, key }) => listed?.id ?? key)

const sideOf = (entryId: string): OwnSide => ({
  createdAt: knownTime('2026-03-04T09:58:00.000Z'),
  entryId,
  officerId: 'ada',
  group: 'on-its-way',
  status: null,
})
function boundTo(rows: readonly TableRow[], claimId: number, entryId: string): readonly TableRow[] {
  const bound = new Map([[claimKey('keke', claimId), sideOf(entryId)]])
  return mergedRows(rows, { unbound: [], bound, drafts: [] }, new Map())
}
const ours = madeUpEntry({ id: 'ours', claim: { incidentDetails: 'Hit a kerb.' } })
const unbound = [{ entry: ours, side: sideOf('ours') }]
const entryRows = mergedRows([], { unbound, bound: new Map(), drafts: [] }, new Map())
function draftOf(id: string, fields: Partial<DraftFields>, officerId: string | null = null): TableRow {
  const draft = madeUpDraft({
    id,
    fields: { ...emptyFields(), ...fields },
    branchReference: '0000-0002',
    earlierReferences: ['0000-0001'],
  })
  return draftRow({ type: 'draft', draft, isRecovered: false }, officerId)
}

describe('searching the claims', () => {
  const rows = rowsOf(
    { occurrenceAddress: 'Ìbàdàn, Ọ̀yọ́', incidentDetails: 'Kẹ̀kẹ́ náà ṣubú.' },
    { occurrenceAddress: '', claimantIdentification: 'NIN 00000071036', policyNumber: 'KKP/2024/KE/009111' },
    {
      occurrenceAddress: '',
      medicalReportUrl: 'https://files.example/ỌKADA-77.pdf',
      incidentDetails: '"مرحبا" said the rider',
      repairEstimate: 987_654,
      occurrenceDate: knownDay('2021-02-03'),
    },
  )

  it.each([
    ['ibadan oyo', [1]],
    ['OYO ibadan', [1]],
    ['keke naa subu', [1]],
    ['71036', [2]],
    ['kkp/2024/ke', [2]],
    ['okada-77', [3]],
    ['مرحبا', [3]],
    ['987654', [3]],
    ['2021-02-03', [3]],
    ['ibadan 71036', []],
    ['', [1, 2, 3]],
    ['  ', [1, 2, 3]],
  ])('finds every word in any field, ignoring case and accents: %j', async (search, ids) => {
    expect(await found(rows, { search })).toEqual(ids)
  })

  it.each(claimFieldNames)('finds a claim by its %s', async (name) => {
    const claim = madeUpListed()
    const search = name === 'occurrenceDate' ? textOf(claim[name]) : String(claim[name])
    expect(await found([listedRow(claim)], { search })).toEqual([1])
  })

  it('finds a policy number by its normal form and as written', async () => {
    const loose = rowsOf({ policyNumber: 'kkp/20\u200b24 / K E/00 9111' })
    for (const search of ['KKP/2024/KE/009111', 'kkp/2024', 'k e/00 9111'])
      expect(await found(loose, { search }), search).toEqual([1])
  })

  it('finds a claim by its id at the insurer', async () => {
    expect(await found([listedRow(madeUpListed({ id: 48_151 }))], { search: '48151' })).toEqual([48_151])
  })

  it('finds a word at the far end of a long text, and one that a piece of it cuts', async () => {
    const long = rowsOf({ incidentDetails: `${'a bus turned '.repeat(380)} at the mósque` })
    expect(await found(long, { search: 'mosque' })).toEqual([1])
    for (let before = 1890; before <= 1905; before += 1) {
      const cut = rowsOf({ incidentDetails: `${'x'.repeat(before)} mósque ${'y'.repeat(1000)}` })
      expect(await found(cut, { search: 'mosque' }), `after ${before} letters`).toEqual([1])
    }
  })

  it('finds an entry by its submitted claim', async () => {
    for (const search of ['kerb', 'kkp/2026/la/000001 yaba', '45000'])
      expect(await found(entryRows, { search }), search).toEqual(['ours'])
    expect(await found(entryRows, { search: 'mosque' })).toEqual([])
  })

  it('finds a claim of the list by every reference that ours was sent under', async () => {
    const texts = textsOf({ referencesOf: (id) => (id === 'ours' ? ['7F3K-92QD', '0000-0002'] : []) })
    const [listed] = rowsOf({ incidentDetails: '[Ref 0000-0002] A bus.' })
    if (listed === undefined) throw new Error('no row')
    // As searched before the outbox was known.
    expect(await found([listed], { search: '7f3k' }, texts)).toEqual([])
    const bound = boundTo([listed], 1, 'ours')
    for (const search of ['7f3k-92qd', '0000-0002', 'bus 7F3K'])
      expect(await found(bound, { search }, texts), search).toEqual([1])
    expect(await found([listed], { search: '7f3k' }, texts), 'nor where it is no longer ours').toEqual([])
  })
})

describe('searching what is ours', () => {
  it('finds a draft by every field as it is typed, and by each of its references', async () => {
    const rows = [
      draftOf('one', { policyNumber: 'kkp/20', occurrenceDate: '3 Nov', repairEstimate: '₦45,000' }),
      draftOf('other', { occurrenceAddress: 'Ìbàdàn', claimantIdentification: 'NIN 12' }),
    ]
    for (const search of ['kkp/20', '3 nov', '45,000'])
      expect(await found(rows, { search }), search).toEqual(['one'])
    for (const search of ['ibadan', 'nin 12'])
      expect(await found(rows, { search }), search).toEqual(['other'])
    for (const search of ['0000-0001', '0000-0002'])
      expect(await found(rows, { search }), search).toEqual(['one', 'other'])
  })

  it('finds a claim by what an officer wrote beside it, to its last word', async () => {
    const words = new Map([['ours', `${'a note '.repeat(300)} the càbinet`]])
    const texts = textsOf({ searchText: (id) => words.get(id) ?? '' })
    const rows = [...boundTo(rowsOf({}), 1, 'other'), ...entryRows]
    expect(await found(rows, { search: 'cabinet kerb' }, texts)).toEqual(['ours'])
    words.set('ours', '')
    words.set('other', 'Cabinet.')
    expect(await found(rows, { search: 'cabinet' }, texts)).toEqual([1])
  })
})

describe('filtering the claims', () => {
  const rows = rowsOf(
    { occurrenceDate: knownDay('2026-03-01'), status: '0' },
    { occurrenceDate: knownDay('2026-03-02'), status: '1', product: 'okada' },
    { occurrenceDate: knownDay('2026-03-03'), status: '1' },
  )

  it('includes both ends of a range of days', async () => {
    expect(await found(rows, { from: '2026-03-02', to: '2026-03-03' })).toEqual([2, 3])
    expect(await found(rows, { to: '2026-03-01' })).toEqual([1])
  })

  it.each([notThere, { type: 'not-understood', text: '03-12-2026' } as const])(
    'keeps a claim in every range whose day is unknown: %j',
    async (occurrenceDate) => {
      const unknown = rowsOf({ occurrenceDate })
      expect(await found(unknown, { to: '2026-03-01' })).toEqual([1])
      expect(await found(unknown, { from: '2026-03-01' })).toEqual([1])
      expect(await found(unknown, {})).toEqual([1])
    },
  )

  it('is by product, by what was captured on this computer, and by who did', async () => {
    const all = [
      ...boundTo(rows, 3, 'bound'),
      ...entryRows,
      draftOf('mine', {}, 'ada'),
      draftOf('hers', {}, 'bisi'),
      draftOf('shared', {}),
    ]
    expect(await found(all, { product: 'okada' })).toEqual([2])
    const here = [3, 'ours', 'mine', 'hers', 'shared']
    expect(await found(all, { whose: 'here' })).toEqual(here)
    expect(await found(all, { whose: 'here' }, textsOf(), 'ada')).toEqual(here)
    expect(await found(all, { whose: 'mine' }), 'without officers').toEqual(here)
    expect(await found(all, { whose: 'mine' }, textsOf(), 'ada')).toEqual([3, 'ours', 'mine'])
  })

  it('counts groups over everything but group and status, and statuses over the group', async () => {
    const gone = { ...draftOf('gone', {}), group: null }
    const all = [...boundTo(rows, 3, 'bound'), ...entryRows, draftOf('typed', {}), gone]
    const groups = { 'needs-you': 0, 'on-its-way': 2, drafts: 1, received: 1 }
    const { rows: passed, ...counts } = await filtered(all, {
      product: 'keke',
      group: 'received',
      status: '1',
    })
    expect(passed).toEqual([])
    const statuses = [
      ['0', 1],
      ['1', 0],
    ]
    expect(counts).toEqual({ groups, inAllGroups: 5, statuses })
    const everything = await filtered(all, { product: 'keke' })
    expect(everything.rows).toHaveLength(5)
    expect(everything.statuses).toEqual([
      ['0', 1],
      ['1', 1],
    ])
  })

  it('is by one of the insurer’s values exactly', async () => {
    const all = rowsOf({ status: '1' }, { status: '11' }, { status: ' 1' })
    expect(await found(all, { status: '1' })).toEqual([1])
  })
  it('tells fifty values apart, those of most rows, in order, and the others are one choice', async () => {
    const all = rowsOf(
      ...Array.from({ length: 60 }, (_none, at) => ({ status: `${60 - at}` })),
      ...Array.from({ length: 50 }, (_none, at) => ({ status: `${at + 11}` })),
    )
    const { rows, statuses } = await filtered(all, { status: otherStatuses })
    const frequent = Array.from({ length: 50 }, (_none, at) => [`${at + 11}`, 2])
    expect(statuses).toEqual([...frequent, [otherStatuses, 10]])
    expect(rows.map(({ status }) => status)).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'])
    expect((await filtered(all, { status: '3' })).rows, 'one of the others by itself').toHaveLength(1)
    const narrowed = await filtered(all, { status: otherStatuses, from: '2030-01-01' })
    expect(narrowed.statuses, 'which they are, no filter changes').toEqual([[otherStatuses, 0]])
  })
})
