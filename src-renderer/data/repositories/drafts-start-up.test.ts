import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { rowKeys, type FakeMain } from '#renderer/testing/fake-main.ts'
import { newestVersion } from '../db/schema.ts'
import { openRepositories } from './open-repositories.ts'
import { practiceStatus } from './testing/made-up.ts'
import {
  closeAll,
  emptyPage,
  filled,
  leavePage,
  realPut,
  restart,
  start,
  storedRows,
} from './testing/drafts.ts'

let main: FakeMain

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

beforeEach(() => {
  main = emptyPage()
})
afterEach(leavePage)

describe('start-up', () => {
  it('restores every draft from main when the database is lost whole', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    await first.drafts.flushCopies()
    closeAll()
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
    main.copies.set(newer.id, newer)
    const second = await restart()
    expect(await second.drafts.read(older.id)).toEqual({ ok: true, value: newer })
    main.copies.set(older.id, older)
    const third = await restart()
    expect(await third.drafts.read(older.id)).toEqual({ ok: true, value: newer })
    expect(main.copies.get(older.id)).toEqual(newer)
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
    closeAll()
    damageForGood('claims-desk-practice')
    const second = await restart()
    expect(second.report).toMatchObject({ restored: 1, recoveredIds: [draft.id] })
    const later = { ...draft, fields: { ...draft.fields, incidentDetails: 'written beside it' } }
    await second.drafts.save(later)
    main.copies.clear()
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
    closeAll()
    const later = { ...draft, updatedAt: new Date(Date.parse(draft.updatedAt) + 1000).toISOString() }
    main.copies.set(draft.id, later)
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
    main.fail('session:row-key', { type: 'locked' })
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
    main.answer({ 'session:row-key': () => ok(otherKey) })
    main.copies.clear()
    closeAll()
    const opened = await openRepositories(practiceStatus)
    expect(opened.ok && opened.value.report).toMatchObject({ restored: 0, unreadable: 1 })
    expect(await storedRows()).toHaveLength(1)
    if (opened.ok) opened.value.close()
  })
})
