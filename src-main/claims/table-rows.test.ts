import { describe, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime } from '#shared/domain/told.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { madeUpEntry } from '#testing/claims/made-up-entry.ts'
import { madeUpListed } from '#testing/claims/made-up-claims.ts'
import { pairedRows } from './paired-rows.ts'
import { claimKey, listedRow, mergedRows, rowsToPair, type OwnSide, type TableRow } from './table-rows.ts'

const delivered = aState('delivered', { at: '2026-03-04T10:00:00.000Z' })
const policyNumber = 'KKP/2026/LA/000001'
const listed = (changes: Parameters<typeof madeUpListed>[0] = {}): TableRow =>
  listedRow(madeUpListed({ policyNumber, ...changes }))
const submittedAt = '2026-03-04T09:58:00.000Z'
/** Our side of an entry that needs nothing. */
const sideOf = (entryId: string, status: string | null = null): OwnSide => ({
  entryId,
  officerId: 'ada',
  createdAt: knownTime(submittedAt),
  group: 'on-its-way',
  status,
})
const merged = async (
  rows: readonly TableRow[],
  unbound: readonly KeptEntry[],
  bound: readonly (readonly [string, string])[] = [],
  hidden: readonly string[] = [],
): Promise<readonly (readonly [number | null, string])[]> => {
  const own = {
    unbound: unbound.map((entry) => ({ entry, side: hidden.includes(entry.id) ? null : sideOf(entry.id) })),
    bound: new Map(bound.map(([key, id]) => [key, sideOf(id)])),
    drafts: [],
  }
  const pairs = await pairedRows(rowsToPair(rows, own), unbound)
  return mergedRows(rows, own, pairs).map(({ listed: there, key }) => [there?.id ?? null, key] as const)
}
const token = '[Ref 7F3K-92QD] A bus.'

it('show a listed claim as it came, by its policy in normal form', () => {
  const claim = madeUpListed({ policyNumber: 'kkp / 1', repairEstimate: null, status: '2' })
  expect(listedRow(claim)).toEqual({
    key: claimKey('keke', claim.id),
    product: 'keke',
    policy: 'KKP/1',
    occurrenceDate: claim.occurrenceDate,
    amount: null,
    createdAt: claim.createdAt,
    group: 'received',
    status: '2',
    content: claim,
    listed: claim,
    draft: null,
    entryId: null,
    officerId: null,
  })
})

it('show an entry and the listed claim that was bound to it once', async () => {
  const rows = [listed({ id: 7 }), listed({ id: 8, status: '1' })]
  expect(await merged(rows, [], [[claimKey('keke', 8), 'ours']])).toEqual([
    [7, 'keke-7'],
    [8, 'ours'],
  ])
})

it('do not match a claim of another product with the same id, or the same reference', async () => {
  const ids = (claim: Product, entry: Product) =>
    merged(
      [listed({ product: claim, id: 8, incidentDetails: token })],
      [madeUpEntry({ id: 'ours', product: entry, state: delivered })],
    )
  expect(await ids('okada', 'keke')).toHaveLength(2)
  expect(await ids('keke', 'okada')).toHaveLength(2)
  expect(await ids('okada', 'okada')).toEqual([[8, 'ours']])
  expect(await merged([listed({ product: 'okada', id: 8 })], [], [[claimKey('keke', 8), 'ours']])).toEqual([
    [8, 'okada-8'],
  ])
})

it('match an entry without a claim id by the last reference it was sent under, within its policy', async () => {
  const entry = madeUpEntry({ id: 'ours', earlierReferences: ['0000-0001'], state: delivered })
  const row = {
    id: 1,
    incidentDetails: token.toLowerCase(),
    policyNumber: ' kkp/2026/la/000001 ',
  }
  expect(await merged([listed(row)], [entry])).toEqual([[1, 'ours']])
  expect(await merged([listed({ ...row, policyNumber: 'KKP/2026/LA/000002' })], [entry])).toHaveLength(2)
  expect(await merged([listed({ ...row, incidentDetails: '[Ref 0000-0001] A bus.' })], [entry])).toHaveLength(
    2,
  )
})

it('match a listed claim to one entry only, and an entry to one claim', async () => {
  const twice = [1, 2].map((id) => listed({ id, incidentDetails: token }))
  const one = madeUpEntry({ id: 'one', state: delivered })
  expect((await merged(twice, [one])).map(([, key]) => key)).toEqual(['one', 'keke-2'])
  const other = madeUpEntry({ id: 'other', state: delivered })
  expect((await merged(twice, [one, other])).map(([, key]) => key)).toEqual(['one', 'other'])
  expect(await merged(twice.slice(1), [one, other])).toEqual([
    [2, 'one'],
    [null, 'other'],
  ])
})

it('match a claim to the entry that was bound to it, whatever reference it shows', async () => {
  const rows = [listed({ id: 1, incidentDetails: token })]
  const other = madeUpEntry({ id: 'other', state: delivered })
  expect(await merged(rows, [other], [[claimKey('keke', 1), 'bound']])).toEqual([
    [1, 'bound'],
    [null, 'other'],
  ])
})

describe('where the insurer lost the reference', () => {
  const text = 'HIT A KERB  at low speed'
  const kept = (id: number, changes: Parameters<typeof madeUpListed>[0] = {}) =>
    listed({ id, incidentDetails: text, occurrenceDate: knownDay('2026-11-02'), ...changes })
  const received = (id: string) => madeUpEntry({ id, state: delivered })

  it('match what was received by its day and text, where nothing else can be meant', async () => {
    expect(await merged([kept(1), listed({ id: 2 })], [received('ours')])).toEqual([
      [1, 'ours'],
      [2, 'keke-2'],
    ])
    for (const proof of ['list', 'details', 'officer'] as const) {
      const entry = madeUpEntry({ id: 'ours', state: { ...delivered, proof } })
      expect(await merged([kept(1)], [entry]), proof).toEqual([[1, 'ours']])
    }
  })

  it('match it where the text is lost as well, by everything else', async () => {
    const { incidentDetails: _text, ...rest } = madeUpClaim({ claimantIdentification: 'NIN Ògún 1' })
    const ours = madeUpEntry({ id: 'ours', claim: rest, state: delivered })
    const lost = (changes: Partial<ReceivedClaim> = {}) =>
      listed({ ...rest, occurrenceDate: knownDay(rest.occurrenceDate), incidentDetails: '', ...changes })
    expect(await merged([lost({ claimantIdentification: 'NIN OGUN 1' })], [ours])).toEqual([[1, 'ours']])
    const unread = { type: 'not-understood', text: '02/11/2026' } as const
    expect(await merged([lost({ occurrenceDate: unread })], [ours])).toEqual([[1, 'ours']])
    for (const other of [
      { claimantIdentification: 'NIN Ògún 2' },
      { occurrenceAddress: '1 Other Street' },
      { occurrenceDate: knownDay('2026-11-03') },
      { repairEstimate: 45_001 },
      { medicalReportUrl: 'https://files.example/other.pdf' },
    ] satisfies readonly Partial<ReceivedClaim>[])
      expect(await merged([lost(other)], [ours]), JSON.stringify(other)).toHaveLength(2)
  })

  it.each([
    ['two rows are alike', [kept(1), kept(2)], [received('ours')]],
    ['two entries are alike', [kept(1)], [received('ours'), received('other')]],
    ['another entry that is in doubt is alike', [kept(1)], [received('ours'), madeUpEntry({ id: 'other' })]],
    ['it is of another day', [kept(1, { occurrenceDate: knownDay('2026-11-03') })], [received('ours')]],
    ['its text is another', [kept(1, { incidentDetails: 'Hit a bus.' })], [received('ours')]],
    [
      'it has another’s reference',
      [kept(1, { incidentDetails: `[Ref 0000-0001] ${text}` })],
      [received('ours')],
    ],
    ['it is of another policy', [kept(1, { policyNumber: 'KKP/2' })], [received('ours')]],
    ['its number is known', [kept(1)], [madeUpEntry({ id: 'ours', state: { ...delivered, claimId: 9 } })]],
    ['it was not received', [kept(1)], [madeUpEntry({ id: 'ours' })]],
  ])('do not where %s', async (_why, rows, entries) => {
    expect(await merged(rows, entries)).toEqual([
      ...rows.map(({ key, listed: there }) => [there?.id, key]),
      ...entries.map(({ id }) => [null, id]),
    ])
  })

  it('do not match another’s that is not shown: its row is one of the insurer’s', async () => {
    expect(await merged([kept(1)], [received('theirs')], [], ['theirs'])).toEqual([[1, 'keke-1']])
    expect(await merged([kept(1)], [received('theirs'), received('ours')], [], ['theirs'])).toEqual([
      [1, 'keke-1'],
      [null, 'ours'],
    ])
  })
})

describe('with many rows of a policy', () => {
  const received = madeUpEntry({ id: 'ours', state: delivered })
  const near = (count: number, incidentDetails: string): readonly TableRow[] =>
    Array.from({ length: count }, (_none, at) => listed({ id: at + 2, incidentDetails }))
  const keyOfFirst = async (incidentDetails: string, others: readonly TableRow[]) =>
    (await merged([listed({ id: 1, incidentDetails }), ...others], [received]))[0]?.[1]

  it('compare the texts of the twenty newest', async () => {
    expect(await keyOfFirst(token.toLowerCase(), near(19, 'Another.'))).toBe('ours')
    expect(await keyOfFirst(token.toLowerCase(), near(20, 'Another.'))).toBe('keke-1')
  })

  it('find a reference that is as it was sent in all of them', async () => {
    expect(await keyOfFirst(token, near(3000, 'Another.'))).toBe('ours')
    expect(await keyOfFirst(token, near(3000, '[Ref 0000-0001] Another.'))).toBe('ours')
  })

  it('pair none by its text where another may be meant that was not compared', async () => {
    const { incidentDetails } = madeUpClaim()
    const alike = listed({
      id: 99,
      incidentDetails,
      occurrenceDate: knownDay(madeUpClaim().occurrenceDate),
    })
    const paired = async (others: number) =>
      (await merged([...near(others, 'Another.'), alike], [received])).some(
        ([id, key]) => id === 99 && key === 'ours',
      )
    expect([await paired(19), await paired(20)]).toEqual([true, false])
  })
})

it('show an entry that is not listed, or not paired yet, as it was submitted, behind the list, and drafts behind both', () => {
  const waits = madeUpEntry({ id: 'waits' })
  const draft = listed({ id: 9 })
  const unbound = [{ entry: waits, side: sideOf('waits', 'Paid') }]
  const own = { unbound, bound: new Map(), drafts: [draft] }
  const rows = mergedRows([listed({ id: 3 })], own, new Map())
  expect(rows[1]).toEqual({
    key: 'waits',
    product: 'keke',
    policy: policyNumber,
    amount: 45_000,
    occurrenceDate: knownDay('2026-11-02'),
    createdAt: knownTime(submittedAt),
    group: 'on-its-way',
    status: 'Paid',
    content: expect.objectContaining({ incidentDetails: 'Hit a kerb at low speed.' }) as unknown,
    listed: null,
    draft: null,
    entryId: 'waits',
    officerId: 'ada',
  })
  expect(rows.map(({ key }) => key)).toEqual(['keke-3', 'waits', 'keke-9'])
})

it('show a listed claim of ours by our group and time, and by the newest of what the insurer said', () => {
  const rows = [1, 2].map((id) => listed({ id, status: '0' }))
  const bound = new Map([
    ['keke-1', sideOf('seen', 'Paid')],
    ['keke-2', sideOf('unseen')],
  ])
  expect(mergedRows(rows, { unbound: [], bound, drafts: [] }, new Map())).toEqual([
    { ...rows[0], key: 'seen', ...sideOf('seen', 'Paid') },
    { ...rows[1], key: 'unseen', ...sideOf('unseen', '0') },
  ])
})
