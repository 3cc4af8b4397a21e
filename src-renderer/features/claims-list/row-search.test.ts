import { describe, expect, it } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { madeUpClaims } from '#renderer/data/repositories/testing/made-up.ts'
import { anEntry } from '#renderer/testing/fake-main.ts'
import { mergeRows, type ClaimRow } from './claim-rows.ts'
import { sortRows } from './row-order.ts'
import { noFilter, type RowFilter } from './row-search.ts'
import { filterRows } from './testing/filter-rows.ts'

const rowsOf = (...changes: readonly Partial<ReceivedClaim>[]): ClaimRow[] =>
  mergeRows({
    claims: changes.map((change, index) => ({ ...madeUpClaims('keke', 1)[0]!, id: index + 1, ...change })),
    entries: [],
    bodies: new Map(),
  })
const found = (rows: readonly ClaimRow[], filter: Partial<RowFilter>): string[] =>
  filterRows(rows, { ...noFilter, ...filter }).rows.map(({ key }) => key)

describe('searching the claims', () => {
  const rows = rowsOf(
    { occurrenceAddress: 'Ìbàdàn, Ọ̀yọ́', incidentDetails: 'Kẹ̀kẹ́ náà ṣubú.' },
    { claimantIdentification: 'NIN 00000071036', policyNumber: 'KKP/2024/KE/009111' },
    { medicalReportUrl: 'https://files.example/ỌKADA-77.pdf', incidentDetails: '"مرحبا" said the rider' },
  )

  it.each([
    ['ibadan oyo', ['keke-1']],
    ['OYO ibadan', ['keke-1']],
    ['keke naa subu', ['keke-1']],
    ['71036', ['keke-2']],
    ['kkp/2024/ke', ['keke-2']],
    ['okada-77', ['keke-3']],
    ['مرحبا', ['keke-3']],
    ['ibadan 71036', []],
    ['', ['keke-1', 'keke-2', 'keke-3']],
    ['  ', ['keke-1', 'keke-2', 'keke-3']],
  ])('finds every word in any field, ignoring case and accents: %s', (text, keys) => {
    expect(found(rows, { text })).toEqual(keys)
  })

  it('finds a policy number by its normal form and as written', () => {
    const loose = rowsOf({ policyNumber: 'kkp/20\u200b24 / K E/00 9111' })
    for (const text of ['KKP/2024/KE/009111', 'kkp/2024', 'k e/00 9111'])
      expect(found(loose, { text }), text).toEqual(['keke-1'])
  })

  it('finds a word at the far end of a long text', () => {
    const long = rowsOf({ incidentDetails: `${'a bus turned '.repeat(380)} at the mósque` })
    expect(found(long, { text: 'mosque' })).toEqual(['keke-1'])
  })

  it('finds an entry by its submitted claim, once that is loaded', () => {
    const entry = anEntry({ sentReferences: ['7F3K-92QD'] })
    const claim = { ...madeUpClaims('keke', 1)[0]!, incidentDetails: 'Hit a kerb.', repairEstimate: 5 }
    const bare = mergeRows({ claims: [], entries: [entry], bodies: new Map() })
    const full = mergeRows({ claims: [], entries: [entry], bodies: new Map([[entry.id, claim]]) })
    expect(found(bare, { text: 'made/up/0001 7f3k' })).toHaveLength(1)
    expect(found(bare, { text: 'kerb' })).toHaveLength(0)
    expect(found(full, { text: 'kerb 7f3k' })).toHaveLength(1)
  })

  it('finds a claim of the list by every reference that ours was sent under', () => {
    const entry = anEntry({
      sentReferences: ['7F3K-92QD', '0000-0002'],
      state: {
        name: 'delivered',
        at: '2026-03-04T09:00:00.000Z',
        proof: 'list',
        claimId: 1,
        serverMessage: '',
      },
    })
    const [claim] = madeUpClaims('keke', 1)
    if (claim === undefined) throw new Error('No claim.')
    const claims = [{ ...claim, incidentDetails: '[Ref 0000-0002] A bus.' }]
    const rows = mergeRows({ claims, entries: [entry], bodies: new Map() })
    for (const text of ['7f3k-92qd', '0000-0002']) expect(found(rows, { text }), text).toHaveLength(1)
    // As read before the outbox was known.
    expect(found(mergeRows({ claims, entries: [], bodies: new Map() }), { text: '7f3k' })).toEqual([])
  })
})

describe('the order by policy', () => {
  it('groups the claims of one policy, however its number is written', () => {
    const rows = rowsOf({ policyNumber: 'kkp / 1' }, { policyNumber: 'KKP/2' }, { policyNumber: 'KKP/1' })
    const sorted = sortRows(rows, { key: 'policy', descending: false })
    expect(sorted.map(({ policyNumber }) => policyNumber)).toEqual(['kkp / 1', 'KKP/1', 'KKP/2'])
  })
})

describe('filtering the claims', () => {
  const rows = rowsOf(
    { occurrenceDate: '2026-03-01', status: '0' },
    { occurrenceDate: '2026-03-02', status: '1', product: 'okada' },
    { occurrenceDate: '2026-03-03', status: '1' },
  )

  it('includes both ends of a date range', () => {
    expect(found(rows, { from: '2026-03-02', to: '2026-03-03' })).toEqual(['okada-2', 'keke-3'])
    expect(found(rows, { to: '2026-03-01' })).toEqual(['keke-1'])
  })

  it('excludes a claim without a day from every range', () => {
    const entries = mergeRows({ claims: [], entries: [anEntry()], bodies: new Map() })
    expect(found(entries, { to: '2026-03-01' })).toEqual([])
    expect(found(entries, { from: '2026-03-01' })).toEqual([])
    expect(found(entries, {})).toHaveLength(1)
  })

  it('filters by product and by claims captured on this computer', () => {
    expect(found(rows, { product: 'okada' })).toEqual(['okada-2'])
    const both = [...rows, ...mergeRows({ claims: [], entries: [anEntry()], bodies: new Map() })]
    expect(found(both, { onlyFromHere: true })).toEqual([`entry-${anEntry().id}`])
  })

  it('counts each state among the rows that pass the other filters', () => {
    const filtered = filterRows(rows, { ...noFilter, product: 'keke', state: 'status:0' })
    expect(filtered.rows.map(({ key }) => key)).toEqual(['keke-1'])
    expect([...filtered.states]).toEqual([
      ['status:0', 1],
      ['status:1', 1],
    ])
    expect(filtered.inAnyState).toBe(2)
  })
})

describe('sorting the claims', () => {
  const rows = rowsOf(
    { repairEstimate: 10, createdAt: '2026-01-01T00:00:00Z' },
    { repairEstimate: null, createdAt: '2026-01-02T00:00:00Z' },
    { repairEstimate: 9, createdAt: '2026-01-03T00:00:00Z' },
    { repairEstimate: 10, createdAt: '2026-01-04T00:00:00Z' },
  )
  const keys = (sorted: readonly ClaimRow[]): string[] => sorted.map(({ key }) => key)

  it('orders amounts as numbers, missing ones first, and equal ones newest first', () => {
    expect(keys(sortRows(rows, { key: 'amount', descending: false }))).toEqual([
      'keke-2',
      'keke-3',
      'keke-4',
      'keke-1',
    ])
  })

  it('reverses the order without changing its input', () => {
    expect(keys(sortRows(rows, { key: 'created', descending: true }))[0]).toBe('keke-4')
    expect(keys(rows)[0]).toBe('keke-1')
  })
})
