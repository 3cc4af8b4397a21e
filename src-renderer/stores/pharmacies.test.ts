import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import type { Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { practiceRepositories } from '#testing/page/practice-repositories.ts'
import { madeUpPharmacies } from '#testing/page/made-up-pharmacies.ts'
import { anEngine, aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { useAppStatus } from './app-status.ts'
import { useDirectory } from './directory.ts'
import { useEngine } from './engine.ts'
import { usePharmacies } from './pharmacies.ts'

const dayMs = 24 * 3600 * 1000
let main: FakeMain
let repositories: Repositories
let close: () => void

beforeEach(() => {
  main = new FakeMain()
  main.pharmacies = madeUpPharmacies(40)
  repositories = practiceRepositories()
  close = useDirectory().upkeep()
})
afterEach(() => {
  close()
})

async function withSettings(change: Partial<Settings>): Promise<void> {
  main.answer({ 'app:status': () => ok(aStatus({ settings: { ...defaultSettings, ...change } })) })
  await useAppStatus().start()
}
async function downloaded(change: { ageDays?: number; isComplete?: boolean } = {}): Promise<void> {
  const over = Promise.withResolvers<undefined>()
  const stop = repositories.directory.subscribe(({ kept }) => kept && over.resolve(undefined))
  await repositories.directory.read()
  await over.promise
  stop()
  const directory = useDirectory()
  const kept = directory.status.kept
  if (kept === null) throw new Error('nothing was downloaded')
  const fetchedAt = new Date(Date.now() - (change.ageDays ?? 0) * dayMs).toISOString()
  directory.status = {
    progress: null,
    kept: { ...kept, fetchedAt, isComplete: change.isComplete ?? true },
  }
}
const questions = (): number => main.asked.filter(({ channel }) => channel.startsWith('pharmacies:')).length

async function searched(text: string): Promise<ReturnType<typeof usePharmacies>> {
  const store = usePharmacies()
  store.text = text
  await store.search()
  return store
}

describe('one box', () => {
  it.each([
    ['younger than a week', { ageDays: 6 }, {}, 'offline'],
    ['older than that', { ageDays: 8 }, {}, 'insurer'],
    ['of tomorrow, as a wrong clock leaves it', { ageDays: -1 }, {}, 'insurer'],
    ['incomplete', { isComplete: false }, {}, 'insurer'],
    ['old while data is to be saved', { ageDays: 90, isComplete: false }, { saveData: true }, 'offline'],
  ] as const)('chooses who answers where the list is %s', async (_what, list, settings, place) => {
    await withSettings({ ...settings })
    await downloaded(list)
    expect((await searched('dove')).place).toBe(place)
  })

  it('asks the insurer where nothing is downloaded, while typing never', async () => {
    await withSettings({})
    const store = usePharmacies()
    store.text = 'ikeja'
    await store.searchTyped()
    expect(questions()).toBe(0)
    await store.search()
    expect(store.shown?.source.type).toBe('api')
    expect(questions()).toBe(4)
  })

  it('does not wait for a line that is known to be down, and asks all the same where nothing is stored', async () => {
    await withSettings({})
    const engine = useEngine()
    engine.status = anEngine({ connection: 'offline' })
    expect((await searched('')).shown?.source.type).toBe('api')
    const store = await searched('adeola')
    expect(store.shown?.source).toMatchObject({ type: 'kept-partly', failure: { type: 'offline' } })
    expect(store.shown?.value.pharmacies[0]).toEqual(main.pharmacies[0])
    // The list was asked for, the text never.
    expect(main.asked.filter(({ channel }) => channel.startsWith('pharmacies:search'))).toEqual([])
  })

  it('asks again, when the screen is opened, what was answered for want of a connection', async () => {
    await withSettings({})
    const engine = useEngine()
    engine.status = anEngine({ connection: 'offline' })
    await searched('')
    const store = await searched('adeola')
    await store.open()
    expect(store.shown?.source.type).toBe('kept-partly')
    engine.status = anEngine()
    await store.open()
    expect(store.shown?.source.type).toBe('api')
    const before = questions()
    await store.open()
    expect(questions()).toBe(before)
  })
})

describe('the insurer’s list', () => {
  const ids = (): number[] => usePharmacies().shown?.value.pharmacies.map(({ id }) => id) ?? []

  it('goes on page by page, each pharmacy once, until it has been read', async () => {
    await withSettings({})
    main.pharmacies = main.pharmacies.map((pharmacy, at) => ({
      ...pharmacy,
      state: 'Lagos',
      address: at % 2 === 0 ? '1 Lagos Road' : pharmacy.address,
    }))
    const store = await searched('lagos')
    expect([store.hasMore, store.isTotalAtMost]).toEqual([true, true])
    await store.more()
    // Two questions at once are one page.
    await Promise.all([store.more(), store.more()])
    expect(ids()).toHaveLength(40)
    expect(new Set(ids()).size).toBe(40)
    expect([store.hasMore, store.isTotalAtMost]).toEqual([false, false])
    const before = questions()
    await store.more()
    expect(questions()).toBe(before)
  })

  it('says that a page brought nothing new, so that no one asks for ever', async () => {
    await withSettings({})
    const store = await searched('')
    main.pharmacies = [...main.pharmacies.slice(0, 15), ...main.pharmacies.slice(0, 15)]
    await store.more()
    expect(store.further).toBe('nothing-new')
    expect(ids()).toHaveLength(15)
  })

  it('of an earlier question adds nothing to the next one', async () => {
    await withSettings({})
    const store = await searched('')
    const held = main.hold('pharmacies:page')
    const late = store.more()
    await held.reached
    store.text = 'ikeja'
    await store.search()
    held.release()
    await late
    expect(store.shown?.value.pharmacies.every(({ lga }) => lga === 'Ikeja')).toBe(true)
    expect(store.further).toBeNull()
  })
})
