import { describe, expect, it } from 'vitest'
import { openCount, totalOf, type DaySums } from '#shared/day-report.ts'
import { emptyFields, type Rejection } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { timeOfDay } from '#shared/language/format.ts'
import type { EntryFiles } from '#shared/outbox/entry-files.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { claimSubmission, pharmacySubmission, submissionWithFiles } from '#main/outbox/testing/made-up.ts'
import { dayCsv } from './day-csv.ts'
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

const queued: EntryState = {
  name: 'queued',
  since: at,
  reason: { type: 'new' },
  notSentInARow: 0,
  resends: 0,
}
const sending: EntryState = { name: 'sending', since: at, notSentInARow: 0, resends: 0 }
const unconfirmed: EntryState = {
  name: 'unconfirmed',
  since: at,
  cause: 'reset',
  absentReadings: 0,
  resends: 0,
}
const needsReview: EntryState = { name: 'needs-review', since: at, why: 'absent-again', resends: 2 }
const rejected: EntryState = { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: false }
const withdrawn: EntryState = { name: 'withdrawn', at, to: 'draft' }
const deliveredAt = (moment: string): EntryState => ({
  name: 'delivered',
  at: moment,
  proof: 'answer',
  claimId: null,
  serverMessage: '',
})

function claim(
  state: EntryState,
  change: Partial<DayEntry> & { naira?: number; okada?: boolean } = {},
): DayEntry {
  const { naira = 1000, okada = false, ...rest } = change
  const { id, body } = claimSubmission({ repairEstimate: naira }, { product: okada ? 'okada' : 'keke' })
  return { id, officerId: 'ada', acceptedAt: at, body, state, candidates: 0, ...rest }
}
function request(state: EntryState): DayEntry {
  const { id, body } = pharmacySubmission()
  return { id, officerId: 'ada', acceptedAt: at, body, state, candidates: 0 }
}
function reportOf(
  entries: readonly DayEntry[],
  surplus: readonly string[] = [],
  drafts: readonly DayDraft[] = [],
  files: ReadonlyMap<string, EntryFiles> = new Map(),
): DaySums {
  return daySums(entries, drafts, {
    day: '2026-11-20',
    bounds,
    takenAt: at,
    unreadable: 0,
    hasSurplus: (id) => surplus.includes(id),
    filesOf: ({ id }) => files.get(id) ?? null,
    nameOf: (id) => names.get(id ?? '') ?? null,
  })
}
/** The draft that another officer made from a rejected entry. */
function draftOf({ id, acceptedAt }: DayEntry): DayDraft {
  const fields = { ...emptyFields(), repairEstimate: '2,500' }
  const rejection: Rejection = {
    entryId: id,
    capturedAt: acceptedAt,
    at,
    serverMessage: '',
    fieldErrors: {},
    refused: fields,
  }
  return {
    officerId: 'bayo',
    draft: {
      id: newId(),
      product: 'keke',
      fields,
      branchReference: '7F3K-92QD',
      createdAt: at,
      updatedAt: at,
      rejection,
    },
  }
}
/** The columns an entry counts in. */
function columnsOf(entry: DayEntry, surplus: readonly string[] = []): readonly string[] {
  return Object.entries(totalOf(reportOf([entry], surplus).rows)).flatMap(([column, { count }]) =>
    count === 1 ? [column] : [],
  )
}

describe('the sums of a day', () => {
  it.each<[string, DayEntry, readonly string[]]>([
    ['waits', claim(queued), ['captured', 'waiting']],
    ['is on its way', claim(sending), ['captured', 'waiting']],
    ['is looked for', claim(unconfirmed), ['captured', 'unconfirmed']],
    ['needs review', claim(needsReview), ['captured', 'needs-someone']],
    ['was not accepted', claim(rejected), ['captured', 'to-correct']],
    ['is a request that was not accepted', request(rejected), ['captured', 'to-correct']],
    ['is a request in doubt', request(unconfirmed), ['captured', 'needs-someone']],
    ['was received on it', claim(deliveredAt(at)), ['captured', 'received']],
    ['was received later', claim(deliveredAt(dayAfter)), ['captured']],
    ['was received on it, from before', claim(deliveredAt(at), { acceptedAt: dayBefore }), ['received']],
    ['still waits from before', claim(queued, { acceptedAt: dayBefore }), ['waiting']],
    ['is of the next day', claim(queued, { acceptedAt: dayAfter }), []],
    ['was received before it', claim(deliveredAt(dayBefore), { acceptedAt: dayBefore }), []],
    ['was taken back', claim(withdrawn), []],
  ])('count what %s', (_what, entry, columns) => {
    expect(columnsOf(entry)).toEqual(columns)
  })

  it('name the claims that wait for files, and what of those is not in the file store yet', () => {
    const { id, body } = submissionWithFiles(['incidentPictureUrl', 'medicalReportUrl'])
    const entry: DayEntry = { ...claim(queued), id, body }
    const files = { of: 2, uploaded: 1, bytes: 900, sentBytes: 500, leftMs: null, hold: null, unremoved: 0 }
    const summed = (of: EntryFiles, entries = [entry, claim(queued)]): DaySums =>
      reportOf(entries, [], [], new Map([[id, of]]))
    expect(summed(files).awaitingFiles).toEqual({ claims: 1, files: 1, bytes: 400 })
    expect(totalOf(summed(files).rows).waiting.count).toBe(2)
    expect(summed(files, [{ ...entry, acceptedAt: dayAfter }]).awaitingFiles.claims).toBe(0)
    expect(summed(files, [{ ...entry, state: withdrawn }]).awaitingFiles.claims).toBe(0)
    const lost = summed({ ...files, hold: 'file-lost' })
    expect(totalOf(lost.rows)['needs-someone'].count).toBe(1)
    expect(lost.awaitingFiles.claims).toBe(0)
  })

  it('count a received claim that the insurer lists twice as needing an officer', () => {
    const twice = claim(deliveredAt(at))
    expect(columnsOf(twice, [twice.id])).toEqual(['captured', 'received', 'needs-someone'])
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
      claim(queued, { okada: true }),
      claim(queued),
      claim(queued, { officerId: 'gone' }),
    ])
    expect(rows.map(({ officerName, officerId, product }) => [officerName ?? officerId, product])).toEqual([
      ['Ada', 'keke'],
      ['Ada', 'okada'],
      ['Ada', 'pharmacy-request'],
      ['Bayo', 'keke'],
      ['gone', 'keke'],
      [null, 'keke'],
    ])
  })

  it('add kobo exactly', () => {
    const entries = Array.from({ length: 10 }, () => claim(queued, { naira: 0.1 }))
    const counts = totalOf(reportOf([...entries, claim(queued, { naira: 1_000_000_000 })]).rows)
    expect(counts.captured).toEqual({ count: 11, amountKobo: 100_000_000_100 })
  })

  it('count a draft of a rejected entry in place of that entry', () => {
    const entry = claim(withdrawn)
    const { rows, takenBack } = reportOf([entry], [], [draftOf(entry)])
    expect(rows).toMatchObject([{ officerId: 'bayo', product: 'keke' }])
    expect(totalOf(rows)).toMatchObject({
      captured: { count: 1, amountKobo: 250_000 },
      'to-correct': { count: 1, amountKobo: 250_000 },
      waiting: { count: 0 },
    })
    expect(takenBack.count).toBe(0)
    const columnsOn = (acceptedAt: string): readonly string[] => {
      const sums = totalOf(reportOf([], [], [draftOf({ ...entry, acceptedAt })]).rows)
      return Object.entries(sums).flatMap(([column, { count }]) => (count === 1 ? [column] : []))
    }
    expect(columnsOn(dayBefore)).toEqual(['to-correct'])
    expect(columnsOn(dayAfter)).toEqual([])
  })

  it('show withdrawn entries separately', () => {
    const old = claim(withdrawn, { acceptedAt: dayBefore })
    expect(reportOf([claim(withdrawn, { naira: 12.5 }), old]).takenBack).toEqual({
      count: 1,
      amountKobo: 1250,
    })
  })

  it('keep the day open while anything is waiting, being reconciled or in need of an officer', () => {
    const open = [claim(queued), claim(unconfirmed), claim(rejected), claim(deliveredAt(at))]
    expect(openCount(totalOf(reportOf(open).rows))).toBe(3)
    expect(openCount(totalOf(reportOf([claim(deliveredAt(at))]).rows))).toBe(0)
  })
})

describe('the claims of a day', () => {
  it('are those submitted or received on it, the oldest first, and not what was taken out', () => {
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
    expect(claimsOfDay([late, ...others, fromBefore, early], bounds)).toEqual([fromBefore, early, late])
  })
})

describe('a day as CSV', () => {
  const summary: EntrySummary = {
    id: newId(),
    seq: 1,
    acceptedAt: at,
    capturedBy: 'Ada',
    kind: 'claim',
    product: 'keke',
    policyNumber: 'KKP/2026/LA/000001',
    pharmacyName: null,
    reference: '7F3K-92QD',
    sentReferences: ['7F3K-92QD'],
    amount: 45_000.5,
    occurrenceDate: '2026-11-19',
    state: deliveredAt(at),
    attempts: 1,
    nextTryAt: null,
    duplicateClaimIds: [],
    candidates: 0,
    files: null,
    standing: null,
  }
  const linesOf = (entries: readonly DayEntry[], claims: readonly EntrySummary[]): readonly string[] =>
    dayCsv({ ...reportOf(entries), claims, drafts: 0 }, 'sandbox', ({ seq }) => `state ${seq}`)
      .slice(1)
      .split('\r\n')

  it('has a row for each claim, and its sums below, in naira', () => {
    const entries = [claim(deliveredAt(at), { naira: 45_000.5 }), claim(queued, { officerId: null })]
    const claims = [
      summary,
      { ...summary, seq: 2, product: 'okada', capturedBy: null, amount: 1000 } satisfies EntrySummary,
    ]
    const when = `2026-11-20 ${timeOfDay(at)}`
    expect(linesOf([...entries, request(queued)], claims)).toEqual([
      'Day,Environment,Officer,Product,Policy number,Reference,Estimate (NGN),Status,Submitted',
      `2026-11-20,Sandbox,Ada,Keke claim,KKP/2026/LA/000001,7F3K-92QD,45000.5,state 1,${when}`,
      `2026-11-20,Sandbox,,Okada claim,KKP/2026/LA/000001,7F3K-92QD,1000,state 2,${when}`,
      '',
      'Day,Environment,Officer,Product,Submitted,Submitted (NGN),Received,Received (NGN),Waiting,Waiting (NGN),Confirming delivery,Confirming delivery (NGN),To correct,To correct (NGN),Needs your decision,Needs your decision (NGN)',
      '2026-11-20,Sandbox,Ada,Keke claim,1,45000.5,1,45000.5,0,0,0,0,0,0,0,0',
      '2026-11-20,Sandbox,Ada,Pharmacy request,1,0,0,0,1,0,0,0,0,0,0,0',
      '2026-11-20,Sandbox,No officer,Keke claim,1,1000,0,0,1,1000,0,0,0,0,0,0',
      '',
    ])
  })

  it('has no formula, whatever an officer’s name, a policy number or a status is', () => {
    names.set('sly', '=1+1')
    const claims = [{ ...summary, capturedBy: '=1+1', policyNumber: '@SUM(A1)' }]
    const text = linesOf([claim(queued, { officerId: 'sly' })], claims).join('\n')
    expect(text).toContain("2026-11-20,Sandbox,'=1+1,Keke claim,'@SUM(A1),7F3K-92QD")
    expect(text).toContain("2026-11-20,Sandbox,'=1+1,Keke claim,1,1000")
  })
})
