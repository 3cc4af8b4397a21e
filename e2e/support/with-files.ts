import type { Page } from 'playwright-core'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { attachmentFields, attachmentLimits, type AttachmentFile } from '#shared/domain/attachment.ts'
import { emptyFields } from '#shared/domain/draft.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { DroppedFile } from './dropped-files.ts'
import { request } from './request.ts'
import type { TestApp } from './test-app.ts'

/** Sets the file store of the sandbox. */
export async function setStore(
  app: TestApp,
  page: Page,
  store: FileStore,
  accessKey: { readonly id: string; readonly secret: string },
): Promise<void> {
  // Main opens no dialog that nobody's key press or click led to.
  await page.keyboard.press('Shift')
  const wish = { environment: 'sandbox', store, accessKey: { ...accessKey }, evenOffline: false } as const
  await Promise.all([request(page, 'file-store:set', wish), app.answerDialog('Send them there')])
}

/** Has main keep a draft with a file for each field, as the form does. @returns its id */
export async function keepDraft(
  page: Page,
  policyNumber: string,
  files: readonly Pick<DroppedFile, 'name' | 'bytes'>[],
): Promise<string> {
  const { repairEstimate, ...claim } = madeUpClaim({ policyNumber })
  const links = Object.fromEntries(attachmentFields.map((field) => [field, '']))
  const at = new Date().toISOString()
  const claimId = newId()
  const draft = {
    id: claimId,
    product: 'keke',
    fields: { ...emptyFields(), ...claim, ...links, repairEstimate: String(repairEstimate) },
    branchReference: '7F3K-92QD',
    createdAt: at,
    updatedAt: at,
    rejection: null,
  } as const
  await request(page, 'drafts:save', { draft, isNew: true, isOpen: false })
  for (const [n, { name, bytes }] of files.entries()) {
    const file = { id: newId(), claimId, name, size: bytes.length, photos: null }
    for (let index = 0; index * attachmentLimits.part < bytes.length; index += 1) {
      const part = bytes.subarray(index * attachmentLimits.part, (index + 1) * attachmentLimits.part)
      await request(page, 'attachments:add-part', {
        ...file,
        field: attachmentFields[n] ?? null,
        index,
        part: part.toString('base64'),
      })
    }
  }
  return claimId
}

/** The files that main keeps for the only claim that was submitted. */
export async function keptPhotos(page: Page): Promise<readonly AttachmentFile[]> {
  const [{ id: claimId } = { id: '' }] = await request(page, 'outbox:list')
  return (await request(page, 'attachments:list', { claimId })).files
}
