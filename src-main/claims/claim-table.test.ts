import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { noFilter } from '#shared/domain/claim-list.ts'
import { knownDay, notThere, textOf } from '#shared/domain/told.ts'
import { at, later } from '#testing/outbox/entries.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { ClaimTable, type TableQuestion } from './claim-table.ts'
import type { OwnSources } from './own-claims.ts'
import type { TableRow } from './table-rows.ts'
import { madeUpClaims, madeUpListed } from '#testing/claims/made-up-claims.ts'
import { done, TestClaims } from '#testing/claims/test-claims.ts'

const everything: TableQuestion = {
  ...noFilter,
  sort: 'created',
  descending: false,
}
const policyNumber = 'KKP/2026/LA/000001'
const token = '[Ref 7F3K-92QD] A bus.'
const noGroups = { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: 0 }

let desk: TestClaims

beforeEach(() => {
  desk = new TestClaims()
})

const seen = (rows: readonly TableRow[]) =>
  rows.map(({ listed, key }) => [listed?.id ?? null, key.startsWith('keke-') ? null : key])
const rowsOf = async (question: Partial<TableQuestion> = {}, isOnScreen = false) =>
  (await desk.table.find({ ...everything, ...question }, isOnScreen)).rows
const found = async (question: Partial<TableQuestion> = {}, isOnScreen = false) =>
  seen(await rowsOf(question, isOnScreen))
const keys = async (question: Partial<TableQuestion> = {}) => (await rowsOf(question)).map(({ key }) => key)
function takeBack(id: string, as: string | null): void {
  const to = as === null ? ({ to: 'discarded' } as const) : ({ to: 'draft', as } as const)
  done(desk.outbox.apply(id, { type: 'withdraw', at, ...to }))
}

describe('the table of claims', () => {
  it('has both lists, the outbox and the drafts as one, and counts what a filter leaves out', async () => {
    desk.lists = { keke: madeUpClaims('keke', 3), okada: madeUpClaims('okada', 2) }
    const waits = desk.queued()
    const draft = desk.draft({}, { product: 'okada' })
    takeBack(desk.queued({ policyNumber: 'KKP/2' }), null)
    const { rows, ...counts } = await desk.table.find({
      ...everything,
      product: 'okada',
      group: 'received',
      status: '2',
    })
    expect(rows.map(({ key }) => key)).toEqual(['okada-2'])
    expect(counts).toEqual({
      all: 8,
      inAllGroups: 3,
      groups: { ...noGroups, drafts: 1, received: 2 },
      statuses: [
        ['1', 1],
        ['2', 1],
      ],
    })
    expect(await keys({ whose: 'here', group: 'on-its-way' })).toEqual([waits])
    expect(await keys({ group: 'drafts' })).toEqual([draft])
  })

  it('answers also while drafts and entries change all the time', async () => {
    desk.lists = { keke: madeUpClaims('keke', 3), okada: [] }
    const id = desk.queued({ policyNumber })
    let isOver = false
    onTestFinished(() => void (isOver = true))
    const change = (): void => {
      desk.table.entriesChanged()
      if (!isOver) setImmediate(change)
    }
    for (const ask of [() => desk.table.ofPolicy(policyNumber), () => rowsOf()]) {
      isOver = false
      desk.table.listsChanged()
      change()
      const rows = await ask()
      isOver = true
      expect(rows.map(({ key }) => key)).toContain(id)
    }
  })

  it('has no requests for pharmacies', async () => {
    done(desk.outbox.accept(pharmacySubmission(), at))
    expect(await found()).toEqual([])
  })

  it('finds a draft and an entry by the name and the phone of their customer', async () => {
    const customer = { name: 'Ngozi Made-up', phone: '0803 123 4567' }
    const draft = desk.draft({}, { customer })
    const { id, body } = claimSubmission()
    done(desk.outbox.accept({ id, body: { ...body, customer } }, at))
    desk.queued()
    for (const search of ['ngozi', '+2348031234567', '0803 123 4567', '8031234567'])
      expect((await keys({ search })).toSorted(), search).toEqual([draft, id].toSorted())
  })

  it('finds what is written beside an entry from then on', async () => {
    desk.lists.keke = madeUpClaims('keke', 1)
    const id = desk.bound(1)
    expect(await keys({ search: 'cousin' })).toEqual([])
    desk.words.set(id, 'A cousin rang.')
    desk.table.entriesChanged()
    expect(await keys({ search: 'cousin' })).toEqual([id])
    desk.words.set(id, 'Paid.')
    desk.table.entriesChanged()
    expect(await keys({ search: 'cousin' })).toEqual([])
  })

  it('has one claim by its key, whatever a filter says, and the others of its policy newest first', async () => {
    desk.lists.keke = [1, 2, 3].map((id) => madeUpListed({ id, policyNumber }))
    const id = desk.bound(2)
    const draft = desk.draft({ policyNumber })
    await found({ group: 'drafts' })
    const one = async (key: string) => {
      const { row, others } = (await desk.table.one(key)) ?? { others: [] }
      return [row?.key, ...others.map((other) => other.key)]
    }
    expect(await one(id)).toEqual([id, draft, 'keke-3', 'keke-1'])
    expect(await one(draft)).toEqual([draft, id, 'keke-3', 'keke-1'])
    expect(await one('keke-2'), 'as it was called before it was ours').toEqual([
      id,
      draft,
      'keke-3',
      'keke-1',
    ])
    expect(await desk.table.one('okada-2')).toBeNull()
    expect(await desk.table.one(newId())).toBeNull()
  })
})

it('a row is no claim of ours whose number is another policy’s by now', async () => {
  const id = desk.bound(1)
  desk.lists.keke = [madeUpListed({ id: 1, policyNumber: 'KKP/OTHER' })]
  expect((await rowsOf()).map(({ key }) => key).toSorted()).toEqual([id, 'keke-1'].toSorted())
})

describe('the group of a claim', () => {
  const groupsOf = async () => new Map((await rowsOf()).map(({ key, group }) => [key, group]))

  it('is what its entry needs', async () => {
    desk.lists.keke = [madeUpListed({ id: 3 }), madeUpListed({ id: 4 })]
    const waits = desk.queued()
    const withoutFile = desk.queued()
    desk.lostFiles.add(withoutFile)
    const rejected = desk.queued({ policyNumber: 'KKP/3' })
    done(desk.outbox.openAttempt(rejected, at))
    done(desk.outbox.closeAttempt(rejected, { type: 'rejected', serverMessage: 'No.', fieldErrors: {} }, at))
    const received = desk.delivered()
    expect(await groupsOf()).toEqual(
      new Map([
        ['keke-3', 'received'],
        ['keke-4', 'received'],
        [waits, 'on-its-way'],
        [withoutFile, 'needs-you'],
        [rejected, 'needs-you'],
        [received, 'received'],
      ]),
    )
  })

  it('is received where a row was bound to it, unless it is listed twice, wrong or open again', async () => {
    desk.lists.keke = madeUpClaims('keke', 4)
    const [plain, twice, wrong, reopened] = [desk.bound(1), desk.bound(2), desk.bound(3), desk.delivered()]
    const away = desk.delivered()
    done(desk.outbox.claimRows.noteSurplus('keke', 4, twice, at))
    done(desk.outbox.claimRows.noteSurplus('keke', 5, away, at))
    desk.wrong.add(wrong)
    desk.reopened.add(reopened)
    expect(await groupsOf()).toEqual(
      new Map([
        [plain, 'received'],
        [twice, 'needs-you'],
        [wrong, 'needs-you'],
        [reopened, 'needs-you'],
        ['keke-4', 'received'],
        [away, 'needs-you'],
      ]),
    )
    done(desk.outbox.claimRows.acknowledgeDuplicates(twice, at))
    desk.wrong.delete(wrong)
    desk.reopened.delete(reopened)
    desk.table.entriesChanged()
    expect(await keys({ group: 'needs-you' })).toEqual([away])
  })

  it('of a draft is what it is for: one to correct, and one that was recovered, need somebody', async () => {
    const plain = desk.draft()
    const refused = emptyFields()
    const rejection = { entryId: newId(), capturedAt: at, at, serverMessage: '', fieldErrors: {}, refused }
    const toCorrect = desk.draft({}, { rejection })
    const inForm = desk.draft({}, {}, { isOpen: true })
    expect(await groupsOf()).toEqual(
      new Map([
        [plain, 'drafts'],
        [toCorrect, 'needs-you'],
        [inForm, 'drafts'],
      ]),
    )
    // Claims Desk stops while the form is open, and starts again.
    const again = new ClaimTable({ ...desk.sources, drafts: desk.draftsAfterStart() })
    onTestFinished(() => again.drop())
    const rows = (await again.find({ ...everything, group: 'needs-you' })).rows
    expect(rows.map(({ key, draft }) => [key, draft?.isRecovered])).toEqual([
      [toCorrect, false],
      [inForm, true],
    ])
  })
})

describe('a claim from its first letter on', () => {
  it('keeps its key, and is one row', async () => {
    const id = desk.draft({ policyNumber, repairEstimate: '₦45,000', occurrenceDate: '2/11/2026' })
    const only = async () => {
      desk.table.entriesChanged([id])
      const rows = await rowsOf()
      expect(rows.map(({ key }) => key)).toEqual([id])
      const [row] = rows
      return [row?.group, row?.amount, row && textOf(row.occurrenceDate), row?.listed?.id]
    }
    expect(await only()).toEqual(['drafts', 45_000, '2026-11-02', undefined])
    desk.queued({}, null, id)
    expect(await only()).toEqual(['on-its-way', 45_000, '2026-11-02', undefined])
    desk.deliver(id)
    expect(await only()).toEqual(['received', 45_000, '2026-11-02', undefined])
    desk.lists.keke = [
      madeUpListed({ id: 7, policyNumber, incidentDetails: token, occurrenceDate: knownDay('2026-11-02') }),
    ]
    desk.table.listsChanged()
    expect(await only(), 'by its reference').toEqual(['received', 5070, '2026-11-02', 7])
    done(desk.outbox.found(id, 'keke', 7, 'list', at))
    expect(await only(), 'by its row').toEqual(['received', 5070, '2026-11-02', 7])
  })

  it('has the day and the amount of a draft where they can be read', async () => {
    desk.draft({ repairEstimate: 'some 500', occurrenceDate: 'last week' })
    desk.draft({ repairEstimate: ' ' })
    const rows = await rowsOf()
    expect(rows.map(({ amount, occurrenceDate }) => [amount, occurrenceDate])).toEqual([
      [null, notThere],
      [null, notThere],
    ])
  })
})

describe('a claim that was taken out', () => {
  it('is shown with everything alone, and is no claim of the insurer’s', async () => {
    desk.lists.keke = [madeUpListed({ id: 1, policyNumber, incidentDetails: token })]
    const id = desk.queued()
    takeBack(id, null)
    done(desk.outbox.claimRows.noteSurplus('keke', 9, id, at))
    const { rows, groups, inAllGroups } = await desk.table.find(everything)
    expect(rows.map(({ key, group, listed }) => [key, group, listed?.id])).toEqual([
      ['keke-1', 'received', 1],
      [id, null, undefined],
    ])
    expect([groups, inAllGroups]).toEqual([{ ...noGroups, received: 1 }, 2])
  })

  it('is no row where a draft or another entry goes on with it', async () => {
    const draft = newId()
    takeBack(desk.queued(), draft)
    desk.draft({}, { id: draft })
    expect(await keys(), 'a draft').toEqual([draft])
    desk.queued({}, null, draft)
    desk.table.entriesChanged()
    expect(await keys(), 'submitted again').toEqual([draft])
    desk.deliver(draft)
    desk.table.entriesChanged([draft])
    expect(await keys(), 'and received').toEqual([draft])
  })

  it('is a row once nothing goes on with it, or nothing that this officer sees', async () => {
    const [own, other] = [newId(), newId()]
    const [gone, moved, draft] = [desk.queued(), desk.queued(), newId()]
    takeBack(gone, newId())
    takeBack(moved, draft)
    desk.draft({}, { id: draft }, { officerId: other })
    desk.signedIn = own
    expect(await keys()).toEqual([gone, moved])
    desk.signedIn = other
    desk.table.entriesChanged()
    expect(await keys()).toEqual([gone, draft])
  })

  it('is back in its group once that is undone', async () => {
    const id = desk.queued()
    const group = async () => {
      desk.table.entriesChanged([id])
      return (await rowsOf()).map((row) => row.group)
    }
    takeBack(id, null)
    expect(await group()).toEqual([null])
    done(desk.outbox.undoDiscard(id, at))
    expect(await group()).toEqual(['on-its-way'])
    const draft = desk.draft()
    takeBack(id, draft)
    expect(await group(), 'its draft alone').toEqual(['drafts'])
  })
})

describe('a colleague’s claim', () => {
  it('is not in the list, and the insurer’s row of it is nobody’s', async () => {
    const [own, other] = [newId(), newId()]
    desk.lists.keke = [1, 2, 3].map((id) =>
      madeUpListed({ id, policyNumber, incidentDetails: id === 3 ? token : 'A bus.' }),
    )
    const theirs = desk.bound(1, other)
    const mine = desk.bound(2, own)
    desk.queued({}, other)
    desk.delivered(other)
    takeBack(desk.queued({}, other), null)
    desk.signedIn = own
    expect(await found()).toEqual([
      [1, null],
      [3, null],
      [2, mine],
    ])
    desk.signedIn = other
    desk.table.entriesChanged()
    expect(await found()).toContainEqual([1, theirs])
    expect(await keys({ whose: 'here' })).toHaveLength(4)
  })

  it('is not in the list while it is a draft; the office’s drafts are everybody’s, and nobody’s own', async () => {
    const [own, other] = [newId(), newId()]
    const mine = desk.draft({}, {}, { officerId: own })
    const shared = desk.draft({}, { updatedAt: later })
    desk.draft({}, {}, { officerId: other })
    desk.signedIn = own
    const rows = await rowsOf()
    expect(rows.map(({ key, draft }) => [key, draft?.draft.isShared])).toEqual([
      [mine, undefined],
      [shared, true],
    ])
    expect(await keys({ whose: 'mine' })).toEqual([mine])
    expect(await keys({ whose: 'here' })).toEqual([mine, shared])
  })
})

describe('what is kept of the table', () => {
  beforeEach(() => {
    desk.lists.keke = madeUpClaims('keke', 3)
  })

  it('is read once for many questions', async () => {
    await Promise.all([
      found(),
      found({ search: 'bus' }),
      desk.table.ofPolicy(policyNumber),
      desk.table.one('keke-1'),
      found({ sort: 'amount' }),
    ])
    expect(desk.reads).toEqual(['keke', 'okada'])
    const rows = await rowsOf()
    expect(await rowsOf(), 'the next window').toBe(rows)
  })

  it('shows what changed in the outbox or the drafts, without reading the lists again', async () => {
    expect(await found()).toHaveLength(3)
    const ours = [desk.queued(), desk.draft()]
    expect(await found(), 'nobody said so').toHaveLength(3)
    desk.table.entriesChanged()
    expect(await keys({ whose: 'here' })).toEqual(ours)
    expect(desk.reads).toHaveLength(2)
  })

  it('is nothing of an outbox that changed while a question was being answered', async () => {
    const early = desk.queued()
    // The outbox is looked at, and changes before the answer is there.
    let isFirst = true
    const outbox: OwnSources['outbox'] = {
      claimsAtInsurer: () => desk.outbox.claimsAtInsurer(),
      undelivered: () => desk.outbox.undelivered(),
      duplicated: () => desk.outbox.duplicated(),
      get: (id) => desk.outbox.get(id),
      settledClaimIds: () => {
        const ids = desk.outbox.settledClaimIds()
        if (isFirst) {
          isFirst = false
          setImmediate(() => {
            desk.deliver(early)
            other.entriesChanged([early])
          })
        }
        return ids
      },
    }
    const store = { read: () => Promise.resolve([]) }
    const other = new ClaimTable({ ...desk.sources, store, outbox })
    onTestFinished(() => other.drop())
    const groups = async () => (await other.find(everything)).rows.map(({ group }) => group)
    expect(await groups(), 'once').toEqual(['on-its-way'])
    expect(await groups()).toEqual(['received'])
  })

  it.each([
    ['another list is kept', () => desk.table.listsChanged()],
    ['the application is locked', () => desk.table.drop()],
  ])('is not what was being opened when %s', async (_what, happens) => {
    desk.onRead = () => {
      desk.onRead = () => undefined
      desk.lists.keke = madeUpClaims('keke', 4)
      happens()
    }
    expect(await found(), 'as it was').toHaveLength(3)
    expect(await found()).toHaveLength(4)
    expect(desk.reads).toHaveLength(4)
  })

  it('goes a minute after the last question', async () => {
    await found()
    await desk.clock.advance(59_000)
    await found()
    await desk.clock.advance(59_000)
    await found()
    expect(desk.reads).toHaveLength(2)
    await desk.clock.advance(60_000)
    await found()
    expect(desk.reads).toHaveLength(4)
  })

  it('stays while the list is on the screen, and a minute longer', async () => {
    const { table, clock, reads } = desk
    await found({}, true)
    await clock.advance(3_600_000)
    await found()
    await clock.advance(3_600_000)
    await found()
    expect(reads, 'on the screen').toHaveLength(2)
    table.left()
    await clock.advance(59_000)
    table.left()
    await clock.advance(59_000)
    await found({}, true)
    await clock.advance(60_000)
    await found({}, true)
    expect(reads, 'back within the minute').toHaveLength(2)
    table.left()
    await clock.advance(60_000)
    await found()
    expect(reads).toHaveLength(4)
  })

  it('goes at once where the window is closed, and is then no longer on the screen', async () => {
    await found({}, true)
    desk.table.drop()
    await found()
    expect(desk.reads).toHaveLength(4)
    await desk.clock.advance(60_000)
    await found()
    expect(desk.reads).toHaveLength(6)
  })

  it('is answered again after a question that failed', async () => {
    desk.onRead = () => {
      desk.onRead = () => undefined
      throw new Error('made up')
    }
    await expect(found()).rejects.toThrow('made up')
    expect(await found()).toHaveLength(3)
  })
})

describe('while it is not known which rows are ours', () => {
  const text = '<!x>\\%5c&#92;&amp;_x005c_=5c'.repeat(100)
  let id: string
  let told: number
  beforeEach(() => {
    id = desk.queued({ policyNumber, incidentDetails: 'Hit a kerb at low speed.' })
    desk.deliver(id)
    const sent = desk.outbox.get(id)?.body
    const occurrenceDate = knownDay(sent?.kind === 'claim' ? sent.claim.occurrenceDate : '')
    const near = Array.from({ length: 18 }, (_none, at) =>
      madeUpListed({ id: at + 2, policyNumber, occurrenceDate, incidentDetails: text }),
    )
    const own = { policyNumber, occurrenceDate, incidentDetails: 'Hit a kerb at low speed.' }
    desk.lists.keke = [...near, madeUpListed({ id: 1, ...own })]
    told = 0
    desk.table.paired.subscribe(() => void (told += 1))
  })
  /** Time passes as fast as it can until the answer is there. */
  async function hurried<T>(asked: Promise<T>): Promise<T> {
    let isOver = false
    const pass = async (): Promise<void> => {
      while (!isOver) await desk.clock.advance(100)
    }
    const passing = pass()
    const answer = await asked
    isOver = true
    await passing
    return answer
  }
  const ours = (rows: readonly TableRow[]) =>
    seen(rows).filter(([listedId, key]) => listedId === 1 || key === id)

  it('shows both after a moment, then each claim once, and says so once', async () => {
    desk.draft()
    const first = await hurried(rowsOf({}, true))
    expect(first, 'all that is known').toHaveLength(21)
    expect(ours(first)).toEqual([
      [1, null],
      [null, id],
    ])
    await expect.poll(() => told).toBe(1)
    expect(ours(await rowsOf({}, true))).toEqual([[1, id]])
    desk.table.entriesChanged()
    expect(ours(await hurried(rowsOf({}, true))), 'as before').toEqual([[1, id]])
    expect(told).toBe(1)
  })

  it('waits for it where the rows are kept', async () => {
    expect(ours((await hurried(desk.table.findPaired(everything))).rows)).toEqual([[1, id]])
  })

  it('pairs nothing more once its rows left memory', async () => {
    await hurried(rowsOf({}, true))
    desk.table.drop()
    expect(ours((await desk.table.findPaired(everything)).rows)).toEqual([[1, id]])
    expect(told).toBe(0)
  })
})
