import { expect, it, onTestFinished } from 'vitest'
import { uncorrectedFields } from '#shared/domain/correction.ts'
import { backToDraft } from '#main/outbox/drafts/back-to-draft.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { submissionWithFiles } from '#testing/outbox/made-up.ts'
import { aPicture, at, openTestAttachmentStore } from '#testing/attachments/attachment-store.ts'

it('a claim that was turned down becomes a draft with its files in their slots, without the links they had', async () => {
  const attachments = openTestAttachmentStore(createTestFolder())
  const { database, outbox, drafts, store } = attachments
  onTestFinished(() => database.close())
  const { id, body } = submissionWithFiles(['medicalReportUrl'])
  if (!outbox.accept({ id, body }, at, null).ok) throw new Error('Not accepted.')
  const file = await attachments.kept(id, aPicture())
  store.change(file.id, { field: 'medicalReportUrl' })
  outbox.putLinks(id, { medicalReportUrl: 'https://files.example/a.pdf' })
  outbox.openAttempt(id, at)
  const fieldErrors = { medicalReportUrl: ['Cannot be read.'] }
  outbox.closeAttempt(id, { type: 'rejected', serverMessage: '', fieldErrors }, at)
  const entry = outbox.get(id)
  if (entry === null) throw new Error('No entry.')

  const back = backToDraft({ outbox, drafts, attachments: store }, entry, null, at)
  if (!back.ok) throw new Error(back.error.type)
  const { draft } = back.value
  expect(draft.fields).toMatchObject({
    medicalReportUrl: '',
    deathCertificateUrl: body.claim.deathCertificateUrl,
  })
  expect(draft.slotFiles).toEqual({ medicalReportUrl: file.id })
  expect(await store.list(draft.id)).toMatchObject({
    value: { files: [{ id: file.id, field: 'medicalReportUrl' }] },
  })
  expect(uncorrectedFields(draft)).toEqual(['medicalReportUrl'])
  expect(uncorrectedFields({ ...draft, slotFiles: { medicalReportUrl: id } })).toEqual([])
})
