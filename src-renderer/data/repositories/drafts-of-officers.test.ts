import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from '#shared/domain/draft.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { err, ok } from '#shared/result.ts'
import { rowKeys, type FakeMain } from '#renderer/testing/fake-main.ts'
import type { Repositories } from './open-repositories.ts'
import { closeAll, emptyPage, filled, leavePage, start, startAs } from './testing/drafts.ts'
import { practiceStatus } from './testing/made-up.ts'

let main: FakeMain

beforeEach(() => {
  main = emptyPage()
})
afterEach(leavePage)

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
    closeAll()
    const own = btoa(who.name.charAt(0).repeat(32))
    main.answer({ 'session:row-key': () => ok({ ...rowKeys, own }) })
    return startAs(signedIn(who))
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
    main.copies.clear()
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
    main.copies.clear()
    expect(await (await as(bayo)).drafts.read(draft.id)).toEqual({ ok: true, value: draft })
  })

  it('shows what was written before there were officers', async () => {
    const before = await start()
    const draft = filled(before)
    await before.drafts.save(draft)
    main.copies.clear()
    expect(await idsSeen(await as(ada))).toEqual([draft.id])
  })

  it('leaves a draft of the office with the office when an officer edits it', async () => {
    const before = await start()
    const draft = filled(before)
    await before.drafts.save(draft)
    // Main knows it as the office's, now that there are officers.
    main.copies.set(draft.id, { ...draft, isShared: true })
    const adas = await as(ada)
    const read = await adas.drafts.read(draft.id)
    if (!read.ok || read.value === null) throw new Error('The draft is not there.')
    expect(read.value.isShared).toBe(true)
    await adas.drafts.save({ ...read.value, updatedAt: '2099-01-01T00:00:00.000Z' })
    expect(await idsSeen(await as(bayo))).toEqual([draft.id])
  })

  it('lets no colleague put a draft of the office in the place of an officer’s own', async () => {
    const bayos = await as(bayo)
    const draft = filled(bayos)
    await bayos.drafts.save(draft)
    const adas = await as(ada)
    main.answer({ 'drafts:keep-copy': () => err({ type: 'not-possible-now' }) })
    const fields = { ...draft.fields, incidentDetails: 'Words of a colleague.' }
    await adas.drafts.save({ ...draft, fields, isShared: true, updatedAt: '2099-01-01T00:00:00.000Z' })
    const kept: Draft[] = []
    main.answer({
      'drafts:keep-copy': (copy) => {
        kept.push(copy)
        return ok(null)
      },
    })
    const again = await as(bayo)
    expect(await again.drafts.read(draft.id)).toEqual({ ok: true, value: draft })
    expect(kept).toEqual([])
    // It is Bayo's own again, in the page too; the colleague's words stay with the office, as another draft.
    main.copies.clear()
    const seen = await idsSeen(await as(ada))
    expect(seen).toHaveLength(1)
    expect(seen).not.toContain(draft.id)
  })

  it('returns a draft to its officer when it is no longer shared', async () => {
    const adas = await as(ada)
    const draft = filled(adas)
    await adas.drafts.save({ ...draft, isShared: true })
    await adas.drafts.save({ ...draft, isShared: false, updatedAt: '2099-01-01T00:00:00.000Z' })
    main.copies.clear()
    expect(await idsSeen(await as(bayo))).toEqual([])
    expect(await idsSeen(await as(ada))).toEqual([draft.id])
  })

  it('takes over the drafts of a colleague who left, without marking them as recovered', async () => {
    const bayos = await as(bayo)
    const draft = filled(bayos)
    await bayos.drafts.save(draft)
    // Bayo has left: main returns the draft as the office's.
    main.copies.set(draft.id, { ...draft, isShared: true })
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
    const mine = (): Draft[] => [...main.copies.values()]
    main.answer({ 'drafts:copies': () => ok([]) })
    await as(bayo)
    await adas.drafts.flushCopies()
    expect(main.copies.get(draft.id)).toEqual(draft)
    main.answer({ 'drafts:copies': () => ok(mine()) })
    await as(ada)
    expect(main.copies.get(draft.id)).toEqual(changed)
  })

  it('sends main no copy that waits behind another when the data is closed', async () => {
    const adas = await as(ada)
    const [first, second] = [filled(adas), filled(adas)]
    const answer = main.hold('drafts:keep-copy')
    const saving = [adas.drafts.save(first)]
    await answer.reached
    saving.push(adas.drafts.save(second))
    await vi.waitFor(async () =>
      expect(await adas.drafts.read(second.id)).toMatchObject({ value: { id: second.id } }),
    )
    adas.close()
    answer.release()
    await Promise.all(saving)
    expect([...main.copies.keys()]).toEqual([first.id])
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
