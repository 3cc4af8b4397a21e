import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from '#shared/domain/draft.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { ok } from '#shared/result.ts'
import { FakeDesk, rowKeys } from '#renderer/testing/fake-desk.ts'
import { newestVersion } from '../db/schema.ts'
import { openRepositories, type Repositories } from './open-repositories.ts'
import { completeFields, practiceStatus } from './testing/made-up.ts'

let desk: FakeDesk
let open: Repositories[] = []

async function start(): Promise<Repositories> {
  const opened = await openRepositories(practiceStatus)
  if (!opened.ok) throw new Error(opened.error.type)
  open.push(opened.value)
  return opened.value
}

/** A new process on the same data, with none of the old one's memory. */
async function restart(): Promise<Repositories> {
  for (const repositories of open) repositories.close()
  open = []
  return start()
}

function filled(repositories: Repositories): Draft {
  return { ...repositories.drafts.create('keke', { appendReference: true }), fields: completeFields }
}

async function storedRows(): Promise<Record<string, unknown>[]> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('claims-desk-practice')
    request.onsuccess = () => resolve(request.result)
  })
  const rows = await new Promise<Record<string, unknown>[]>((resolve) => {
    const request = database.transaction('drafts').objectStore('drafts').getAll()
    request.onsuccess = () => resolve(request.result as Record<string, unknown>[])
  })
  database.close()
  return rows
}

/** As Chromium behaves with a damaged file: the database is not listed, and every open fails. */
function damageForGood(damaged: string, error = 'UnknownError'): void {
  const before = indexedDB
  globalThis.indexedDB = new Proxy(before, {
    get(target, property) {
      if (property === 'open') {
        return (name: string, version?: number) =>
          name === damaged ? failingRequest(error) : target.open(name, version)
      }
      if (property === 'databases') {
        return async () => (await target.databases()).filter(({ name }) => name !== damaged)
      }
      const member: unknown = Reflect.get(target, property)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

function failingRequest(name: string): object {
  const request = {
    onerror: null as ((event: object) => void) | null,
    error: new DOMException('damaged', name),
  }
  queueMicrotask(() =>
    request.onerror?.({ target: request, preventDefault: () => undefined, stopPropagation: () => undefined }),
  )
  return request
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- put back after each test, called with its own this
const realPut = IDBObjectStore.prototype.put

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  desk = new FakeDesk()
})
afterEach(() => {
  IDBObjectStore.prototype.put = realPut
  for (const repositories of open) repositories.close()
  open = []
})

describe('saving', () => {
  it('brings a saved draft back after a restart, even when main has no copy yet', async () => {
    const first = await start()
    const draft = filled(first)
    expect(await first.drafts.save(draft)).toEqual({ ok: true, value: draft.updatedAt })
    desk.copies.clear()
    const second = await restart()
    expect(await second.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
    expect(desk.copies.get(draft.id)).toEqual(draft)
  })

  it('reports a new draft as saved only once main has a copy too, without delaying the write', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    const answer = desk.hold('drafts:keep-copy')
    let isSaved = false
    const saving = repositories.drafts.save(draft).then(() => (isSaved = true))
    await answer.reached
    const later = { ...draft, fields: { ...draft.fields, incidentDetails: 'the next letter' } }
    const savingLater = repositories.drafts.save(later)
    await vi.waitFor(async () =>
      expect(await repositories.drafts.read(draft.id)).toMatchObject({ value: later }),
    )
    expect(isSaved).toBe(false)
    answer.release()
    await Promise.all([saving, savingLater])
    expect(desk.copies.get(draft.id)).toEqual(draft)
  })

  it('gives main the first copy with the next change when main refused it', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    desk.fail('drafts:keep-copy', { type: 'disk-full' })
    expect(await repositories.drafts.save(draft)).toMatchObject({ ok: true })
    desk.fail('drafts:keep-copy', null)
    const later = { ...draft, fields: { ...draft.fields, incidentDetails: 'the next letter' } }
    await repositories.drafts.save(later)
    expect(desk.copies.get(draft.id)).toEqual(later)
  })

  it('keeps no personal text in the stored row', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    const rows = await storedRows()
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['id', 'sealed', 'updatedAt'])
    const sealed = rows[0]?.['sealed'] as Uint8Array
    const bytes = new TextDecoder('latin1').decode(sealed)
    for (const text of Object.values(completeFields)) expect(bytes).not.toContain(text)
  })

  it('ends with the newest of many versions typed at once', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    const versions = Array.from({ length: 20 }, (_, index) => ({
      ...draft,
      fields: { ...draft.fields, incidentDetails: `version ${index}` },
    }))
    await Promise.all(versions.map((version) => repositories.drafts.save(version)))
    const read = await repositories.drafts.read(draft.id)
    expect(read.ok && read.value?.fields.incidentDetails).toBe('version 19')
  })

  it('reports an unsaved draft when the disk is full, and sends main its copy at once', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(await repositories.drafts.save(draft)).toEqual({
      ok: false,
      error: { failure: { type: 'database-unavailable', reason: 'disk-full' }, copyKept: true },
    })
    expect(desk.copies.get(draft.id)).toEqual(draft)
    desk.fail('drafts:keep-copy', { type: 'disk-full' })
    expect(await repositories.drafts.save(draft)).toMatchObject({ ok: false, error: { copyKept: false } })
  })

  it('retries the save when the browser had closed the database', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    let failures = 1
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof realPut>) {
      if (failures-- > 0) throw new DOMException('closing', 'InvalidStateError')
      return realPut.apply(this, args)
    }
    expect(await repositories.drafts.save(draft)).toMatchObject({ ok: true })
    expect(await repositories.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })
})

describe('submitting', () => {
  it('removes the draft everywhere once main has accepted it', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    const submitted = await repositories.drafts.submit(draft)
    expect(submitted.ok).toBe(true)
    await repositories.drafts.flush()
    expect(desk.accepted.get(draft.id)).toMatchObject({
      kind: 'claim',
      product: 'keke',
      claim: { policyNumber: completeFields.policyNumber, repairEstimate: 185_000.5 },
      branchReference: draft.branchReference,
    })
    expect(await storedRows()).toEqual([])
    expect(desk.copies.size).toBe(0)
  })

  it('keeps the draft when main refuses it', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    desk.fail('outbox:accept', { type: 'disk-full' })
    expect(await repositories.drafts.submit(draft)).toEqual({
      ok: false,
      error: { type: 'not-accepted', failure: { type: 'disk-full' } },
    })
    expect(await repositories.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })

  it('asks main at once, also for what was typed a moment before', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    const put = vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    IDBObjectStore.prototype.put = put
    const submitting = repositories.drafts.submit(draft)
    expect(desk.asked.map(({ channel }) => channel)).toContain('outbox:accept')
    expect(put).not.toHaveBeenCalled()
    expect(await submitting).toMatchObject({ ok: true, value: { id: draft.id } })
  })

  it('does not ask main about a draft that is not a valid claim yet', async () => {
    const repositories = await start()
    const draft = repositories.drafts.create('okada', { appendReference: false })
    expect(await repositories.drafts.submit(draft)).toMatchObject({
      ok: false,
      error: { type: 'not-valid', problems: { policyNumber: 'required', repairEstimate: 'required' } },
    })
    expect(desk.asked.map(({ channel }) => channel)).not.toContain('outbox:accept')
  })

  it('removes a leftover draft when the process died after main had accepted it', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    await first.drafts.flushCopies()
    // Main commits; its answer never reaches the page.
    const answer = desk.hold('outbox:accept')
    void first.drafts.submit(draft)
    await answer.reached
    expect(await storedRows()).toHaveLength(1)
    const second = await restart()
    expect(second.report).toMatchObject({ leftoversRemoved: 1, restored: 0, recoveredIds: [] })
    expect(await storedRows()).toEqual([])
    expect(desk.copies.size).toBe(0)
  })

  it('does not bring an accepted draft back with a late save', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.submit(draft)
    await repositories.drafts.save(draft)
    await repositories.drafts.flushCopies()
    await repositories.drafts.flush()
    expect(await storedRows()).toEqual([])
    expect(desk.copies.size).toBe(0)
  })

  it('drops the scheduled copy of an accepted draft', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    const changed = { ...draft, updatedAt: '2099-01-01T00:00:00.000Z' }
    await repositories.drafts.save(changed)
    const sent = (): number => desk.asked.filter(({ channel }) => channel === 'drafts:keep-copy').length
    const before = sent()
    await repositories.drafts.submit(changed)
    // The form closes right after submitting.
    await repositories.drafts.flushCopies()
    await repositories.drafts.flush()
    expect(sent()).toBe(before)
  })

  it('does not write a saved version again', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    let puts = 0
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof realPut>) {
      puts += 1
      return realPut.apply(this, args)
    }
    await repositories.drafts.submit(draft)
    expect(puts).toBe(0)
  })
})

describe('removing', () => {
  it('removes the draft from main and from here', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    await repositories.drafts.flushCopies()
    expect(await repositories.drafts.remove(draft.id)).toMatchObject({ ok: true })
    expect(desk.copies.size).toBe(0)
    const second = await restart()
    expect(await second.drafts.read(draft.id)).toEqual({ ok: true, value: null })
  })

  it('keeps the draft when main cannot forget its copy', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    desk.fail('drafts:forget-copy', { type: 'disk-full' })
    expect(await repositories.drafts.remove(draft.id)).toEqual({ ok: false, error: { type: 'disk-full' } })
    expect(await repositories.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })

  it('restores a removed draft', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    await repositories.drafts.remove(draft.id)
    await repositories.drafts.adopt(draft)
    expect(await repositories.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })
})

describe('start-up', () => {
  it('restores every draft from main when the database is lost whole', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    await first.drafts.flushCopies()
    for (const repositories of open) repositories.close()
    globalThis.indexedDB = new IDBFactory()
    const second = await restart()
    expect(second.report).toMatchObject({ restored: 1, recoveredIds: [draft.id] })
    expect(await second.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })

  it('takes the newer of two versions of a draft', async () => {
    const first = await start()
    const older = filled(first)
    const newer = {
      ...older,
      updatedAt: new Date(Date.parse(older.updatedAt) + 1000).toISOString(),
      fields: { ...older.fields, policyNumber: 'KP/2026/000999/LAG' },
    }
    await first.drafts.save(older)
    desk.copies.set(newer.id, newer)
    const second = await restart()
    expect(await second.drafts.read(older.id)).toEqual({ ok: true, value: newer })
    desk.copies.set(older.id, older)
    const third = await restart()
    expect(await third.drafts.read(older.id)).toEqual({ ok: true, value: newer })
    expect(desk.copies.get(older.id)).toEqual(newer)
  })

  it('marks the draft that was open when the application stopped as recovered, once', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    await first.openDraft.set(draft.id)
    const second = await restart()
    expect(second.report).toMatchObject({ restored: 0, recoveredIds: [draft.id] })
    const third = await restart()
    expect(third.report.recoveredIds).toEqual([])
  })

  it('refuses a database of a newer version and leaves it as it is', async () => {
    await new Promise<void>((resolve) => {
      const request = indexedDB.open('claims-desk-practice', 9990)
      request.onupgradeneeded = () => request.result.createObjectStore('future')
      request.onsuccess = () => {
        request.result.close()
        resolve()
      }
    })
    expect(await openRepositories(practiceStatus)).toEqual({
      ok: false,
      error: { type: 'database-newer', found: 999, known: newestVersion },
    })
    expect(await indexedDB.databases()).toEqual([{ name: 'claims-desk-practice', version: 9990 }])
  })

  it('replaces a database that never opens again, with the drafts from main, and keeps using the new one', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    for (const repositories of open) repositories.close()
    damageForGood('claims-desk-practice')
    const second = await restart()
    expect(second.report).toMatchObject({ restored: 1, recoveredIds: [draft.id] })
    const later = { ...draft, fields: { ...draft.fields, incidentDetails: 'written beside it' } }
    await second.drafts.save(later)
    desk.copies.clear()
    const third = await restart()
    expect(await third.drafts.read(draft.id)).toEqual({ ok: true, value: later })
    damageForGood('claims-desk-practice-2')
    const fourth = await restart()
    expect(await fourth.drafts.read(draft.id)).toEqual({ ok: true, value: later })
  })

  it('replaces a database that opens but cannot be written', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    for (const repositories of open) repositories.close()
    const later = { ...draft, updatedAt: new Date(Date.parse(draft.updatedAt) + 1000).toISOString() }
    desk.copies.set(draft.id, later)
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof realPut>) {
      if (this.transaction.db.name === 'claims-desk-practice')
        throw new DOMException('damaged', 'UnknownError')
      return realPut.apply(this, args)
    }
    const second = await restart()
    expect(second.report).toMatchObject({ restored: 1 })
    expect(await second.drafts.read(draft.id)).toEqual({ ok: true, value: later })
    const third = await restart()
    expect(third.report).toMatchObject({ restored: 0 })
    expect(await third.drafts.read(draft.id)).toEqual({ ok: true, value: later })
  })

  it('does not replace the database while the disk is full', async () => {
    damageForGood('claims-desk-practice', 'QuotaExceededError')
    expect(await openRepositories(practiceStatus)).toEqual({
      ok: false,
      error: { type: 'database-unavailable', reason: 'disk-full' },
    })
    expect(await indexedDB.databases()).toEqual([])
  })

  it('reports that it is locked while main cannot open the data key', async () => {
    desk.fail('session:row-key', { type: 'locked' })
    expect(await openRepositories(practiceStatus)).toEqual({ ok: false, error: { type: 'locked' } })
    expect(await indexedDB.databases()).toEqual([])
  })

  it('leaves a row that was sealed under another key where it is', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    const otherKey = {
      ...rowKeys,
      office: btoa('another key of thirty-two bytes!'),
      generation: 'another',
    }
    desk.answer({ 'session:row-key': () => ok(otherKey) })
    desk.copies.clear()
    for (const repositories of open) repositories.close()
    const opened = await openRepositories(practiceStatus)
    expect(opened.ok && opened.value.report).toMatchObject({ restored: 0, unreadable: 1 })
    expect(await storedRows()).toHaveLength(1)
    if (opened.ok) opened.value.close()
  })
})

describe('with officers', () => {
  const officer = (id: string, name: string) => ({ id, name, role: 'officer' }) as const
  const ada = officer('01939c5f-0000-7000-8000-00000000000a', 'Ada Test')
  const bayo = officer('01939c5f-0000-7000-8000-00000000000b', 'Bayo Test')
  const signedIn = (who: typeof ada): AppStatus => ({
    ...practiceStatus,
    officers: { type: 'signed-in', officer: who, officers: [ada, bayo], place: null },
  })

  /** The page of one officer, for whom main provides their own key. */
  async function as(who: typeof ada): Promise<Repositories> {
    for (const repositories of open) repositories.close()
    const own = btoa(who.name.charAt(0).repeat(32))
    desk.answer({ 'session:row-key': () => ok({ ...rowKeys, own }) })
    const opened = await openRepositories(signedIn(who))
    if (!opened.ok) throw new Error(opened.error.type)
    open.push(opened.value)
    return opened.value
  }
  const idsSeen = (repositories: Repositories): Promise<readonly string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    const watching = repositories.drafts.list().subscribe({
      next: (rows) => resolve(rows.map(({ id }) => id)),
      error: reject,
    })
    return promise.finally(() => watching.unsubscribe())
  }

  it('does not show the drafts of other officers, nor report them as damaged', async () => {
    const adas = await as(ada)
    const draft = filled(adas)
    await adas.drafts.save(draft)
    desk.copies.clear()
    const bayos = await as(bayo)
    expect(await idsSeen(bayos)).toEqual([])
    expect(await bayos.drafts.read(draft.id)).toEqual({ ok: true, value: null })
    expect(bayos.report.unreadable).toBe(0)
    expect(await idsSeen(await as(ada))).toEqual([draft.id])
  })

  it('shows a shared draft to every officer', async () => {
    const adas = await as(ada)
    const draft = { ...filled(adas), isShared: true }
    await adas.drafts.save(draft)
    desk.copies.clear()
    expect(await (await as(bayo)).drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })

  it('shows what was written before there were officers', async () => {
    const before = await start()
    const draft = filled(before)
    await before.drafts.save(draft)
    desk.copies.clear()
    expect(await idsSeen(await as(ada))).toEqual([draft.id])
  })

  it('leaves a draft of the office with the office when an officer edits it', async () => {
    const before = await start()
    const draft = filled(before)
    await before.drafts.save(draft)
    const adas = await as(ada)
    const read = await adas.drafts.read(draft.id)
    if (!read.ok || read.value === null) throw new Error('The draft is not there.')
    expect(read.value.isShared).toBe(true)
    await adas.drafts.save({ ...read.value, updatedAt: '2099-01-01T00:00:00.000Z' })
    expect(await idsSeen(await as(bayo))).toEqual([draft.id])
  })

  it('returns a draft to its officer when it is no longer shared', async () => {
    const adas = await as(ada)
    const draft = filled(adas)
    await adas.drafts.save({ ...draft, isShared: true })
    await adas.drafts.save({ ...draft, isShared: false, updatedAt: '2099-01-01T00:00:00.000Z' })
    desk.copies.clear()
    expect(await idsSeen(await as(bayo))).toEqual([])
    expect(await idsSeen(await as(ada))).toEqual([draft.id])
  })

  it('takes over the drafts of a colleague who left, without marking them as recovered', async () => {
    const bayos = await as(bayo)
    const draft = filled(bayos)
    await bayos.drafts.save(draft)
    // Bayo has left: main returns the draft as the office's.
    desk.copies.set(draft.id, { ...draft, isShared: true })
    const adas = await as(ada)
    expect(await adas.drafts.read(draft.id)).toEqual({ ok: true, value: { ...draft, isShared: true } })
    expect(adas.report).toMatchObject({ restored: 0, recoveredIds: [] })
  })

  it('sends main nothing of an officer after the data was closed, and all of it at their next start', async () => {
    const adas = await as(ada)
    const draft = filled(adas)
    await adas.drafts.save(draft)
    const changed = { ...draft, updatedAt: '2099-01-01T00:00:00.000Z' }
    await adas.drafts.save(changed)
    // Main gives an officer the copies of their own drafts alone.
    const mine = (): Draft[] => [...desk.copies.values()]
    desk.answer({ 'drafts:copies': () => ok([]) })
    await as(bayo)
    await adas.drafts.flushCopies()
    expect(desk.copies.get(draft.id)).toEqual(draft)
    desk.answer({ 'drafts:copies': () => ok(mine()) })
    await as(ada)
    expect(desk.copies.get(draft.id)).toEqual(changed)
  })

  it('sends main no copy that waits behind another when the data is closed', async () => {
    const adas = await as(ada)
    const [first, second] = [filled(adas), filled(adas)]
    const answer = desk.hold('drafts:keep-copy')
    const saving = [adas.drafts.save(first)]
    await answer.reached
    saving.push(adas.drafts.save(second))
    await vi.waitFor(async () =>
      expect(await adas.drafts.read(second.id)).toMatchObject({ value: { id: second.id } }),
    )
    adas.close()
    answer.release()
    await Promise.all(saving)
    expect([...desk.copies.keys()]).toEqual([first.id])
  })

  it('marks nothing as recovered that was saved before the application was locked', async () => {
    const adas = await as(ada)
    const draft = filled(adas)
    await adas.drafts.save(draft)
    await adas.openDraft.set(draft.id)
    expect(await adas.openDraft.take()).toBe(draft.id)
    expect((await as(ada)).report.recoveredIds).toEqual([])
  })
})
