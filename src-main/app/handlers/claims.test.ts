import { beforeEach, describe, expect, it } from 'vitest'
import { noFilter } from '#shared/domain/claim-list.ts'
import { newId } from '#shared/domain/identifier.ts'
import { err, type Result } from '#shared/result.ts'
import { knownTime } from '#shared/domain/told.ts'
import { at, later } from '#testing/outbox/entries.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { createClaimTableHandlers } from './claims.ts'
import { madeUpClaims, madeUpListed } from '#testing/claims/made-up-claims.ts'
import { done, TestClaims } from '#testing/claims/test-claims.ts'

const everything = { ...noFilter, sort: 'created', descending: false } as const
const window = { ...everything, offset: 0, limit: 100, onScreen: false } as const
const policyNumber = 'KKP/2026/LA/000001'

let desk: TestClaims
let ask: ReturnType<typeof createClaimTableHandlers>

beforeEach(() => {
  desk = new TestClaims()
  const { outbox, engine, uploads, claimLists, followUps, keptDetails, table: claimTable } = desk
  const services = { outbox, engine, uploads, claimLists, followUps, keptDetails, claimTable }
  ask = createClaimTableHandlers({ using: (work) => work(services) }, desk.audience)
})

async function answered<T>(
  asked: Promise<Result<T, { readonly type: string }>> | Result<T, { readonly type: string }>,
): Promise<T> {
  return done(await asked)
}
const queried = async (change: { readonly offset?: number; readonly limit?: number } = {}) =>
  await answered(ask['claims:query']({ ...window, ...change }))
const one = async (key: string, isOpened = false) => await answered(ask['claims:one']({ key, isOpened }))

describe('a window of the list', () => {
  it('has each kind of claim as the page needs it, and the groups that it counts', async () => {
    const listed = madeUpListed({
      id: 7,
      policyNumber: 'kkp / 1',
      incidentDetails: 'a'.repeat(2000),
      deletedAt: knownTime(at),
      repairEstimate: null,
    })
    desk.lists = {
      keke: [listed, madeUpListed({ id: 8, createdAt: knownTime(later) })],
      okada: [madeUpListed({ product: 'okada', id: 7, createdAt: knownTime(later) })],
    }
    const bound = desk.bound(8)
    const waits = desk.queued()
    const draft = desk.draft({ policyNumber: ' kkp/20', occurrenceAddress: 'Yaba' }, { updatedAt: later })
    const { rows, ...counts } = await queried()
    expect(rows).toMatchObject([
      {
        key: 'keke-7',
        details: 'a'.repeat(500),
        amount: null,
        claim: { claimId: 7, says: { estimate: null, isDeleted: true }, asOf: '2026-11-21T09:00:00.000Z' },
      },
      { key: bound, claim: { type: 'own', entry: { id: bound } } },
      { key: waits, claim: { type: 'own', entry: { id: waits, state: { name: 'queued' } } } },
      { key: 'okada-7', claim: { type: 'listed', asOf: '2026-11-22T09:00:00.000Z' } },
      { key: draft, place: 'Yaba', claim: { type: 'draft', draft: { id: draft }, isRecovered: false } },
    ])
    const groups = { 'needs-you': 0, 'on-its-way': 1, drafts: 1, received: 3 }
    expect(counts).toMatchObject({ count: 5, groups, inAllGroups: 5, all: 5 })
  })

  it('names the customer as typed here, else as kept, and of a colleague’s claim nothing that was typed', async () => {
    const body = { ...claimSubmission({ policyNumber }).body, customer: { name: 'Ngozi Made-up', phone: '' } }
    done(desk.outbox.accept({ id: newId(), body }, at, 'ada'))
    desk.draft({ policyNumber: 'KKP/KEPT' })
    desk.lists.keke = [
      madeUpListed({ id: 1, policyNumber: 'KKP/KEPT' }),
      madeUpListed({ id: 2, policyNumber }),
    ]
    desk.bound(2, 'ada')
    desk.holders.set('KKP/KEPT', 'Omotayo Invented').set(policyNumber, 'Somebody Else')
    const names = async () => (await queried()).rows.map((row) => `${row.policyNumber} ${row.customer}`)
    expect(await names()).toContain(`${policyNumber} Ngozi Made-up`)
    expect((await names()).filter((name) => name === 'KKP/KEPT Omotayo Invented')).toHaveLength(2)
    desk.holders.clear()
    desk.signedIn = 'bola'
    desk.table.entriesChanged()
    expect(await names()).toEqual([`KKP/KEPT `, `${policyNumber} `, 'KKP/KEPT '])
  })

  it('is where it was asked for', async () => {
    desk.lists.keke = madeUpClaims('keke', 5)
    const { offset, rows, count } = await queried({ offset: 2, limit: 2 })
    expect([offset, rows.map(({ key }) => key), count]).toEqual([2, ['keke-3', 'keke-4'], 5])
  })

  it('shows what is not to be seen meanwhile as the insurer’s, or not at all', async () => {
    const own = newId()
    desk.lists.keke = [madeUpListed({ id: 1 })]
    const id = desk.bound(1, own)
    desk.queued({}, own)
    expect((await queried()).rows.map(({ claim }) => claim.type)).toEqual(['own', 'own'])
    // The table is not told.
    desk.audience.seesEntryOf = () => false
    expect((await queried()).rows).toMatchObject([{ key: 'keke-1', claim: { type: 'listed', claimId: 1 } }])
    expect(await one(id, true)).toMatchObject({ row: { key: 'keke-1' }, followUp: null })
    expect(desk.opened).toEqual([])
  })
})

it('the claims beside one are of any kind', async () => {
  desk.lists = {
    keke: [madeUpListed({ id: 2 })],
    okada: [madeUpListed({ product: 'okada', id: 2, createdAt: knownTime(later) })],
  }
  const waits = desk.queued()
  const draft = desk.draft({}, { updatedAt: '2026-11-21T09:00:00.000Z' })
  const beside = async (key: string) => {
    const { previous, next } = await answered(ask['claims:neighbours']({ list: everything, key }))
    return [previous, next]
  }
  expect(await beside('keke-2')).toEqual([null, waits])
  expect(await beside(waits)).toEqual(['keke-2', 'okada-2'])
  expect(await beside('okada-2')).toEqual([waits, draft])
  expect(await beside(draft)).toEqual(['okada-2', null])
  expect(await beside('okada-1')).toEqual([null, null])
})

describe('one claim', () => {
  it('of ours has its row, what is listed of it, what became known of it, and its policy’s others', async () => {
    desk.lists.keke = [1, 2].map((id) => madeUpListed({ id, policyNumber }))
    const id = desk.bound(1)
    desk.words.set(id, 'A cousin rang.')
    const draft = desk.draft({ policyNumber })
    const full = await one(id)
    expect(full).toMatchObject({
      row: { key: id, claim: { type: 'own', entry: { id } } },
      listed: { id: 1, claimantIdentification: 'NIN 00000000001' },
      followUp: { note: { text: 'A cousin rang.' } },
    })
    expect(full?.others.map(({ key }) => key)).toEqual([draft, 'keke-2'])
    expect(await one('keke-2')).toMatchObject({ row: { key: 'keke-2' }, listed: { id: 2 }, followUp: null })
    expect(await one(draft)).toMatchObject({ row: { key: draft }, listed: null, followUp: null })
    expect(await one(newId())).toBeNull()
  })

  it('has nothing after its receipt before it is received', async () => {
    const id = desk.queued()
    desk.words.set(id, 'Not yet.')
    expect(await one(id, true)).toMatchObject({ row: { key: id }, followUp: null })
    expect(desk.opened).toEqual([])
  })

  it('is no news any more once an officer looks at it', async () => {
    desk.lists.keke = [madeUpListed({ id: 2 })]
    const id = desk.delivered()
    await one(id)
    await one('keke-2', true)
    expect(desk.opened).toEqual([])
    await one(id, true)
    expect(desk.opened).toEqual([[id, expect.stringMatching(/^\d{4}-.*Z$/)]])
  })
})

it('the claims of a policy are rows of every kind', async () => {
  desk.lists.okada = [madeUpListed({ product: 'okada', id: 3, policyNumber: ' kkp/2026/la/000001 ' })]
  const keys = [desk.queued(), desk.draft({ policyNumber })]
  desk.draft({ policyNumber: '' })
  const ofPolicy = (text: string) => answered(ask['claims:of-policy']({ policyNumber: text }))
  const rows = await ofPolicy('KKP\\2026\\LA\\000001')
  expect(rows.map(({ key }) => key)).toEqual(['okada-3', ...keys])
  expect(await ofPolicy(' '), 'none for drafts without a number').toEqual([])
})

it.each([
  ['claims:query', () => ask['claims:query'](window)],
  ['claims:neighbours', () => ask['claims:neighbours']({ list: everything, key: 'keke-1' })],
  ['claims:one', () => ask['claims:one']({ key: 'keke-1', isOpened: true })],
  ['claims:of-policy', () => ask['claims:of-policy']({ policyNumber })],
  ['claims:known-of', () => ask['claims:known-of']({ policyNumber })],
] as const)('%s answers nobody else than who asked', async (_channel, asking) => {
  desk.lists.keke = [madeUpListed({ id: 1, policyNumber })]
  desk.signedIn = newId()
  desk.onRead = () => {
    desk.signedIn = newId()
  }
  expect(await asking()).toEqual(err({ type: 'signed-out' }))
})
