import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { err, ok } from '#shared/result.ts'
import { asTold } from '#testing/claim/made-up.ts'
import type { ListReader } from '#main/insurer/api/claim-list.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import {
  accepted,
  at,
  database,
  delivered,
  later,
  outbox,
  outboxForEach,
  unconfirmed,
} from '#testing/outbox/entries.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { EngineHolds } from './engine-holds.ts'
import { InsurerHabits } from './insurer-habits.ts'
import { LaterLooks } from './later-looks.ts'
import { ListRecords } from './list-records.ts'
import { Searches } from './look-schedule.ts'
import { Writing, type Changed } from './writing.ts'
import { ListResults, type ListResultsOptions } from './list-results.ts'
import { ListScan } from './list-scan.ts'
import { shownCandidate, soughtOf } from './recognition.ts'
import { listed } from '#testing/engine/listed.ts'

outboxForEach()

const minutes = (n: number): number => n * 60_000

let nowMs: number
let parts: ListResultsOptions
let results: ListResults

beforeEach(() => {
  nowMs = 0
  const never = () => () => undefined
  const clock = { now: () => new Date(later), monotonicMs: () => nowMs, after: never, soon: never }
  const memory = createEngineMemory(database)
  parts = {
    outbox,
    clock,
    loop: { wakeUp: () => undefined },
    searches: new Searches(clock),
    records: new ListRecords(memory, clock, () => 0.5),
    habits: new InsurerHabits(memory),
    laterLooks: new LaterLooks(outbox, memory, clock),
    writing: new Writing(new EngineHolds(clock), () => undefined),
  }
  results = new ListResults(parts)
})

/** A claim that goes on to an officer. */
function underReview(id = unconfirmed(outbox)): string {
  outbox.apply(id, { type: 'cannot-be-proved', at, why: 'list-unreadable' })
  return id
}

/** A reading of rows that seeks what is followed, and knows this entry. */
function scanOf(id: string, rows: readonly ReceivedClaim[] = []): ListScan {
  const entry = outbox.get(id)
  const own = entry === null ? null : soughtOf(entry)
  if (own === null) throw new Error('There is no such claim.')
  const sought = results.followed('keke').flatMap((one) => soughtOf(one) ?? [])
  const references = new Map([[own.reference, own]])
  const scan = new ListScan({ sought, counted: [], daysTell: true, references, bound: new Set(), until: [] })
  scan.take(rows)
  return scan
}

/** A row with the policy and the reference of what `claimSubmission` makes up. */
const ownRow = (claimId: number): ReceivedClaim => {
  const { claim, branchReference } = claimSubmission().body
  return listed(claimId, {
    ...asTold(claim),
    incidentDetails: detailsWithReference(claim.incidentDetails, branchReference),
  })
}
const alikeRow = (claimId: number): ReceivedClaim => listed(claimId, asTold(claimSubmission().body.claim))

const idsOf = (changed: Changed): readonly string[] | string =>
  changed.ok ? changed.value.map(({ id }) => id) : changed.error.type
const linesOf = (id: string): readonly string[] => outbox.story(id).map(({ type }) => type)

it('what is followed are claims of the product whose outcome is unknown', () => {
  accepted(outbox)
  delivered(outbox)
  unconfirmed(outbox, claimSubmission({}, { product: 'okada' }))
  unconfirmed(outbox, pharmacySubmission())
  const ids = [unconfirmed(outbox), underReview()]
  expect(results.followed('keke').map(({ id }) => id)).toEqual(ids)
})

describe('rows of an entry', () => {
  it.each<[string, () => string]>([
    ['of unknown outcome', () => unconfirmed(outbox)],
    [
      'of unknown outcome, whose row was known',
      () => {
        const id = unconfirmed(outbox)
        outbox.claimRows.bind('keke', 5, id, false, at)
        return id
      },
    ],
    ['that an officer decides about', underReview],
    ['that waits', () => accepted(outbox)],
    ['that was received, its row unknown', () => delivered(outbox)],
  ])('%s settle it by the first, and raise the alarm of each other', (_what, entry) => {
    const id = entry()
    parts.searches.lookNow(id)
    expect(idsOf(results.takePart('keke', scanOf(id, [9, 5, 7, 5].map(ownRow)), null))).toEqual([id])
    expect(outbox.get(id)?.state).toMatchObject({ name: 'delivered', claimId: 5 })
    expect(outbox.claimRows.bound('keke')).toContainEqual({ claimId: 5, entryId: id })
    expect(outbox.claimRows.duplicatesOf(id)).toEqual([7, 9])
    expect(parts.searches.isAwaited(id)).toBe(false)
  })

  it('that has a row already are each one too many', () => {
    const id = delivered(outbox)
    outbox.found(id, 'keke', 5, 'list', at)
    results.takePart('keke', scanOf(id, [9, 7].map(ownRow)), null)
    expect(outbox.get(id)?.state).toMatchObject({ claimId: 5 })
    expect(outbox.claimRows.duplicatesOf(id)).toEqual([7, 9])
  })

  describe('whose own number is in the list no more', () => {
    const received = (policyNumber: string, branchReference: string, claimId: number) => {
      const submission = claimSubmission({ policyNumber }, { branchReference })
      const id = accepted(outbox, submission)
      outbox.openAttempt(id, at)
      outbox.closeAttempt(id, { type: 'delivered', serverMessage: '', keptReference: null }, at)
      outbox.found(id, 'keke', claimId, 'list', at)
      const { claim } = submission.body
      const incidentDetails = detailsWithReference(claim.incidentDetails, branchReference)
      return { id, row: (now: number) => listed(now, { ...asTold(claim), incidentDetails }) }
    }
    const scanned = (rows: readonly ReceivedClaim[]): ListScan => {
      const sought = [...outbox.settled(9)].flatMap((one) => soughtOf(one) ?? [])
      const references = new Map(sought.map((one) => [one.reference, one]))
      const boundTo = outbox.boundTo('keke')
      const bound = { has: (...row: Parameters<typeof boundTo>) => boundTo(...row) !== null }
      const scan = new ListScan({ sought: [], counted: [], daysTell: true, references, bound, until: [] })
      scan.take(rows)
      return scan
    }
    const whole = (rows: readonly ReceivedClaim[]): Changed =>
      results.takeWhole('keke', scanned(rows), 0, 'engine')
    const duplicates = (...ids: readonly string[]) => ids.map((id) => outbox.claimRows.duplicatesOf(id))

    it('have another one, wherever the whole list was numbered anew', () => {
      const [one, two] = [received('KKP/1', '0000-0001', 5), received('KKP/2', '0000-0002', 6)]
      const rows = [one.row(6), two.row(7)]
      expect(whole(rows).ok).toBe(true)
      expect(duplicates(one.id, two.id)).toEqual([[], []])
      expect(outbox.claimRows.bound('keke')).toEqual([
        { claimId: 6, entryId: one.id },
        { claimId: 7, entryId: two.id },
      ])
      expect(outbox.get(one.id)?.state).toMatchObject({ claimId: 6 })
      expect(outbox.story(one.id).filter(({ type }) => type === 'surplus')).toEqual([])
      whole([...rows, one.row(5)])
      expect(duplicates(one.id, two.id)).toEqual([[5], []])
    })

    it('are an alarm where the list has more than one, was not read whole, or the claim was sent twice', () => {
      const [one, two] = [received('KKP/1', '0000-0001', 5), received('KKP/2', '0000-0002', 6)]
      whole([one.row(9), one.row(8)])
      results.takePart('keke', scanned([two.row(7)]), null)
      expect(duplicates(one.id, two.id)).toEqual([[9], [7]])
      database.prepare('UPDATE entry SET sends = 2').run()
      whole([one.row(10), two.row(6)])
      expect(duplicates(one.id, two.id)).toEqual([[9, 10], [7]])
    })
  })

  it('are bound to it while its attempt is open, whose answer settles it', () => {
    const id = accepted(outbox)
    outbox.openAttempt(id, at)
    expect(idsOf(results.takePart('keke', scanOf(id, [ownRow(5)]), null))).toEqual([])
    expect(outbox.claimRows.bound('keke')).toEqual([{ claimId: 5, entryId: id }])
    expect(outbox.get(id)?.state.name).toBe('sending')
  })

  it('that was destroyed while it was read change nothing', () => {
    const [id, other] = [
      unconfirmed(outbox),
      unconfirmed(outbox, claimSubmission({ policyNumber: 'KKP/5' }, { branchReference: '0000-0005' })),
    ]
    const scan = scanOf(id, [ownRow(1), listed(5)])
    outbox.remove([id, other])
    expect([scan.ours.size, scan.candidates.size]).toEqual([1, 1])
    expect(idsOf(results.takePart('keke', scan, null))).toEqual([])
  })

  it('that was discarded are bound to it all the same', () => {
    const id = accepted(outbox)
    outbox.apply(id, { type: 'withdraw', at, to: 'discarded' })
    expect(idsOf(results.takePart('keke', scanOf(id, [ownRow(5)]), null))).toEqual([id])
    expect(outbox.claimRows.bound('keke')).toEqual([{ claimId: 5, entryId: id }])
  })

  it('that was sent twice have it looked for again', () => {
    const id = unconfirmed(outbox)
    outbox.apply(id, { type: 'absent', at, proved: true, by: 'list' })
    outbox.openAttempt(id, at)
    outbox.closeAttempt(id, { type: 'uncertain', cause: 'reset', httpStatus: null }, later)
    results.takePart('keke', scanOf(id, [ownRow(5)]), null)
    expect(parts.laterLooks.dueTimes()).toEqual([minutes(10)])
  })
})

it('rows that may be an entry are noted once, and no more once it is settled', () => {
  const id = unconfirmed(outbox)
  const shown = { ...alikeRow(4), repairEstimate: 4 }
  outbox.candidates.note(id, [shownCandidate(shown, []) ?? []].flat(), at)
  const scan = scanOf(id, [shown, alikeRow(5)])
  expect(idsOf(results.takePart('keke', scan, null))).toEqual([id])
  expect(outbox.candidates.ofEntry(id).map(({ claimId }) => claimId)).toEqual([null, 5])
  expect(idsOf(results.takePart('keke', scan, null))).toEqual([])
  const late = scanOf(id, [alikeRow(6)])
  outbox.found(id, 'keke', null, 'details', at)
  expect(idsOf(results.takePart('keke', late, null))).toEqual([])
  expect(outbox.candidates.ofEntry(id)).toHaveLength(2)
})

it('a reading that was cut off is told of each claim that waited for it', () => {
  const [id, other] = [unconfirmed(outbox), unconfirmed(outbox)]
  results.takePart('keke', scanOf(id), { waiting: [id], failure: { type: 'timeout' } })
  expect(outbox.story(id).at(-1)).toMatchObject({ type: 'unread', by: 'list', reason: 'timeout' })
  expect(linesOf(other)).not.toContain('unread')
})

describe('a claim that a whole list does not show', () => {
  const shorter = (): void => {
    for (const count of [5, 4]) parts.records.noteComplete('keke', { count, highestId: count }, 10)
  }
  const referenceLost = (): void => parts.habits.learn('keke', { referenceLost: true })
  const candidate = (id: string): void => void results.takePart('keke', scanOf(id, [alikeRow(5)]), null)
  const planned = (id: string): void => {
    for (const askedAtMs of [0, minutes(5)]) parts.searches.lookEnded(id, askedAtMs, 'another')
  }
  const both =
    (...all: ((id: string) => void)[]) =>
    (id: string) =>
      all.forEach((one) => one(id))

  const open = { name: 'unconfirmed', absentReadings: 0 } as const
  const absent = { name: 'unconfirmed', absentReadings: 1 } as const
  const lost = { name: 'needs-review', why: 'reference-lost' } as const
  const given = { name: 'needs-review', why: 'list-unreadable' } as const
  const found = { name: 'delivered', proof: 'details' } as const

  it.each<[string, (id: string) => unknown, ListReader, Partial<EntryState>, readonly string[], boolean]>([
    ['is looked for', () => undefined, 'engine', absent, ['absent'], true],
    ['is looked for', () => undefined, 'page', absent, ['absent'], false],
    ['waits for a list', planned, 'page', absent, ['absent'], true],
    ['was settled', (id) => outbox.found(id, 'keke', null, 'details', at), 'engine', found, [], false],
    ['is with an officer', underReview, 'engine', given, ['absent'], false],
    ['is of a shorter list', shorter, 'engine', open, ['uncounted'], true],
    ['is of a shorter list', shorter, 'page', open, ['uncounted'], false],
    ['is with an officer, of one', both(underReview, shorter), 'engine', given, ['uncounted'], false],
    ['may be another', candidate, 'engine', open, [], true],
    ['may be another', candidate, 'page', open, [], false],
    ['may have lost its reference', referenceLost, 'engine', lost, ['unprovable'], false],
    ['may have lost its reference', referenceLost, 'page', open, [], false],
    ['waits and may have lost it', both(planned, referenceLost), 'page', lost, ['unprovable'], false],
  ])('and that %s (%#)', (_what, prepare, reader, state, added, isPlanned) => {
    const id = unconfirmed(outbox)
    parts.searches.begin(id)
    const scan = scanOf(id)
    prepare(id)
    const before = linesOf(id)
    expect(results.takeWhole('keke', scan, nowMs, reader).ok).toBe(true)
    expect(outbox.get(id)?.state).toMatchObject(state)
    expect(linesOf(id).filter((line) => !before.includes(line))).toEqual(added)
    expect(parts.searches.isListPlanned(id)).toBe(isPlanned)
  })

  it('is sent again once that is proved, and no sooner', () => {
    const id = unconfirmed(outbox)
    parts.searches.begin(id)
    for (const [askedAtMs, state] of [
      [-1, open],
      [0, absent],
      [minutes(10), { name: 'queued', reason: { type: 'proved-absent' } }],
    ] as const) {
      const changed = results.takeWhole('keke', scanOf(id), askedAtMs, 'engine')
      expect(idsOf(changed)).toEqual(state === open ? [] : [id])
      expect(outbox.get(id)?.state).toMatchObject(state)
    }
    expect(outbox.story(id).at(-1)).toMatchObject({ type: 'absent', by: 'list', proof: 'sent-again' })
    expect(parts.searches.isListPlanned(id)).toBe(false)
  })

  it('says nothing where the reading did not seek it', () => {
    const scan = scanOf(delivered(outbox))
    const id = unconfirmed(outbox)
    expect(idsOf(results.takeWhole('keke', scan, nowMs, 'engine'))).toEqual([])
    expect(linesOf(id)).not.toContain('absent')
  })
})

it.each([
  [false, 'list-unreadable'],
  [true, 'reference-lost'],
])('a list that cannot be read leaves its claims to an officer (%s)', (referenceLost, why) => {
  parts.habits.learn('keke', { referenceLost })
  const wakeUp = vi.spyOn(parts.loop, 'wakeUp')
  const tell = vi.spyOn(parts.writing, 'tell')
  const [id, settled] = [unconfirmed(outbox), delivered(outbox)]
  parts.searches.lookNow(id)
  results.giveUp('keke', [settled, id])
  expect(outbox.get(id)?.state).toMatchObject({ name: 'needs-review', why })
  expect(tell.mock.calls).toEqual([[ok([])], [ok([outbox.get(id)])]])
  expect(wakeUp).toHaveBeenCalledOnce()
  expect(parts.searches.isAwaited(id)).toBe(false)
})

describe('rows of a policy that carry no reference', () => {
  /** Sent twice, and received by the answer to the second; its looks are under way. */
  const sentTwice = (): string => {
    const id = unconfirmed(outbox)
    outbox.apply(id, { type: 'officer-resends', at })
    outbox.openAttempt(id, at)
    outbox.closeAttempt(id, { type: 'delivered', serverMessage: '', keptReference: null }, at)
    return id
  }
  const unread: Partial<ReceivedClaim> = {
    occurrenceDate: { type: 'not-understood', text: '03-12-2026' },
    createdAt: { type: 'not-understood', text: '2 minutes ago' },
    incidentDetails: '',
  }
  const strange = (claimId: number): ReceivedClaim => ({ ...alikeRow(claimId), ...unread })
  const looked = (id: string, rows: readonly ReceivedClaim[]): readonly number[] => {
    const counted = [outbox.get(id)].flatMap((entry) => (entry === null ? [] : (soughtOf(entry) ?? [])))
    const boundTo = outbox.boundTo('keke')
    const bound = { has: (...row: Parameters<typeof boundTo>) => boundTo(...row) !== null }
    const scan = new ListScan({
      sought: [],
      counted,
      daysTell: true,
      references: new Map(),
      bound,
      until: [],
    })
    scan.take(rows)
    expect(results.takePart('keke', scan, null).ok).toBe(true)
    return outbox.claimRows.duplicatesOf(id)
  }

  it('are an alarm where they are more than the claims that were sent', () => {
    const id = sentTwice()
    expect(looked(id, [strange(7)])).toEqual([])
    expect(looked(id, [strange(9), strange(7)])).toEqual([9])
  })

  it('are all one too many where the claim has a row of its own', () => {
    const id = sentTwice()
    outbox.found(id, 'keke', 5, 'list', at)
    expect(looked(id, [ownRow(5), strange(7)])).toEqual([7])
  })

  it('may be another claim of ours, of which no row is known', () => {
    const id = sentTwice()
    const other = accepted(outbox, claimSubmission({}, { branchReference: '0000-0001' }))
    outbox.openAttempt(other, at)
    outbox.closeAttempt(other, { type: 'delivered', serverMessage: '', keptReference: null }, at)
    expect(looked(id, [strange(7), strange(8)])).toEqual([])
    expect(looked(id, [strange(7), strange(8), strange(9)])).toEqual([9])
  })

  it('are none too many where they are another’s, or an officer said so', () => {
    const id = sentTwice()
    outbox.candidates.note(id, [{ key: 'id/8', claimId: 8, claim: strange(8) }], at)
    outbox.candidates.ruleOut(id, 'id/8', at)
    const others = [
      { ...strange(6), incidentDetails: '[Ref 0000-0009] Hit.' },
      { ...strange(7), policyNumber: 'KKP/2' },
    ]
    expect(looked(id, [...others, strange(8), strange(9)])).toEqual([])
  })
})

describe('a disk that does not take', () => {
  const full = err({ type: 'disk-full' } as const)
  const apply = (): unknown => vi.spyOn(outbox, 'apply').mockReturnValueOnce(full)

  it.each<[string, () => unknown]>([
    ['a row', () => vi.spyOn(outbox, 'found').mockReturnValueOnce(full)],
    ['a row too many', () => vi.spyOn(outbox.claimRows, 'noteSurplus').mockReturnValueOnce(full)],
    ['a candidate', () => vi.spyOn(outbox.candidates, 'note').mockReturnValueOnce(full)],
    ['an absence', apply],
  ])('%s keeps a list from changing anything', (what, fail) => {
    const others = ['5', '6'].map((n) =>
      unconfirmed(outbox, claimSubmission({ policyNumber: `KKP/${n}` }, { branchReference: `0000-000${n}` })),
    )
    const id = unconfirmed(outbox)
    const scan = scanOf(id, [ownRow(1), ownRow(2), listed(5)])
    const before = [id, ...others].map((one) => outbox.get(one))
    fail()
    expect(results.takeWhole('keke', scan, minutes(20), 'engine')).toEqual(full)
    if (what !== 'an absence') {
      fail()
      const cutOff = { waiting: [], failure: { type: 'timeout' } } as const
      expect(results.takePart('keke', scan, cutOff)).toEqual(full)
    }
    expect([id, ...others].map((one) => outbox.get(one))).toEqual(before)
    expect(outbox.claimRows.bound('keke')).toEqual([])
  })

  it('that an officer is asked tells so', () => {
    const id = unconfirmed(outbox)
    const tell = vi.spyOn(parts.writing, 'tell').mockReturnValue()
    apply()
    results.giveUp('keke', [id])
    expect(tell.mock.calls).toEqual([[full]])
  })
})
