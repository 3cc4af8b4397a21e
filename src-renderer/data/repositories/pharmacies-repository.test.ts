import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { FakeMain } from '#testing/page/fake-main.ts'
import { practiceRepositories } from '#testing/page/practice-repositories.ts'
import type { Repositories } from './open-repositories.ts'
import { madeUpPharmacies } from '#testing/page/made-up-pharmacies.ts'

const network = madeUpPharmacies(40)
let main: FakeMain
let repositories: Repositories

beforeEach(() => {
  main = new FakeMain()
  main.pharmacies = network
  repositories = practiceRepositories()
})

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

it('opens a pharmacy of a stored page without a connection, but none that the API no longer has', async () => {
  await repositories.pharmacies.search({ text: '', page: 1 }, 'insurer')
  cutOff()
  expect(await repositories.pharmacies.one(3)).toMatchObject({ value: { value: network[2] } })
  main.fail('pharmacies:one', { type: 'not-found', serverMessage: 'gone' })
  expect(await repositories.pharmacies.one(3)).toMatchObject({ ok: false, error: { type: 'not-found' } })
})

it('searches all fields at the insurer with one text, each pharmacy once', async () => {
  const found = await repositories.pharmacies.search({ text: 'ikeja', page: 1 }, 'insurer')
  expect(found).toMatchObject({ value: { source: { type: 'api' }, value: { total: 14, lastPage: 1 } } })
  // An area without a digit in its name: the code is not asked.
  expect(asked()).toEqual(['name', 'lga', 'address', 'state'])
  const again = await repositories.pharmacies.search({ text: 'PH-0007', page: 1 }, 'insurer')
  expect(again).toMatchObject({ value: { value: { pharmacies: [network[6]], total: 1 } } })
  expect(asked().slice(4)).toEqual(['name', 'code', 'address'])
})

it('asks for the words that tell pharmacies apart', async () => {
  const found = await repositories.pharmacies.search({ text: 'pharmacy near Ikeja', page: 1 }, 'insurer')
  expect(found).toMatchObject({ value: { value: { total: 14 } } })
  // Within a text they stay: the insurer looks for it as a whole.
  await repositories.pharmacies.search({ text: 'by 7 Market Close, Ikeja', page: 1 }, 'insurer')
  expect(main.asked.at(-1)?.input).toMatchObject({ text: '7 Market Close, Ikeja' })
})

it('asks for all with words that tell none from another', async () => {
  const found = await repositories.pharmacies.search({ text: 'chemist', page: 1 }, 'insurer')
  expect(found).toMatchObject({ value: { value: { total: 40 } } })
  expect(main.asked.at(-1)).toMatchObject({ channel: 'pharmacies:page' })
})

it('asks every field before it says that nothing is found', async () => {
  const found = await repositories.pharmacies.search({ text: 'ph-000', page: 1 }, 'insurer')
  expect(found).toMatchObject({ value: { value: { total: 9 } } })
  const none = await repositories.pharmacies.search({ text: 'nowhere', page: 1 }, 'insurer')
  expect(none).toMatchObject({ value: { value: { total: 0, lastPage: 1 } } })
  expect(asked().slice(3)).toEqual(['name', 'lga', 'address', 'state', 'code'])
})

it('turns pages of several fields, each pharmacy once on a page, and asks only fields that go on', async () => {
  main.pharmacies = madeUpPharmacies(40).map((pharmacy, at) => ({
    ...pharmacy,
    state: 'Lagos',
    address: at % 2 === 0 ? '1 Lagos Road' : pharmacy.address,
  }))
  const pages = []
  for (const page of [1, 2, 3])
    pages.push(await repositories.pharmacies.search({ text: 'lagos', page }, 'insurer'))
  const shown = pages.map((page) => (page.ok ? page.value.value.pharmacies.map(({ id }) => id) : []))
  expect(new Set(shown.flat()).size).toBe(40)
  for (const ids of shown) expect(new Set(ids).size).toBe(ids.length)
  expect(pages[0]).toMatchObject({ value: { value: { lastPage: 3, total: 60 } } })
  expect(asked()).toEqual(['name', 'lga', 'address', 'state', 'address', 'state', 'state'])
})

it('goes on with the insurer alone: what is stored is no further page of its list', async () => {
  await repositories.pharmacies.search({ text: '', page: 1 }, 'insurer')
  cutOff()
  const next = await repositories.pharmacies.search({ text: '', page: 2 }, 'no-connection')
  expect(next).toMatchObject({ ok: false, error: { type: 'offline' } })
})
