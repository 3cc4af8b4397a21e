import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import { noFilter } from '#shared/domain/claim-list.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Result } from '#shared/result.ts'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'
import { createRowProtection } from '../environment/row-sealing.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import type { Audience } from '../officers/audience.ts'
import { openOutboxFile } from '../outbox/open-outbox.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import type { ShownServices } from '../outbox/shown-entry.ts'
import { lost } from '../outbox/testing/entries.ts'
import { claimSubmission, pharmacySubmission } from '../outbox/testing/made-up.ts'
import { ClaimTable, type TableQuestion } from './claim-table.ts'
import { neighboursOf, shownRow } from './shown-rows.ts'
import { listedRow, type TableRow } from './table-rows.ts'
import { madeUpClaims, madeUpListed } from './testing/made-up-claims.ts'

const at = '2026-11-20T09:00:00.000Z'
const everything: TableQuestion = {
  ...noFilter,
  sort: 'created',
  descending: false,
}
const policyNumber = 'KKP/2026/LA/000001'

let outbox: Outbox
let clock: VirtualClock
let table: ClaimTable
let lists: Record<Product, readonly ReceivedClaim[]>
let reads: Product[]
/** Called when a list is read. */
let onRead: () => Promise<void> | void
/** The officer who is signed in; null sees everything. */
let signedIn: string | null

const seesEntryOf = (officerId: string | null): boolean =>
  signedIn === null || officerId === null || officerId === signedIn

beforeEach(() => {
  const opened = openOutboxFile(join(createTestFolder(), 'outbox.sqlite'), new Date(at))
  if (!opened.ok) throw new Error(opened.error.type)
  const { database } = opened.value
  onTestFinished(() => database.close())
  outbox = createOutbox(database, createRowProtection({ bytes: new Uint8Array(32).fill(9) }))
  clock = new VirtualClock(at)
  lists = { keke: [], okada: [] }
  reads = []
  onRead = () => undefined
  signedIn = null
  const store = {
    read: async (product: Product) => {
      reads.push(product)
      const list = lists[product]
      await onRead()
      return list
    },
  }
  table = new ClaimTable({ store, outbox, clock, seesEntryOf })
  // Before its file closes: search texts may still be made.
  const made = table
  onTestFinished(() => made.drop())
})

function done<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(result.error.type)
  return result.value
}
function queued(
  changes: Parameters<typeof claimSubmission>[0] = {},
  officerId: string | null = null,
): string {
  return done(outbox.accept(claimSubmission(changes), at, officerId)).id
}
function delivered(officerId: string | null = null): string {
  const id = queued({}, officerId)
  done(outbox.openAttempt(id, at))
  done(outbox.closeAttempt(id, { type: 'delivered', serverMessage: '', keptReference: null }, at))
  return id
}
/** A received claim that the insurer showed as its row with that id. */
function bound(claimId: number, officerId: string | null = null, product: Product = 'keke'): string {
  const id = queued({}, officerId)
  done(outbox.openAttempt(id, at))
  done(outbox.closeAttempt(id, lost, at))
  done(outbox.found(id, product, claimId, 'list', at))
  return id
}
const seen = (rows: readonly TableRow[]) => rows.map(({ claim, entryId }) => [claim?.id ?? null, entryId])
const found = async (question: Partial<TableQuestion> = {}, isOnScreen = false) =>
  seen((await table.find({ ...everything, ...question }, isOnScreen)).rows)
const token = '[Ref 7F3K-92QD] A bus.'

describe('the table of claims', () => {
  it('has both lists and the outbox as one, and counts what a filter leaves out', async () => {
    lists = { keke: madeUpClaims('keke', 3), okada: madeUpClaims('okada', 2) }
    const id = queued()
    const { rows, all, groups, inAllGroups } = await table.find({
      ...everything,
      product: 'okada',
      group: 'status:1',
    })
    expect(seen(rows)).toEqual([[1, null]])
    expect({ all, inAllGroups, groups: [...groups] }).toEqual({
      all: 6,
      inAllGroups: 2,
      groups: [
        ['status:1', 1],
        ['status:2', 1],
      ],
    })
    expect(await found({ onlyFromHere: true })).toEqual([[null, id]])
  })

  it('orders its rows as asked', async () => {
    lists.keke = madeUpClaims('keke', 3)
    expect(await found({ descending: true })).toEqual([
      [3, null],
      [2, null],
      [1, null],
    ])
    expect(await found()).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ])
  })

  it('shows an entry as the row that it was bound to, without a second row', async () => {
    lists.keke = madeUpClaims('keke', 3)
    const id = bound(2)
    expect(await found()).toEqual([
      [1, null],
      [2, id],
      [3, null],
    ])
  })

  it('shows it as not listed yet while the list does not have that row', async () => {
    lists = { keke: madeUpClaims('keke', 1), okada: [madeUpListed({ product: 'okada', id: 7 })] }
    const id = bound(7)
    expect(await found({ group: 'not-listed-yet' })).toEqual([[null, id]])
    expect((await table.find(everything)).all).toBe(3)
  })

  it('finds by its reference, within its policy, what was received without a row', async () => {
    const ours = { policyNumber, incidentDetails: token }
    lists.keke = [madeUpListed({ id: 1, incidentDetails: token }), madeUpListed({ id: 2, ...ours })]
    const id = delivered()
    expect(await found()).toEqual([
      [1, null],
      [2, id],
    ])
  })

  it('has no requests for pharmacies, and no claims that were taken back', async () => {
    done(outbox.accept(pharmacySubmission(), at))
    done(outbox.apply(queued(), { type: 'withdraw', at, to: 'draft', as: newId() }))
    expect(await found()).toEqual([])
  })

  it('is searched by every reference of an entry', async () => {
    lists.keke = madeUpClaims('keke', 3)
    const id = bound(2)
    expect(await found({ search: '7f3k-92qd' })).toEqual([[2, id]])
  })

  it('has the claims of a policy, of both lists, however they are written', async () => {
    lists = {
      keke: [madeUpListed({ id: 1, policyNumber: ' kkp/2026/la/000001 ' }), madeUpListed({ id: 2 })],
      okada: [madeUpListed({ product: 'okada', id: 3, policyNumber })],
    }
    const id = queued()
    expect(seen(await table.ofPolicy('KKP\\2026\\LA\\000001'))).toEqual([
      [1, null],
      [3, null],
      [null, id],
    ])
  })
})

describe('a colleague’s claim', () => {
  it('is not in the list, and the insurer’s row of it is nobody’s', async () => {
    const [own, other] = [newId(), newId()]
    lists.keke = [1, 2, 3].map((id) =>
      madeUpListed({ id, policyNumber, incidentDetails: id === 3 ? token : 'A bus.' }),
    )
    const theirs = bound(1, other)
    const mine = bound(2, own)
    queued({}, other)
    delivered(other)
    signedIn = own
    expect(await found()).toEqual([
      [1, null],
      [2, mine],
      [3, null],
    ])
    signedIn = other
    table.entriesChanged()
    expect((await found())[0]).toEqual([1, theirs])
    expect((await table.find(everything)).rows.filter(({ entryId }) => entryId !== null)).toHaveLength(3)
  })
})

describe('what is kept of the table', () => {
  beforeEach(() => {
    lists.keke = madeUpClaims('keke', 3)
  })

  it('is read once for many questions', async () => {
    await Promise.all([
      found(),
      found({ search: 'bus' }),
      table.ofPolicy(policyNumber),
      found({ sort: 'amount' }),
    ])
    expect(reads).toEqual(['keke', 'okada'])
    const { rows } = await table.find(everything)
    expect((await table.find(everything)).rows, 'the next window').toBe(rows)
  })

  it('shows what changed in the outbox, without reading the lists again', async () => {
    expect(await found()).toHaveLength(3)
    const id = queued()
    expect(await found(), 'nobody said so').toHaveLength(3)
    table.entriesChanged()
    expect(await found()).toContainEqual([null, id])
    expect(reads).toHaveLength(2)
  })

  it('is nothing of an outbox that changed while a question was being answered', async () => {
    const early = queued()
    // The outbox is looked at, and changes before the answer is there.
    let isFirst = true
    const look = outbox.claimsAtInsurer.bind(outbox)
    const changing: Pick<Outbox, 'claimsAtInsurer' | 'receivedClaimIds' | 'undelivered' | 'get'> = {
      claimsAtInsurer: look,
      undelivered: () => outbox.undelivered(),
      get: (id) => outbox.get(id),
      receivedClaimIds: () => {
        const ids = outbox.receivedClaimIds()
        if (isFirst) {
          isFirst = false
          queued()
          other.entriesChanged()
        }
        return ids
      },
    }
    const store = { read: () => Promise.resolve([]) }
    const other = new ClaimTable({ store, outbox: changing, clock, seesEntryOf })
    onTestFinished(() => other.drop())
    expect(seen((await other.find(everything)).rows)).toEqual([[null, early]])
    expect((await other.find(everything)).all).toBe(2)
  })

  it('is read again once another list is kept', async () => {
    await found()
    lists.keke = madeUpClaims('keke', 4)
    expect(await found()).toHaveLength(3)
    table.listsChanged()
    expect(await found()).toHaveLength(4)
  })

  it.each([
    ['another list is kept', () => table.listsChanged()],
    ['the application is locked', () => table.drop()],
  ])('is not what was being opened when %s', async (_what, happens) => {
    onRead = () => {
      onRead = () => undefined
      lists.keke = madeUpClaims('keke', 4)
      happens()
    }
    expect(await found(), 'as it was').toHaveLength(3)
    expect(await found()).toHaveLength(4)
    expect(reads).toHaveLength(4)
  })

  it('goes a minute after the last question', async () => {
    await found()
    await clock.advance(59_000)
    await found()
    await clock.advance(59_000)
    await found()
    expect(reads).toHaveLength(2)
    await clock.advance(60_000)
    await found()
    expect(reads).toHaveLength(4)
  })

  it('stays while the list is on the screen, and a minute longer', async () => {
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
    table.drop()
    await found()
    expect(reads).toHaveLength(4)
    await clock.advance(60_000)
    await found()
    expect(reads).toHaveLength(6)
  })

  it('is answered again after a question that failed', async () => {
    onRead = () => {
      onRead = () => undefined
      throw new Error('made up')
    }
    await expect(found()).rejects.toThrow('made up')
    expect(await found()).toHaveLength(3)
  })
})

describe('a row as it is shown', () => {
  const services = (): ShownServices => ({
    outbox,
    engine: { nextTryAt: () => null },
    uploads: { filesOf: () => null, eachOf: () => [] },
  })
  const audience: Audience = {
    officerId: () => signedIn,
    seesEntryOf,
    countsEntryOf: () => true,
    seesDraftOf: () => true,
    isOffices: () => true,
    nameOf: () => null,
  }

  it('has the beginning of the details alone, and nothing that the list does not show', () => {
    const claim = madeUpListed({
      id: 7,
      incidentDetails: 'a'.repeat(2000),
      deletedAt: at,
      policyNumber: 'kkp / 1',
    })
    expect(shownRow(services(), audience, listedRow(claim))).toEqual({
      key: 'keke-7',
      product: 'keke',
      policyNumber: 'kkp / 1',
      occurrenceDate: claim.occurrenceDate,
      place: claim.occurrenceAddress,
      details: 'a'.repeat(500),
      amount: claim.repairEstimate,
      createdAt: claim.createdAt,
      group: 'status:3',
      isDeleted: true,
      claimId: 7,
      entry: null,
    })
  })

  it('has its entry as it is now, as far as the officer may see it', async () => {
    const own = newId()
    lists.keke = [madeUpListed({ id: 1 })]
    const id = bound(1, own)
    const waits = queued({}, own)
    const { rows } = await table.find(everything)
    const shown = () => rows.map((row) => shownRow(services(), audience, row))
    expect(shown()).toMatchObject([
      {
        key: 'keke-1',
        isDeleted: false,
        claimId: 1,
        entry: { id, state: { name: 'delivered', claimId: 1 } },
      },
      { key: `entry-${waits}`, claimId: null, group: 'entry:queued', entry: { id: waits } },
    ])
    signedIn = newId()
    expect(shown().map(({ entry }) => entry)).toEqual([null, null])
  })

  it('has the listed claims beside it, over what is not listed', async () => {
    lists = {
      keke: madeUpClaims('keke', 2),
      okada: [madeUpListed({ product: 'okada', id: 2, createdAt: at })],
    }
    queued()
    const { rows } = await table.find({ ...everything, sort: 'created' })
    const keys = rows.map(({ product, claim }) => `${product} ${claim?.id ?? 'waits'}`)
    expect(keys).toEqual(['keke 1', 'keke 2', 'okada 2', 'keke waits'])
    expect(neighboursOf(rows, { product: 'keke', claimId: 2 })).toEqual({
      previous: { product: 'keke', policyNumber: 'KP/2026/1001/LAG', claimId: 1 },
      next: { product: 'okada', policyNumber: 'OP/2026/1002/LAG', claimId: 2 },
    })
    // What is not listed stands between them.
    const reversed = [rows[2], rows[3], rows[1], rows[0]].flatMap((row) => row ?? [])
    expect(neighboursOf(reversed, { product: 'okada', claimId: 2 })).toMatchObject({
      previous: null,
      next: { product: 'keke', claimId: 2 },
    })
    expect(neighboursOf(rows, { product: 'okada', claimId: 1 })).toEqual({ previous: null, next: null })
  })
})
