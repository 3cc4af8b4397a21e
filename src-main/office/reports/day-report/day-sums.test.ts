import { describe, expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import { totalOf, type DaySums } from '#shared/day-report.ts'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { timeOfDay } from '#shared/language/format.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { anEntry, aStanding } from '#testing/claim/made-up.ts'
import { madeUpDraft, madeUpRejection } from '#testing/outbox/made-up.ts'
import { dayCsv } from '../list-csv.ts'
import { claimsOfDay, daySums, type DayDraft, type DayEntry } from './day-sums.ts'

const bounds = {
  from: '2026-11-19T23:00:00.000Z',
  until: '2026-11-20T23:00:00.000Z',
  openBefore: '2026-11-20T23:00:00.000Z',
}
const at = '2026-11-20T09:00:00.000Z'
const dayBefore = '2026-11-19T22:59:59.999Z'
const dayAfter = '2026-11-20T23:00:00.000Z'
const names = new Map([
  ['ada', 'Ada'],
  ['bayo', 'Bayo'],
])

const queued: EntryState = aState('queued', { since: at })
const unconfirmed: EntryState = aState('unconfirmed', { since: at })
const needsReview: EntryState = { name: 'needs-review', since: at, why: 'absent-again', resends: 2 }
const withdrawn: EntryState = { name: 'withdrawn', at, to: 'draft' }
const deliveredAt = (moment: string): EntryState => aState('delivered', { at: moment })

function claim(
  state: EntryState,
  change: Partial<EntrySummary> & { naira?: number; officerId?: string | null } = {},
): DayEntry {
  const { naira = 1000, officerId = 'ada', ...rest } = change
  return { officerId, entry: anEntry({ id: newId(), acceptedAt: at, state, amount: naira, ...rest }) }
}
const request = (state: EntryState): DayEntry =>
  claim(state, { kind: 'pharmacy-request', product: null, amount: null })
function reportOf(entries: readonly DayEntry[], drafts: readonly DayDraft[] = []): DaySums {
  return daySums(entries, drafts, {
    day: '2026-11-20',
    bounds,
    takenAt: at,
    unreadable: 0,
    nameOf: (id) => names.get(id ?? '') ?? 'Nobody known',
  })
}
/** The draft that another officer made from a rejected entry. */
function draftOf({ id, acceptedAt }: EntrySummary): DayDraft {
  const fields = { ...emptyFields(), repairEstimate: '2,500' }
  const rejection = madeUpRejection({ entryId: id, capturedAt: acceptedAt, refused: fields })
  return { officerId: 'bayo', draft: madeUpDraft({ fields, rejection }) }
}
/** The columns an entry counts in. */
function columnsOf(entry: DayEntry): readonly string[] {
  return Object.entries(totalOf(reportOf([entry]).rows)).flatMap(([column, { count }]) =>
    count === 1 ? [column] : [],
  )
}

describe('the sums of a day', () => {
  it.each<[string, DayEntry, readonly string[]]>([
    ['waits', claim(queued), ['captured', 'on-its-way']],
    ['needs review', claim(needsReview), ['captured', 'needs-you']],
    ['is twice', claim(deliveredAt(at), { duplicateClaimIds: [7] }), ['captured', 'received', 'needs-you']],
    ['was received on it', claim(deliveredAt(at)), ['captured', 'received']],
    ['was received later', claim(deliveredAt(dayAfter)), ['captured']],
    ['was received on it, from before', claim(deliveredAt(at), { acceptedAt: dayBefore }), ['received']],
    ['still waits from before', claim(queued, { acceptedAt: dayBefore }), ['on-its-way']],
    ['is of the next day', claim(queued, { acceptedAt: dayAfter }), []],
    ['was received before it', claim(deliveredAt(dayBefore), { acceptedAt: dayBefore }), []],
    ['was taken back', claim(withdrawn), []],
  ])('count what %s', (_what, entry, columns) => {
    expect(columnsOf(entry)).toEqual(columns)
  })

  it('include a day’s first moment and not the next day’s', () => {
    expect(columnsOf(claim(deliveredAt(bounds.from), { acceptedAt: bounds.from }))).toEqual([
      'captured',
      'received',
    ])
    expect(columnsOf(claim(deliveredAt(bounds.until), { acceptedAt: bounds.until }))).toEqual([])
  })

  it('are rows by officer and product, sorted by name, entries without an officer last', () => {
    const { rows } = reportOf([
      claim(queued, { officerId: null }),
      claim(queued, { officerId: 'bayo' }),
      request(queued),
      claim(queued, { product: 'okada' }),
      claim(queued),
      claim(queued, { officerId: 'gone' }),
    ])
    expect(rows.map(({ officerName, product }) => [officerName, product])).toEqual([
      ['Ada', 'keke'],
      ['Ada', 'okada'],
      ['Ada', 'pharmacy-request'],
      ['Bayo', 'keke'],
      ['Nobody known', 'keke'],
      ['Nobody known', 'keke'],
    ])
  })

  it('add kobo exactly', () => {
    const entries = Array.from({ length: 10 }, () => claim(queued, { naira: 0.1 }))
    const counts = totalOf(reportOf([...entries, claim(queued, { naira: 1_000_000_000 })]).rows)
    expect(counts.captured).toEqual({ count: 11, amountKobo: 100_000_000_100 })
  })

  it('count a draft of a rejected entry in place of that entry', () => {
    const entry = claim(withdrawn)
    const { rows, takenBack } = reportOf([entry], [draftOf(entry.entry)])
    expect(rows).toMatchObject([{ officerId: 'bayo', product: 'keke' }])
    expect(totalOf(rows)).toMatchObject({
      captured: { count: 1, amountKobo: 250_000 },
      'needs-you': { count: 1, amountKobo: 250_000 },
      'on-its-way': { count: 0 },
    })
    expect(takenBack.count).toBe(0)
    const columnsOn = (acceptedAt: string): readonly string[] => {
      const sums = totalOf(reportOf([], [draftOf({ ...entry.entry, acceptedAt })]).rows)
      return Object.entries(sums).flatMap(([column, { count }]) => (count === 1 ? [column] : []))
    }
    expect(columnsOn(dayBefore)).toEqual(['needs-you'])
    expect(columnsOn(dayAfter)).toEqual([])
  })

  it('show withdrawn entries separately', () => {
    const old = claim(withdrawn, { acceptedAt: dayBefore })
    expect(reportOf([claim(withdrawn, { naira: 12.5 }), old]).takenBack).toEqual({
      count: 1,
      amountKobo: 1250,
    })
  })

  it('count a claim once that was turned down, corrected and submitted again', () => {
    const reference = '7Q5Z-4644'
    const again = reportOf([claim(withdrawn, { reference }), claim(queued, { reference })])
    expect(again.takenBack.count).toBe(0)
    expect(again.rows.map(({ counts }) => counts.captured.count)).toEqual([1])
    expect(reportOf([claim(withdrawn, { reference })]).takenBack.count).toBe(1)
  })
})

it('the claims of a day are those submitted or received on it, the oldest first, and not what was taken out', () => {
  const early = claim(queued, { acceptedAt: bounds.from })
  const late = claim(unconfirmed)
  const fromBefore = claim(deliveredAt(at), { acceptedAt: dayBefore })
  const others = [
    claim(queued, { acceptedAt: dayBefore }),
    claim(queued, { acceptedAt: dayAfter }),
    claim(deliveredAt(dayAfter), { acceptedAt: dayBefore }),
    claim(withdrawn),
    request(queued),
  ]
  expect(claimsOfDay([late, ...others, fromBefore, early], bounds)).toEqual(
    [fromBefore, early, late].map(({ entry }) => entry),
  )
})

describe('a claim that is marked as wrong', () => {
  const marked = (isDone: boolean): Partial<EntrySummary> => ({
    standing: aStanding({ wrong: { at, by: null, replacedBy: '', isDone } }),
  })

  it('is in no sum, told or not, and counted apart', () => {
    const right = claim(deliveredAt(at), { naira: 1_200_000 })
    const wrong = claim(deliveredAt(at), { naira: 1_200_000, ...marked(true) })
    const untold = claim(deliveredAt(at), { naira: 500, ...marked(false) })
    const report = reportOf([wrong, untold, right])
    const one = { count: 1, amountKobo: 120_000_000 }
    expect(totalOf(report.rows)).toMatchObject({
      captured: one,
      received: one,
      'needs-you': { count: 1, amountKobo: 0 },
    })
    expect(report.wrong).toEqual({ count: 2, amountKobo: 120_050_000 })
  })

  it('is of no other day, where it only needs somebody', () => {
    const earlier = { acceptedAt: dayBefore, ...marked(false) }
    const report = reportOf([claim(deliveredAt(dayBefore), earlier)])
    expect([totalOf(report.rows)['needs-you'].count, report.wrong.count]).toEqual([1, 0])
  })
})

describe('a day as CSV', () => {
  const summary = anEntry({
    acceptedAt: at,
    capturedBy: 'Ada',
    policyNumber: 'KKP/2026/LA/000001',
    customer: { name: 'Ngozi Made-up', phone: '0800 000 1234' },
    holder: 'Omotayo Invented',
    reference: '7F3K-92QD',
    amount: 45_000.5,
    state: deliveredAt(at),
  })
  const linesOf = (claims: readonly EntrySummary[]): readonly string[] =>
    dayCsv({ ...reportOf([]), claims, drafts: 0 }, 'sandbox', {})
      .slice(1)
      .split('\r\n')

  it('has a row for each claim, in naira, with that of a wrong one apart', () => {
    const claims = [
      summary,
      {
        ...summary,
        customer: { name: ' ', phone: '' },
        product: 'okada',
        capturedBy: null,
        amount: 1000,
        state: queued,
      } satisfies EntrySummary,
    ]
    const when = `2026-11-20 ${timeOfDay(at)}`
    const standing = aStanding({ wrong: { at, by: null, replacedBy: '', isDone: true } })
    claims.push({ ...summary, standing })
    expect(linesOf(claims)).toEqual([
      '"Day","Environment","Officer","Product","Policy number","Customer","Reference","Estimate (NGN)","Status","Submitted","Marked wrong (NGN)"',
      `"2026-11-20","Sandbox","Ada","Keke claim","KKP/2026/LA/000001","Ngozi Made-up","7F3K-92QD",45000.5,"Received","${when}",""`,
      `"2026-11-20","Sandbox","","Okada claim","KKP/2026/LA/000001","Omotayo Invented","7F3K-92QD",1000,"Waiting","${when}",""`,
      `"2026-11-20","Sandbox","Ada","Keke claim","KKP/2026/LA/000001","Ngozi Made-up","7F3K-92QD","","Wrong","${when}",45000.5`,
      '',
    ])
  })

  it('has no formula, whatever an officer’s name, a customer’s, a policy number or a status is', () => {
    const customer = { name: '=HYPERLINK(1)', phone: '' }
    const claims = [{ ...summary, customer, capturedBy: '=1+1', policyNumber: '@SUM(A1)' }]
    const text = linesOf(claims).join('\n')
    expect(text).toContain(
      `"2026-11-20","Sandbox","'=1+1","Keke claim","'@SUM(A1)","'=HYPERLINK(1)","7F3K-92QD"`,
    )
  })
})
