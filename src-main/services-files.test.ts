import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { attachmentFields, attachmentLimits, type AttachmentField } from '#shared/domain/attachment.ts'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { submissionWithFiles } from './outbox/testing/made-up.ts'
import { Installation, knownPolicy } from './testing/installation.ts'

const now = '2026-11-20T09:00:00.000Z'

/** Keeps a draft with that id. */
async function keepDraft(app: Installation, id: string): Promise<void> {
  const policyNumber = knownPolicy()
  const kept = await app.handlers['drafts:save']({
    draft: {
      id,
      product: 'keke',
      fields: { ...emptyFields(), policyNumber },
      branchReference: '7F3K-92QD',
      createdAt: now,
      updatedAt: now,
      rejection: null,
    },
    isNew: true,
    isOpen: false,
  })
  expect(kept).toEqual({ ok: true, value: 'saved' })
}

async function addFile(app: Installation, claimId: string, field: AttachmentField, size: number) {
  const bytes = randomBytes(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  const id = newId()
  for (let index = 0; index * attachmentLimits.part < size; index += 1) {
    const part = bytes.subarray(index * attachmentLimits.part, (index + 1) * attachmentLimits.part)
    const added = await app.handlers['attachments:add-part']({
      id,
      claimId,
      name: 'made up.jpg',
      size,
      originalSize: null,
      field,
      index,
      part: part.toString('base64'),
    })
    expect(added.ok).toBe(true)
  }
  return bytes
}

it('brings the files of a claim into the store of practice, and then the claim with four links', async () => {
  const app = await Installation.start()
  const submission = submissionWithFiles(attachmentFields, { policyNumber: knownPolicy() })
  const { id } = submission
  await keepDraft(app, id)
  expect(await app.handlers['outbox:accept'](submission)).toEqual({
    ok: false,
    error: { type: 'files-not-whole' },
  })
  await app.handlers['practice:connect']({ connected: false })
  const bytes = []
  for (const [n, field] of attachmentFields.entries()) {
    bytes.push(await addFile(app, id, field, n === 0 ? 6_000_000 : 20_000))
  }
  expect(await app.handlers['outbox:accept'](submission)).toMatchObject({
    ok: true,
    value: { files: { of: 4, uploaded: 0 } },
  })
  await app.until(() => app.entry(id)?.files?.bytes === 6_060_000)
  await app.handlers['practice:connect']({ connected: true })
  await app.until(() => {
    const entry = app.entry(id)
    return entry !== undefined && isReceived(entry.state)
  })
  const entry = await app.handlers['outbox:entry']({ id })
  if (!entry.ok || entry.value.body.kind !== 'claim') throw new Error('no claim')
  const { claim } = entry.value.body
  for (const [n, field] of attachmentFields.entries()) {
    const shown = await fetch(claim[field])
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes[n] ?? Buffer.of())).toBe(true)
  }
  expect(entry.value.files).toMatchObject({ of: 4, uploaded: 4, hold: null })
})
