import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openTestAttachmentStore, type TestAttachmentStore } from '#testing/attachments/attachment-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { createDraftStore } from './draft-store.ts'

let place: TestAttachmentStore

beforeEach(() => {
  place = openTestAttachmentStore(createTestFolder())
  onTestFinished(() => place.database.close())
})

const later = '2026-11-20T09:00:00.001Z'
const becomes = (value: string) => ({ ok: true, value })

it('takes the place of an older one, and never of a newer one', () => {
  const { drafts } = place
  const first = madeUpDraft()
  const second = { ...first, updatedAt: later }
  expect(drafts.save(first, { isNew: true })).toEqual(becomes('saved'))
  expect(drafts.save(second, { isNew: false })).toEqual(becomes('saved'))
  expect(drafts.save(first, { isNew: false })).toEqual(becomes('superseded'))
  expect(drafts.kept()).toMatchObject([{ draft: { updatedAt: later } }])
})

it('writes nothing once its claim was submitted, nor where it is not there and should be', () => {
  const { drafts, outbox } = place
  const { id, body } = claimSubmission()
  const draft = madeUpDraft({ id })
  drafts.save(draft)
  outbox.accept({ id, body }, later)
  expect(drafts.kept()).toEqual([])
  expect(drafts.save({ ...draft, updatedAt: later }, { isNew: false })).toEqual(becomes('gone'))
  expect(drafts.save({ ...draft, updatedAt: later }, { isNew: true })).toEqual(becomes('gone'))
  expect(drafts.save(madeUpDraft(), { isNew: false })).toEqual(becomes('gone'))
  expect(place.database.prepare('SELECT id FROM draft').all()).toEqual([])
})

it('keeps its owner where a transaction that would give it another one is undone', () => {
  const { drafts, database } = place
  const draft = madeUpDraft()
  drafts.save(draft, { officerId: 'officer-1' })
  database.exec('BEGIN')
  drafts.keepWithin({ ...draft, updatedAt: later }, 'officer-2')
  expect(drafts.ownerOf(draft.id)).toBe('officer-2')
  database.exec('ROLLBACK')
  expect(drafts.ownerOf(draft.id)).toBe('officer-1')
})

it('is recovered where it was in a form, no form of this run had it, and it was not deleted', () => {
  const { drafts, database, protection } = place
  const draft = madeUpDraft()
  const afterStart = () => createDraftStore(database, protection)
  drafts.save(draft, { isOpen: true })
  expect(drafts.kept()).toMatchObject([{ isRecovered: false }])
  const next = afterStart()
  expect(next.kept()).toMatchObject([{ isRecovered: true }])
  next.save(draft, { isNew: false, isOpen: true })
  expect(next.kept(), 'in a form again').toMatchObject([{ isRecovered: false }])
  next.save(draft, { isNew: false })
  expect(afterStart().kept(), 'its form closed').toMatchObject([{ isRecovered: false }])
  next.save(draft, { isNew: false, isOpen: true })
  next.discard(draft.id, later)
  next.undoDiscard(draft.id)
  expect(afterStart().kept(), 'deleted').toMatchObject([{ isRecovered: false }])
})

it('that does not open stays, and is counted for its officer and the office', () => {
  const { drafts, database } = place
  const [mine, theirs, good] = [madeUpDraft(), madeUpDraft({ updatedAt: later }), madeUpDraft()]
  drafts.save(mine, { officerId: 'ada' })
  drafts.save(theirs, { officerId: 'bayo' })
  drafts.save(good)
  database.prepare(`UPDATE draft SET sealed = x'00' WHERE id <> ?`).run(good.id)
  expect(drafts.kept().map(({ draft }) => draft.id)).toEqual([good.id])
  expect(drafts.unreadable('ada')).toEqual([mine.updatedAt])
  expect(drafts.unreadable(null)).toEqual([])
})
