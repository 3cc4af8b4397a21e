import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import { openRepositories, type Repositories } from './open-repositories.ts'
import { newRequestId } from './pharmacies-repository.ts'
import { inPageDirectory } from './testing/in-page-directory.ts'
import { madeUpPharmacies, practiceStatus } from './testing/made-up.ts'

const network = madeUpPharmacies(40)
let main: FakeMain
let repositories: Repositories

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  main = new FakeMain()
  main.pharmacies = network
  const opened = await openRepositories(practiceStatus, inPageDirectory)
  if (!opened.ok) throw new Error(opened.error.type)
  repositories = opened.value
})
afterEach(() => repositories.close())

function cutOff(): void {
  for (const channel of ['page', 'search', 'search-by-name', 'one'] as const) {
    main.fail(`pharmacies:${channel}`, { type: 'offline' })
  }
}

describe('pharmacies', () => {
  it('shows a page seen before, and its age, without a connection', async () => {
    const seen = await repositories.pharmacies.page({ type: 'all', page: 2 })
    cutOff()
    const again = await repositories.pharmacies.page({ type: 'all', page: 2 })
    expect(again.ok && again.value.value).toEqual(seen.ok && seen.value.value)
    expect(again).toMatchObject({ value: { source: { type: 'kept', failure: { type: 'offline' } } } })
  })

  it('searches every stored page for a query it has not seen', async () => {
    await repositories.pharmacies.page({ type: 'all', page: 1 })
    cutOff()
    const found = await repositories.pharmacies.page({
      type: 'search',
      filter: 'state',
      text: ' KANO',
      page: 1,
    })
    expect(found).toMatchObject({ value: { source: { type: 'kept-partly' }, value: { total: 5 } } })
  })

  it('says why when nothing is stored', async () => {
    cutOff()
    const answer = await repositories.pharmacies.page({ type: 'all', page: 1 })
    expect(answer).toEqual({ ok: false, error: { type: 'offline' } })
  })

  it('opens a pharmacy of a stored page without a connection, but none that the API no longer has', async () => {
    await repositories.pharmacies.page({ type: 'all', page: 1 })
    cutOff()
    expect(await repositories.pharmacies.one(3)).toMatchObject({ value: { value: network[2] } })
    main.fail('pharmacies:one', { type: 'not-found', serverMessage: 'gone' })
    expect(await repositories.pharmacies.one(3)).toMatchObject({ ok: false, error: { type: 'not-found' } })
  })

  it('asks endpoint 8 for a name and endpoint 7 for everything else', async () => {
    await repositories.pharmacies.page({ type: 'search', filter: 'name', text: 'dove', page: 1 })
    await repositories.pharmacies.page({ type: 'search', filter: 'lga', text: 'ikeja', page: 1 })
    expect(main.asked.slice(-2).map(({ channel }) => channel)).toEqual([
      'pharmacies:search-by-name',
      'pharmacies:search',
    ])
  })

  it('sends one request when main is asked twice with the same id', async () => {
    const request = { id: newRequestId(), pharmacy: network[0]!, policyNumber: ' KP/1 ' }
    await repositories.pharmacies.sendToCustomer(request)
    await repositories.pharmacies.sendToCustomer(request)
    expect([...main.accepted.values()]).toEqual([
      {
        kind: 'pharmacy-request',
        pharmacyId: 1,
        pharmacyName: 'Adeola Pharmacy 1',
        policyNumber: 'KP/1',
      },
    ])
  })
})
