import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { undoMs } from '#shared/outbox/predicates.ts'
import {
  aPicture,
  openTestAttachmentStore,
  type TestAttachmentStore,
} from '#testing/attachments/attachment-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { startDiscardedDrafts, type DiscardedDrafts } from './draft-store.ts'

let place: TestAttachmentStore
let clock: VirtualClock
let discarded: DiscardedDrafts
let id: string

beforeEach(async () => {
  place = openTestAttachmentStore(createTestFolder())
  const { database, drafts, store } = place
  onTestFinished(() => database.close())
  clock = new VirtualClock()
  discarded = startDiscardedDrafts({ drafts, attachments: store, clock })
  id = place.draft()
  await place.kept(id, aPicture())
})
const kept = (): readonly string[] => place.drafts.kept().map(({ draft }) => draft.id)
async function files(): Promise<number> {
  const listed = await place.store.list(id)
  return listed.ok ? listed.value.files.length : 0
}

it('a deleted draft comes back with its files', async () => {
  expect(discarded.discard(id).ok).toBe(true)
  expect(kept()).toEqual([])
  expect(place.drafts.one(id)).toBeNull()
  await clock.advance(undoMs - 1)
  expect(discarded.undo(id)).toMatchObject({ ok: true, value: { draft: { id } } })
  expect(kept()).toEqual([id])
  await clock.advance(undoMs * 2)
  expect([kept(), await files()]).toEqual([[id], 1])
})

it('comes back at the second try, where the disk refused the first', () => {
  discarded.discard(id)
  place.database.exec('PRAGMA query_only = ON')
  expect(discarded.undo(id)).toEqual({ ok: false, error: { type: 'read-only' } })
  place.database.exec('PRAGMA query_only = OFF')
  expect(discarded.undo(id)).toMatchObject({ ok: true, value: { draft: { id } } })
  expect(kept()).toEqual([id])
})

it('is gone with its files once that can no longer be undone', async () => {
  discarded.discard(id)
  await clock.advance(undoMs)
  expect(discarded.undo(id)).toEqual({ ok: true, value: null })
  expect(place.drafts.keptOrDiscarded()).toEqual([])
  expect(await files()).toBe(0)
})

it('is gone at the next start, and nothing else is', () => {
  const other = place.draft()
  discarded.discard(id)
  discarded.close()
  place.drafts.endDiscards(null)
  expect(place.drafts.keptOrDiscarded().map(({ draft }) => draft.id)).toEqual([other])
})

it('takes no version that was still on its way', async () => {
  const draft = place.drafts.one(id)?.draft
  if (draft === undefined) throw new Error('No draft.')
  discarded.discard(id)
  expect(place.drafts.save(draft, { isNew: false })).toEqual({ ok: true, value: 'gone' })
  await clock.advance(undoMs * 2)
  expect(place.drafts.save(draft, { isNew: false })).toEqual({ ok: true, value: 'gone' })
  expect(kept()).toEqual([])
})
