import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Failure } from '#shared/failure.ts'
import { err, type Result } from '#shared/result.ts'
import { FakeMain, pageOf } from '#testing/page/fake-main.ts'
import { openPharmacies } from '../db/pharmacies-database.ts'
import { DirectoryRepository, type Rest } from './directory-repository.ts'
import { createPharmacyStore } from './pharmacy-store.ts'
import { madeUpPharmacies } from '#testing/page/made-up-pharmacies.ts'

/** A server whose list changes between two of its answers. */
class ModelServer {
  list: Pharmacy[]
  asked = 0
  inFlight = 0
  mostInFlight = 0
  /** Called before each answer, with its number. */
  before: (asked: number) => Failure | null = () => null

  constructor(count: number) {
    this.list = madeUpPharmacies(count)
  }

  async page(page: number): Promise<Result<PharmacyPage, Failure>> {
    this.inFlight += 1
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight)
    await Promise.resolve()
    this.inFlight -= 1
    this.asked += 1
    const failure = this.before(this.asked)
    if (failure !== null) return err(failure)
    return pageOf(this.list, page)
  }
}

let server: ModelServer
let store: ReturnType<typeof createPharmacyStore>
let refusesUnasked: boolean
let rests: { readonly waitMs: number; end: () => void }[]

const restUntilAborted: Rest = (waitMs, signal) =>
  new Promise((resolve) => {
    rests.push({ waitMs, end: resolve })
    signal.addEventListener('abort', () => resolve())
  })
const restAtOnce: Rest = () => Promise.resolve()

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  rests = []
  refusesUnasked = false
  new FakeMain({
    'pharmacies:page': ({ page, isUnasked = false }) =>
      isUnasked && refusesUnasked ? err({ type: 'saves-data' }) : server.page(page),
  })
  store = createPharmacyStore('practice')
})

/** What the store keeps, over a connection of its own. */
const use: ReturnType<typeof openPharmacies>['use'] = (action) => openPharmacies('practice').use(action)

function repository(rest: Rest = restAtOnce): DirectoryRepository {
  return new DirectoryRepository(store, rest)
}
/** A killed process gets no chance to clean up. */
function restart(): void {
  store.close()
  store = createPharmacyStore('practice')
}
async function search(text: string) {
  const found = await store.search({ text })
  if (!found.ok) throw new Error(found.error.type)
  return found.value
}

/** Resolves once the condition holds. */
function until(directory: DirectoryRepository, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isSo()) resolve()
    const forget = directory.subscribe(() => {
      if (!isSo()) return
      forget()
      resolve()
    })
  })
}
const untilDone = (directory: DirectoryRepository): Promise<void> =>
  until(directory, () => directory.status.progress === null && directory.status.kept !== null)

/** Reads all of it. */
async function read(): Promise<DirectoryRepository> {
  const directory = repository()
  await directory.read()
  await untilDone(directory)
  return directory
}

const isWaiting = ({ status }: DirectoryRepository): boolean =>
  status.progress !== null && status.progress.waitingFor !== null

/** In the order of their ids. */
async function keptIds(): Promise<number[]> {
  return idsOf((await search('')).found).sort((one, other) => one - other)
}
const idsOf = (list: readonly Pharmacy[]): number[] => list.map(({ id }) => id)

it('holds every pharmacy once, with one request in flight', async () => {
  server = new ModelServer(100)
  const directory = await read()
  expect(directory.status.kept).toMatchObject({ count: 100, total: 100, isComplete: true })
  expect(await keptIds()).toEqual(idsOf(server.list))
  expect(server.mostInFlight).toBe(1)
  expect(server.asked).toBe(7)
})

it('is looked up again where the store failed at first', async () => {
  server = new ModelServer(20)
  await read()
  vi.spyOn(store, 'state').mockResolvedValueOnce(err({ type: 'storage-unavailable' }))
  const directory = repository()
  await directory.begin()
  expect(directory.status.kept).toBeNull()
  await directory.refreshIfOld()
  expect(directory.status.kept?.count).toBe(20)
})

it('never calls itself complete where fewer were seen than stated, or the number changed meanwhile', async () => {
  const change = fc.record({
    at: fc.integer({ min: 1, max: 12 }),
    remove: fc.option(fc.nat(200), { nil: null }),
    addAt: fc.option(fc.nat(200), { nil: null }),
  })
  await fc.assert(
    fc.asyncProperty(fc.nat(140), fc.array(change, { maxLength: 3 }), async (count, changes) => {
      globalThis.indexedDB = new IDBFactory()
      restart()
      server = new ModelServer(count)
      const totals = new Set<number>()
      const everThere = new Set(idsOf(server.list))
      let newId = 1000
      server.before = (asked) => {
        for (const { remove, addAt } of changes.filter(({ at }) => at === asked)) {
          if (remove !== null) server.list.splice(remove % Math.max(1, server.list.length), 1)
          if (addAt !== null) {
            const added = { ...madeUpPharmacies(1)[0]!, id: (newId += 1) }
            server.list.splice(addAt % (server.list.length + 1), 0, added)
            everThere.add(added.id)
          }
        }
        totals.add(server.list.length)
        return null
      }
      const directory = await read()
      const ids = await keptIds()
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => !everThere.has(id))).toEqual([])
      const isWhole = totals.size === 1 && totals.has(ids.length)
      expect(directory.status.kept).toMatchObject({ isComplete: isWhole, triedAt: null })
      directory.close()
    }),
    { numRuns: 25 },
  )
})

it('stays where the next reading may be incomplete, is searched with what that saw, and read again after a day', async () => {
  server = new ModelServer(60)
  const directory = await read()
  const before = directory.status.kept?.fetchedAt ?? ''
  server.list = [{ ...server.list[0]!, name: 'Zuma Made Up' }, ...server.list.slice(1, 59)]
  server.list.push({ ...madeUpPharmacies(1)[0]!, id: 999, name: 'Quite New' })
  server.list.push(server.list[0]!)
  await directory.read()
  await until(directory, () => directory.status.kept?.triedAt !== null && directory.status.progress === null)
  expect(directory.status.kept).toMatchObject({ fetchedAt: before, count: 60, isComplete: true })
  expect(new Set(await keptIds())).toEqual(new Set([...idsOf(madeUpPharmacies(60)), 999]))
  expect((await search('zuma')).found).toHaveLength(1)
  expect((await search('quite new')).content).toMatchObject({ type: 'directory', count: 61 })
  expect(await store.one({ id: 60 })).toMatchObject({ value: { pharmacy: madeUpPharmacies(60)[59] } })

  const { asked } = server
  await repository().refreshIfOld()
  expect(server.asked).toBe(asked)
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString()
  await use((database) => database.directory.update('published', { triedAt: yesterday }))
  server.list.pop()
  const later = repository()
  await later.refreshIfOld()
  await until(later, () => later.status.kept?.triedAt === null && later.status.progress === null)
  expect(await keptIds()).toEqual(idsOf(server.list))
})

it('waits as long as the insurer asks, whatever else wakes it, and then continues', async () => {
  server = new ModelServer(60)
  server.before = (asked) => (asked === 3 ? { type: 'rate-limited', retryAfterMs: 7000 } : null)
  const directory = repository(restUntilAborted)
  await directory.read()
  await until(directory, () => directory.status.progress?.waitingFor?.type === 'rate-limited')
  directory.wake()
  expect(rests.map(({ waitMs }) => waitMs)).toEqual([7000])
  rests[0]!.end()
  await untilDone(directory)
  expect(directory.status.kept).toMatchObject({ count: 60, isComplete: true })
})

it('backs off without a connection, and retries at once when it is back', async () => {
  server = new ModelServer(30)
  let isOffline = true
  server.before = () => (isOffline ? { type: 'offline' } : null)
  const directory = repository(restUntilAborted)
  await directory.read()
  for (const expected of [1, 2, 3]) {
    await until(directory, () => rests.length === expected && isWaiting(directory))
    if (expected < 3) rests.at(-1)!.end()
  }
  expect(rests.map(({ waitMs }) => waitMs)).toEqual([2000, 4000, 8000])
  isOffline = false
  directory.wake()
  await untilDone(directory)
  expect(await keptIds()).toEqual(idsOf(server.list))
})

it('resumes after a restart with the pages it had, and reads none of them again', async () => {
  server = new ModelServer(120)
  const first = repository(restUntilAborted)
  server.before = (asked) => (asked > 5 ? { type: 'offline' } : null)
  await first.read()
  await until(first, () => isWaiting(first))
  // What is here is searched meanwhile.
  expect((await search('')).content).toMatchObject({ type: 'kept-partly', count: 75 })
  restart()
  server.before = () => null
  server.asked = 0
  const second = repository()
  await second.begin()
  await untilDone(second)
  expect(server.asked).toBe(3)
  expect(second.status.kept).toMatchObject({ count: 120, isComplete: true })
  expect(await keptIds()).toEqual(idsOf(server.list))
})

it('reads a page again that is older than a day', async () => {
  server = new ModelServer(60)
  const first = repository(restUntilAborted)
  server.before = (asked) => (asked > 2 ? { type: 'offline' } : null)
  await first.read()
  await until(first, () => isWaiting(first))
  await first.pause()
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000).toISOString()
  await use((database) => database.pharmacyPages.update('all:1', { fetchedAt: yesterday }))
  server.before = () => null
  server.asked = 0
  await read()
  expect(server.asked).toBe(3)
})

it('is paused and resumed at once, though the insurer has not answered yet', async () => {
  server = new ModelServer(40)
  const slow = Promise.withResolvers<undefined>()
  const page = server.page.bind(server)
  let asked = 0
  server.page = async (wanted) => {
    asked += 1
    if (asked === 1) await slow.promise
    return await page(wanted)
  }
  const directory = repository()
  await directory.read()
  await vi.waitFor(() => expect(asked).toBe(1))
  await directory.pause()
  expect(directory.status.progress).toMatchObject({ isPaused: true, pagesRead: 0 })
  await directory.read()
  await untilDone(directory)
  slow.resolve(undefined)
  await vi.waitFor(() => expect(server.asked).toBe(4))
  expect(directory.status.progress).toBeNull()
  expect(directory.status.kept).toMatchObject({ count: 40, isComplete: true })
})

it('is called paused once that is kept: killed before, it would go on by itself', async () => {
  server = new ModelServer(120)
  const { promise: isToKeep, resolve: keep } = Promise.withResolvers<undefined>()
  const run = store.run.bind(store)
  store.run = async (question) => {
    if (question.isPaused) await isToKeep
    return await run(question)
  }
  const directory = repository()
  await directory.read()
  const paused = directory.pause()
  expect(directory.status.progress?.isPaused).toBe(false)
  keep(undefined)
  await paused
  expect(directory.status.progress?.isPaused).toBe(true)
})

it('stays paused across a restart until someone resumes it', async () => {
  server = new ModelServer(120)
  const first = repository()
  await first.read()
  await until(first, () => (first.status.progress?.pagesRead ?? 0) >= 3)
  await first.pause()
  const read = first.status.progress?.pagesRead ?? 0
  restart()
  const second = repository()
  await second.begin()
  expect(second.status.progress?.isPaused).toBe(true)
  // A page that was being written is there too.
  expect(second.status.progress?.pagesRead).toBeGreaterThanOrEqual(read)
  await second.read()
  await untilDone(second)
  expect(second.status.kept).toMatchObject({ count: 120, isComplete: true })
})

it('reports a failure when the server answers with another page than requested', async () => {
  server = new ModelServer(60)
  const page = server.page.bind(server)
  server.page = () => page(1)
  const directory = repository()
  await directory.read()
  await until(directory, () => typeof directory.status.progress?.failure?.type === 'string')
  expect(directory.status).toMatchObject({ kept: null, progress: { failure: { type: 'page-ignored' } } })
})

it('serves the old directory until the new one is complete, then only the new one', async () => {
  server = new ModelServer(40)
  const directory = repository(restUntilAborted)
  await directory.read()
  await untilDone(directory)
  server.list = server.list.slice(5)
  server.before = (asked) => (asked === 5 ? { type: 'offline' } : null)
  await directory.read()
  await until(directory, () => isWaiting(directory))
  expect(await keptIds()).toHaveLength(40)
  rests.at(-1)!.end()
  await until(directory, () => directory.status.kept?.count === 35)
  expect(await keptIds()).toEqual(idsOf(server.list))
  const rows = await use(async (database) => [
    await database.directoryContent.count(),
    await database.pharmacyPages.count(),
  ])
  expect(rows.ok && rows.value).toEqual([1, 0])
})

it('is downloaded again by itself when it is a week old', async () => {
  server = new ModelServer(20)
  const directory = repository()
  await directory.refreshIfOld()
  expect(server.asked).toBe(0)
  await directory.read()
  await untilDone(directory)
  const asked = server.asked
  const ofAge = async (days: number): Promise<string> => {
    const fetchedAt = new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
    await use((database) => database.directory.update('published', { fetchedAt }))
    return fetchedAt
  }
  await ofAge(6.9)
  await repository().refreshIfOld()
  expect(server.asked).toBe(asked)
  const old = await ofAge(7)
  const later = repository()
  await later.refreshIfOld()
  await until(later, () => later.status.kept !== null && later.status.kept.fetchedAt > old)
  expect(server.asked).toBeGreaterThan(asked)
})

it('is not downloaded again by itself where main refuses what nobody asked for, until someone asks', async () => {
  server = new ModelServer(20)
  await read()
  const ahead = new Date(Date.now() + 86_400_000).toISOString()
  await use((database) => database.directory.update('published', { fetchedAt: ahead }))
  refusesUnasked = true
  const asked = server.asked
  const later = repository()
  await later.refreshIfOld()
  await until(later, () => later.status.progress?.failure?.type === 'saves-data')
  expect(server.asked).toBe(asked)
  await later.read()
  await until(later, () => later.status.kept !== null && later.status.kept.fetchedAt < ahead)
  expect(server.asked).toBeGreaterThan(asked)
})

it('has a pharmacy by its number, however large, and none by an unknown one', async () => {
  server = new ModelServer(2)
  server.list = server.list.map((pharmacy, index) => ({ ...pharmacy, id: 2 ** (40 * index) }))
  await read()
  const answers = await Promise.all([1, 2 ** 40, 2, 2 ** 40 + 1].map((id) => store.one({ id })))
  expect(answers.map((answer) => answer.ok && (answer.value?.pharmacy ?? null))).toEqual([
    ...server.list,
    null,
    null,
  ])
})
