import { expect, it, onTestFinished } from 'vitest'
import { uncorrectedFields } from '#shared/domain/correction.ts'
import { claimOf, type Draft } from '#shared/domain/draft.ts'
import { referenceOf, sentReferencesOf } from '#shared/domain/reference.ts'
import { withAgreedLinks } from '#shared/domain/stand-in.ts'
import { ok } from '#shared/result.ts'
import { openTestAttachmentStore } from '#testing/attachments/attachment-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { backToDraft } from './back-to-draft.ts'

const at = '2026-11-02T09:00:00.000Z'

it('a claim keeps its reference through corrections, and each is sent under another', () => {
  const { database, outbox, drafts } = openTestAttachmentStore(createTestFolder())
  onTestFinished(() => database.close())
  const attachments = { slotsOf: () => ok({}), moveWithin: () => undefined }
  const first = claimSubmission().body.branchReference
  let submission: Parameters<typeof outbox.accept>[0] = claimSubmission()
  for (let corrections = 1; corrections <= 3; corrections += 1) {
    const accepted = outbox.accept(submission, at)
    if (!accepted.ok) throw new Error(accepted.error.type)
    const back = backToDraft({ outbox, drafts, attachments }, accepted.value, null, at)
    if (!back.ok) throw new Error(back.error.type)
    const kept = drafts.one(back.value.draft.id)?.draft
    if (kept === undefined) throw new Error('No copy.')
    expect(referenceOf(kept)).toBe(first)
    expect(new Set(sentReferencesOf(kept)).size).toBe(corrections + 1)
    submission = { id: kept.id, body: bodyOf(kept) }
  }
})

it('what was chosen in a slot is chosen again, and goes with the link that is agreed by then', () => {
  const { database, outbox, drafts } = openTestAttachmentStore(createTestFolder())
  onTestFinished(() => database.close())
  const attachments = { slotsOf: () => ok({}), moveWithin: () => undefined }
  const { id, body } = claimSubmission()
  const customer = { name: 'Ngozi Made-up', phone: '0803 123 4567' }
  const standIns = { deathCertificateUrl: 'not-needed' } as const
  if (!outbox.accept({ id, body: { ...body, standIns, customer } }, at).ok) throw new Error('Not accepted.')
  outbox.openAttempt(id, at)
  const fieldErrors = { deathCertificateUrl: ['Not a death certificate.'] }
  const unread = '{x: text}'
  outbox.closeAttempt(id, { type: 'rejected', serverMessage: '', fieldErrors, unread }, at)
  const entry = outbox.get(id)
  if (entry === null) throw new Error('No entry.')
  const back = backToDraft({ outbox, drafts, attachments }, entry, null, at)
  if (!back.ok) throw new Error(back.error.type)
  const { draft } = back.value
  expect(draft).toMatchObject({
    standIns,
    customer,
    fields: { deathCertificateUrl: '' },
    rejection: { unread, refusedProduct: 'keke' },
  })
  const stillUncorrected = (notNeededLink: string) => {
    const links = { notNeededLink, notAvailableLink: '' }
    return uncorrectedFields({ ...draft, fields: withAgreedLinks(draft.fields, draft.standIns, links) })
  }
  expect(stillUncorrected(body.claim.deathCertificateUrl)).toEqual(['deathCertificateUrl'])
  expect(stillUncorrected('https://files.example/nobody-died-2')).toEqual([])
})

function bodyOf({ product, fields, branchReference, earlierReferences = [] }: Draft) {
  const claim = claimOf(fields)
  if (!claim.ok) throw new Error(JSON.stringify(claim.error))
  return { kind: 'claim', product, claim: claim.value, branchReference, earlierReferences } as const
}
