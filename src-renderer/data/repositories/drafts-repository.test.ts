import 'fake-indexeddb/auto'
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeMain } from '#renderer/testing/fake-main.ts'
import { completeFields } from './testing/made-up.ts'
import { emptyPage, filled, leavePage, realPut, restart, start, storedRows } from './testing/drafts.ts'

let main: FakeMain

beforeEach(() => {
  main = emptyPage()
})
afterEach(leavePage)

describe('saving', () => {
  it('brings a saved draft back after a restart, even when main has no copy yet', async () => {
    const first = await start()
    const draft = filled(first)
    expect(await first.drafts.save(draft)).toEqual({ ok: true, value: draft.updatedAt })
    main.copies.clear()
    const second = await restart()
    expect(await second.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
    expect(main.copies.get(draft.id)).toEqual(draft)
  })

  it('reports a new draft as saved only once main has a copy too, without delaying the write', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    const answer = main.hold('drafts:keep-copy')
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
    expect(main.copies.get(draft.id)).toEqual(draft)
  })

  it('gives main the first copy with the next change when main refused it', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    main.fail('drafts:keep-copy', { type: 'disk-full' })
    expect(await repositories.drafts.save(draft)).toMatchObject({ ok: true })
    main.fail('drafts:keep-copy', null)
    const later = { ...draft, fields: { ...draft.fields, incidentDetails: 'the next letter' } }
    await repositories.drafts.save(later)
    expect(main.copies.get(draft.id)).toEqual(later)
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
    expect(main.copies.get(draft.id)).toEqual(draft)
    main.fail('drafts:keep-copy', { type: 'disk-full' })
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
    expect(main.accepted.get(draft.id)).toMatchObject({
      kind: 'claim',
      product: 'keke',
      claim: { policyNumber: completeFields.policyNumber, repairEstimate: 185_000.5 },
      branchReference: draft.branchReference,
    })
    expect(await storedRows()).toEqual([])
    expect(main.copies.size).toBe(0)
  })

  it('keeps the draft when main refuses it', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    main.fail('outbox:accept', { type: 'disk-full' })
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
    expect(main.asked.map(({ channel }) => channel)).toContain('outbox:accept')
    expect(put).not.toHaveBeenCalled()
    expect(await submitting).toMatchObject({ ok: true, value: { id: draft.id } })
  })

  it('does not ask main about a draft that is not a valid claim yet', async () => {
    const repositories = await start()
    const draft = repositories.drafts.create('okada')
    expect(await repositories.drafts.submit(draft)).toMatchObject({
      ok: false,
      error: { type: 'not-valid', problems: { policyNumber: 'required', repairEstimate: 'required' } },
    })
    expect(main.asked.map(({ channel }) => channel)).not.toContain('outbox:accept')
  })

  it('removes a leftover draft when the process died after main had accepted it', async () => {
    const first = await start()
    const draft = filled(first)
    await first.drafts.save(draft)
    await first.drafts.flushCopies()
    // Main commits; its answer never reaches the page.
    const answer = main.hold('outbox:accept')
    void first.drafts.submit(draft)
    await answer.reached
    expect(await storedRows()).toHaveLength(1)
    const second = await restart()
    expect(second.report).toMatchObject({ leftoversRemoved: 1, restored: 0, recoveredIds: [] })
    expect(await storedRows()).toEqual([])
    expect(main.copies.size).toBe(0)
  })

  it('does not bring an accepted draft back with a late save', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.submit(draft)
    await repositories.drafts.save(draft)
    await repositories.drafts.flushCopies()
    await repositories.drafts.flush()
    expect(await storedRows()).toEqual([])
    expect(main.copies.size).toBe(0)
  })

  it('drops the scheduled copy of an accepted draft', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    const changed = { ...draft, updatedAt: '2099-01-01T00:00:00.000Z' }
    await repositories.drafts.save(changed)
    const sent = (): number => main.asked.filter(({ channel }) => channel === 'drafts:keep-copy').length
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
    expect(main.copies.size).toBe(0)
    const second = await restart()
    expect(await second.drafts.read(draft.id)).toEqual({ ok: true, value: null })
  })

  it('keeps the draft when main cannot forget its copy', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    main.fail('drafts:forget-copy', { type: 'disk-full' })
    expect(await repositories.drafts.remove(draft.id)).toEqual({ ok: false, error: { type: 'disk-full' } })
    expect(await repositories.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })

  it('restores a removed draft', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    await repositories.drafts.save(draft)
    await repositories.drafts.remove(draft.id)
    const older = { ...draft, updatedAt: '2026-01-01T00:00:00.000Z', isShared: true }
    expect(await repositories.drafts.undoRemove(older)).toMatchObject({ ok: true })
    expect(await repositories.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
    expect(main.copies.has(draft.id)).toBe(true)
  })

  it('does not restore what main has forgotten', async () => {
    const repositories = await start()
    const draft = filled(repositories)
    expect(await repositories.drafts.undoRemove(draft)).toMatchObject({ ok: false })
    expect(await repositories.drafts.read(draft.id)).toEqual({ ok: true, value: null })
  })
})
