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

/** The fields that the insurer was asked for, in order. */
function asked(): unknown[] {
  return main.asked.flatMap(({ channel, input }) => {
    if (channel === 'pharmacies:search-by-name') return ['name']
    return channel === 'pharmacies:search' ? [(input as { filter: string }).filter] : []
  })
}

describe('pharmacies', () => {
  it('shows a page seen before, and its age, without a connection', async () => {
    const seen = await repositories.pharmacies.page({ text: '', page: 2 })
    cutOff()
    const again = await repositories.pharmacies.page({ text: '', page: 2 })
    expect(again.ok && again.value.value).toEqual(seen.ok && seen.value.value)
    expect(again).toMatchObject({ value: { source: { type: 'kept', failure: { type: 'offline' } } } })
  })

  it('searches every stored page for a query it has not seen', async () => {
    await repositories.pharmacies.page({ text: '', page: 1 })
    cutOff()
    const found = await repositories.pharmacies.page({ text: 'KANO', page: 1 })
    expect(found).toMatchObject({ value: { source: { type: 'kept-partly' }, value: { total: 5 } } })
  })

  it('says why when nothing is stored', async () => {
    cutOff()
    const answer = await repositories.pharmacies.page({ text: '', page: 1 })
    expect(answer).toEqual({ ok: false, error: { type: 'offline' } })
  })

  it('opens a pharmacy of a stored page without a connection, but none that the API no longer has', async () => {
    await repositories.pharmacies.page({ text: '', page: 1 })
    cutOff()
    expect(await repositories.pharmacies.one(3)).toMatchObject({ value: { value: network[2] } })
    main.fail('pharmacies:one', { type: 'not-found', serverMessage: 'gone' })
    expect(await repositories.pharmacies.one(3)).toMatchObject({ ok: false, error: { type: 'not-found' } })
  })

  it('searches all fields at the insurer with one text, each pharmacy once', async () => {
    const found = await repositories.pharmacies.page({ text: 'ikeja', page: 1 })
    expect(found).toMatchObject({ value: { source: { type: 'api' }, value: { total: 14, lastPage: 1 } } })
    // An area without a digit in its name: the code is not asked.
    expect(asked()).toEqual(['name', 'lga', 'address', 'state'])
    const again = await repositories.pharmacies.page({ text: 'PH-0007', page: 1 })
    expect(again).toMatchObject({ value: { value: { pharmacies: [network[6]], total: 1 } } })
    expect(asked().slice(4)).toEqual(['name', 'code', 'address'])
  })

  it('asks every field before it says that nothing is found', async () => {
    const found = await repositories.pharmacies.page({ text: 'ph-000', page: 1 })
    expect(found).toMatchObject({ value: { value: { total: 9 } } })
    const none = await repositories.pharmacies.page({ text: 'nowhere', page: 1 })
    expect(none).toMatchObject({ value: { value: { total: 0, lastPage: 1 } } })
    expect(asked().slice(3)).toEqual(['name', 'lga', 'address', 'state', 'code'])
  })

  it('turns pages of several fields without showing a pharmacy twice, and asks only fields that go on', async () => {
    main.pharmacies = madeUpPharmacies(40).map((pharmacy, at) => ({
      ...pharmacy,
      state: 'Lagos',
      address: at % 2 === 0 ? '1 Lagos Road' : pharmacy.address,
    }))
    const pages = []
    for (const page of [1, 2, 3]) pages.push(await repositories.pharmacies.page({ text: 'lagos', page }))
    const shown = pages.map((page) => (page.ok ? page.value.value.pharmacies.map(({ id }) => id) : []))
    expect(new Set(shown.flat()).size).toBe(40)
    expect(shown.flat()).toHaveLength(40)
    expect(pages[0]).toMatchObject({ value: { value: { lastPage: 3, total: 60 } } })
    expect(asked()).toEqual(['name', 'lga', 'address', 'state', 'address', 'state', 'state'])
    const back = await repositories.pharmacies.page({ text: 'lagos', page: 2 })
    expect(back.ok && back.value.value.pharmacies.map(({ id }) => id)).toEqual(shown[1])
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
