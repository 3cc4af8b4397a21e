import { describe, expect, it } from 'vitest'
import { noFilter, type ClaimFilter } from '#shared/domain/claim-list.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { Slices } from '../platform/slices.ts'
import { foundRows, SearchTexts, type FoundRows } from './row-search.ts'
import { claimKey, listedRow, mergedRows, type TableRow } from './table-rows.ts'
import { madeUpListed } from './testing/made-up-claims.ts'
import { madeUpEntry } from './testing/made-up-entry.ts'

const rowsOf = (...changes: readonly Partial<ReceivedClaim>[]): readonly TableRow[] =>
  changes.map((change, index) => listedRow(madeUpListed({ id: index + 1, ...change })))
const filtered = (
  rows: readonly TableRow[],
  filter: Partial<ClaimFilter>,
  texts = new SearchTexts(() => []),
): Promise<FoundRows> => foundRows(rows, { ...noFilter, ...filter }, texts, new Slices())
const found = async (
  rows: readonly TableRow[],
  filter: Partial<ClaimFilter>,
  texts?: SearchTexts,
): Promise<readonly (number | string | null)[]> =>
  (await filtered(rows, filter, texts)).rows.map(({ claim, entryId }) => claim?.id ?? entryId)

const entryRows = mergedRows([], {
  unbound: [madeUpEntry({ id: 'ours', claim: { incidentDetails: 'Hit a kerb.' } })],
  bound: new Map(),
})

describe('searching the claims', () => {
  const rows = rowsOf(
    { occurrenceAddress: 'Ìbàdàn, Ọ̀yọ́', incidentDetails: 'Kẹ̀kẹ́ náà ṣubú.' },
    { occurrenceAddress: '', claimantIdentification: 'NIN 00000071036', policyNumber: 'KKP/2024/KE/009111' },
    {
      occurrenceAddress: '',
      medicalReportUrl: 'https://files.example/ỌKADA-77.pdf',
      incidentDetails: '"مرحبا" said the rider',
      repairEstimate: 987_654,
      occurrenceDate: '2021-02-03',
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
    const texts = new SearchTexts((id) => (id === 'ours' ? ['7F3K-92QD', '0000-0002'] : []))
    const [listed] = rowsOf({ incidentDetails: '[Ref 0000-0002] A bus.' })
    if (listed === undefined) throw new Error('no row')
    // As searched before the outbox was known.
    expect(await found([listed], { search: '7f3k' }, texts)).toEqual([])
    const bound = mergedRows([listed], { unbound: [], bound: new Map([[claimKey('keke', 1), 'ours']]) })
    for (const search of ['7f3k-92qd', '0000-0002', 'bus 7F3K'])
      expect(await found(bound, { search }, texts), search).toEqual([1])
    expect(await found([listed], { search: '7f3k' }, texts), 'nor where it is no longer ours').toEqual([])
  })

  it('prepares each text once', async () => {
    let asked = 0
    const texts = new SearchTexts(() => {
      asked += 1
      return ['7F3K-92QD']
    })
    for (const search of ['7', '7f', '7f3k']) await found(entryRows, { search }, texts)
    expect(asked).toBe(1)
  })
})

describe('filtering the claims', () => {
  const rows = rowsOf(
    { occurrenceDate: '2026-03-01', status: '0' },
    { occurrenceDate: '2026-03-02', status: '1', product: 'okada' },
    { occurrenceDate: '2026-03-03', status: '1' },
  )

  it('includes both ends of a range of days', async () => {
    expect(await found(rows, { from: '2026-03-02', to: '2026-03-03' })).toEqual([2, 3])
    expect(await found(rows, { to: '2026-03-01' })).toEqual([1])
  })

  it('excludes a claim without a day from every range', async () => {
    const unknown = rowsOf({ occurrenceDate: '' })
    expect(await found(unknown, { to: '2026-03-01' })).toEqual([])
    expect(await found(unknown, { from: '2026-03-01' })).toEqual([])
    expect(await found(unknown, {})).toEqual([1])
  })

  it('is by product, by what was captured on this computer, and by what is listed', async () => {
    const bound = mergedRows(rows, { unbound: [], bound: new Map([[claimKey('keke', 3), 'bound']]) })
    const all = [...bound, ...entryRows]
    expect(await found(all, { product: 'okada' })).toEqual([2])
    expect(await found(all, { onlyFromHere: true })).toEqual([3, 'ours'])
    expect(await found(all, { onlyListed: true })).toEqual([1, 2, 3])
    expect(await found(all, { onlyListed: true, onlyFromHere: true })).toEqual([3])
    expect(await found(all, { group: 'entry:queued' })).toEqual(['ours'])
  })

  it('counts each group among the rows that pass the other filters', async () => {
    const { rows: passed, groups, inAllGroups } = await filtered(rows, { product: 'keke', group: 'status:0' })
    expect(passed.map(({ claim }) => claim?.id)).toEqual([1])
    expect([...groups]).toEqual([
      ['status:0', 1],
      ['status:1', 1],
    ])
    expect(inAllGroups).toBe(2)
  })
})
