import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  aPicture,
  at,
  openTestAttachmentStore,
  type TestAttachmentStore,
} from '#testing/attachments/attachment-store.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createAttachmentHandlers } from './attachments.ts'

const me = newId()
const colleague = newId()
let attachments: TestAttachmentStore
let handlers: ReturnType<typeof createAttachmentHandlers>

beforeEach(() => {
  attachments = openTestAttachmentStore(createTestFolder())
  onTestFinished(() => attachments.database.close())
  const sees = (officerId: string | null): boolean => officerId !== colleague
  const services = {
    outbox: attachments.outbox,
    drafts: attachments.drafts,
    attachments: attachments.store,
  }
  handlers = createAttachmentHandlers(
    { using: (work) => work(services) },
    { seesDraftOf: sees, seesEntryOf: sees },
  )
})

const unknown: Result<never, Failure> = err({ type: 'unknown-entry' })
function draftOf(officerId: string | null): string {
  const kept = attachments.drafts.one(attachments.draft())
  if (kept === null) throw new Error('No draft.')
  attachments.drafts.save({ ...kept.draft, id: newId() })
  const id = newId()
  attachments.drafts.save({ ...kept.draft, id }, { officerId: officerId })
  return id
}
const addTo = (claimId: string) => {
  const bytes = aPicture(100)
  const part = bytes.toString('base64')
  return handlers['attachments:add-part']({
    id: newId(),
    claimId,
    name: 'a.jpg',
    size: 100,
    photos: null,
    field: null,
    index: 0,
    part,
  })
}

it('are unknown when the claim is: not a draft, a colleague’s, or a pharmacy request', async () => {
  const theirs = draftOf(colleague)
  const file = await attachments.kept(theirs, aPicture())
  const request = pharmacySubmission('KKP/1', 7)
  attachments.outbox.accept(request, at, me)
  for (const claimId of [newId(), theirs, request.id]) {
    expect(await handlers['attachments:list']({ claimId })).toEqual(unknown)
    expect(await addTo(claimId)).toEqual(unknown)
  }
  for (const id of [file.id, newId()]) {
    expect(await handlers['attachments:part']({ id, index: 0 })).toEqual(unknown)
    expect(await handlers['attachments:change']({ id, field: null })).toEqual(unknown)
    expect(await handlers['attachments:remove']({ id })).toEqual(unknown)
  }
})

it('can be added, changed and removed on a draft, and only viewed on an entry', async () => {
  const mine = draftOf(me)
  const added = await addTo(mine)
  if (!added.ok || added.value.type !== 'kept') throw new Error('Not kept.')
  const { id } = added.value.file
  expect(await handlers['attachments:change']({ id, field: 'medicalReportUrl' })).toEqual(ok(null))
  expect(await handlers['attachments:list']({ claimId: mine })).toMatchObject({
    value: { files: [{ id, field: 'medicalReportUrl' }] },
  })
  attachments.outbox.accept({ ...claimSubmission(), id: mine }, at, me)
  const refused = err({ type: 'not-possible-now' })
  expect(await addTo(mine)).toEqual(refused)
  expect(await handlers['attachments:change']({ id, field: null })).toEqual(refused)
  expect(await handlers['attachments:remove']({ id })).toEqual(refused)
  expect(await handlers['attachments:part']({ id, index: 0 })).toMatchObject({ value: { type: 'part' } })
})
