import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { defaultSettings, type Settings } from '#shared/settings.ts'
import { setRepositoriesState } from '#renderer/data/repositories/current.ts'
import { openRepositories, type Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { inPageDirectory } from '#renderer/data/repositories/testing/in-page-directory.ts'
import { madeUpClaims, practiceStatus } from '#renderer/data/repositories/testing/made-up.ts'
import { bytesPerRow, FakeMain } from '#renderer/testing/fake-main.ts'
import { useAppStatus } from './app-status.ts'
import { useClaims } from './claims.ts'

let main: FakeMain
let repositories: Repositories

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  setActivePinia(createPinia())
  main = new FakeMain()
  const opened = await openRepositories(practiceStatus, inPageDirectory)
  if (!opened.ok) throw new Error(opened.error.type)
  repositories = opened.value
  setRepositoriesState({ name: 'open', environment: 'practice', repositories })
})
afterEach(() => {
  setRepositoriesState({ name: 'closed' })
  repositories.close()
})

async function withSettings(change: Partial<Settings>): Promise<ReturnType<typeof useClaims>> {
  main.answer({
    'app:status': () => ok({ ...practiceStatus, settings: { ...defaultSettings, ...change } }),
  })
  await useAppStatus().start()
  return useClaims()
}
const timesRead = (): number => main.asked.filter(({ channel }) => channel === 'claims:read-list').length
const listOf = (megabytes: number) => madeUpClaims('keke', Math.ceil((megabytes * 1_000_000) / bytesPerRow))

describe('a claim list', () => {
  it('is read by itself while it is small', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    const claims = await withSettings({})
    await claims.refresh()
    expect(claims.lists.keke.listed?.claims).toHaveLength(3)
    await claims.refresh()
    expect(timesRead()).toBe(4)
  })

  it('is read for an officer alone where data is to be saved', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    const claims = await withSettings({ saveData: true })
    await claims.refresh()
    expect(timesRead()).toBe(0)
    await claims.read('keke')
    expect(claims.lists.keke.listed?.claims).toHaveLength(3)
  })

  it('is read for an officer alone once it was seen to be large', async () => {
    main.claims.keke = listOf(2.2)
    const claims = await withSettings({})
    await claims.refresh()
    expect(claims.lists.keke).toMatchObject({ listed: null, failure: null, size: { isWhole: true } })
    expect(claims.refreshesByItself('keke')).toBe(false)
    await claims.read('keke')
    expect(claims.lists.keke.listed?.claims).toHaveLength(main.claims.keke.length)
    const before = timesRead()
    await claims.refresh()
    expect(timesRead(), 'the other list alone').toBe(before + 1)
  })

  it('is asked for once, however many want it', async () => {
    const claims = await withSettings({})
    await Promise.all([claims.read('keke'), claims.read('keke'), claims.refresh()])
    expect(timesRead()).toBe(2)
  })

  it('is read once more for what was received while it was being read', async () => {
    main.claims.keke = madeUpClaims('keke', 2)
    const claims = await withSettings({})
    const first = claims.read('keke')
    while (timesRead() === 0) await new Promise((turn) => setTimeout(turn))
    await Promise.all([first, claims.refreshAfter()])
    expect(timesRead(), 'this list again, and the other one').toBe(3)
  })

  it('that is the same again says since when', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    const claims = await withSettings({})
    await claims.read('keke')
    const { fetchedAt } = claims.lists.keke
    expect(claims.lists.keke.unchangedSince).toBe(null)
    await claims.read('keke')
    await claims.read('keke')
    expect(claims.lists.keke.unchangedSince).toBe(fetchedAt)
  })

  it('stopped by an officer stays as it was, and says so until the next reading', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    const claims = await withSettings({})
    await claims.read('keke')
    main.claims.keke = madeUpClaims('keke', 2000)
    const held = main.hold('claims:list-part')
    const reading = claims.read('keke')
    await held.reached
    claims.stop('keke')
    held.release()
    await reading
    expect(claims.lists.keke).toMatchObject({ wasStopped: true, failure: null, isFetching: false })
    expect(claims.lists.keke.listed?.claims).toHaveLength(3)
    await claims.read('keke')
    expect(claims.lists.keke.wasStopped).toBe(false)
    expect(claims.lists.keke.listed?.claims).toHaveLength(2000)
  })
})
