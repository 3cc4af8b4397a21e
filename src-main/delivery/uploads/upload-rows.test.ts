import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { otherStore, publicStore } from '#testing/uploads/upload-harness.ts'
import { undoMs } from '#shared/outbox/predicates.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { at, memoryFile } from '#testing/outbox/entries.ts'
import { submissionWithFiles } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { createUploadRows, type NewUpload, type Upload, type UploadRows } from './upload-rows.ts'

let database: DatabaseSync
let outbox: Outbox
let rows: UploadRows

beforeEach(() => {
  database = memoryFile()
  outbox = new Outbox(database, plainProtection)
  rows = createUploadRows(database, plainProtection)
})

const aFile = (entryId: string, attachmentId = 'attachment-1'): NewUpload => ({
  entryId,
  attachmentId,
  field: 'incidentPictureUrl',
  name: `office/${attachmentId}.jpg`,
  store: publicStore,
  contentType: 'image/jpeg',
  size: 3,
  sha256: '0'.repeat(64),
})

/** An accepted claim with one file that has a name. */
function named(): { readonly entryId: string; readonly upload: Upload } {
  const submission = submissionWithFiles(['incidentPictureUrl'])
  outbox.accept(submission, at)
  rows.name([aFile(submission.id)])
  const [upload] = rows.open()
  if (upload === undefined) throw new Error('no row')
  return { entryId: submission.id, upload }
}

it('gives a file one name, whatever comes later', () => {
  const { entryId, upload } = named()
  expect(rows.name([{ ...aFile(entryId), name: 'office/another.jpg' }])).toEqual({ ok: true, value: [] })
  expect(rows.open()).toEqual([upload])
})

it('does not want again what became unwanted while it was proved', () => {
  const { entryId, upload } = named()
  outbox.apply(entryId, { type: 'withdraw', at, to: 'discarded' })
  rows.endDiscards(new Date(Date.parse(at) + undoMs + 1))
  rows.note(upload.id, { provedAt: at }, 'proved')
  expect(rows.unwanted()).toMatchObject([{ id: upload.id, record: { provedAt: at } }])
})

it('wants the files of a discarded claim until that can no longer be undone', () => {
  const { entryId, upload } = named()
  const later = (ms: number): Date => new Date(Date.parse(at) + ms)
  expect(rows.endDiscards(later(0))).toBeNull()
  outbox.apply(entryId, { type: 'withdraw', at, to: 'discarded' })
  expect(rows.endDiscards(later(5_000))).toBe(undoMs - 5_000)
  expect(rows.open()).toEqual([upload])
  expect(outbox.undoDiscard(entryId, at)).toMatchObject({ ok: true })
  expect(rows.endDiscards(later(undoMs + 1))).toBeNull()
  expect(rows.open()).toEqual([upload])
  outbox.apply(entryId, { type: 'withdraw', at, to: 'discarded' })
  expect(rows.endDiscards(later(undoMs + 1))).toBeNull()
  expect(rows.unwanted()).toMatchObject([{ id: upload.id }])
})

it('gives a file another name in another store only where it is not in the first one yet', () => {
  const { entryId, upload } = named()
  const elsewhere = { ...aFile(entryId), name: 'another.jpg', store: otherStore }
  expect(rows.name([elsewhere], [upload.id])).toMatchObject({ value: [expect.any(String)] })
  expect(rows.unwanted()).toMatchObject([{ id: upload.id }])
  const [there] = rows.open()
  expect(there?.record).toMatchObject({ name: 'another.jpg', store: otherStore })
  const id = there?.id ?? ''
  rows.note(id, { provedAt: at }, 'proved')
  expect(rows.name([aFile(entryId)], [id])).toEqual({ ok: true, value: [] })
  expect(rows.open()).toMatchObject([{ id, state: 'proved' }])
})

it('reads nothing that stands in the row of another', () => {
  const { upload } = named()
  database.prepare('UPDATE upload SET id = ? WHERE id = ?').run('another', upload.id)
  expect(rows.open()).toEqual([])
})
