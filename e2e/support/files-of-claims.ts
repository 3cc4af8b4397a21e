import type { AttachmentField } from '#shared/domain/attachment.ts'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import type { Claim } from '#shared/domain/claim.ts'
import { fieldsOf } from '#shared/domain/draft.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { submissionWithFiles } from '#main/outbox/testing/made-up.ts'
import type { AppPage } from '../pages/app-page.ts'
import type { TestApp } from './test-app.ts'

/** Has main use a file store, as the card in Settings does. @returns what was found wrong with it, or null */
export async function giveFileStore(
  appPage: AppPage,
  app: Pick<TestApp, 'answerDialog'>,
  store: FileStore,
  accessKey: { readonly id: string; readonly secret: string },
  isNew = true,
): Promise<string | null> {
  const { page } = appPage
  // Main opens no dialog that nobody's key press or click led to.
  await page.keyboard.press('Shift')
  const asked = { environment: 'sandbox', store, accessKey, evenOffline: true } as const
  const given = page.evaluate(async (wish) => {
    const answer = await window.bridge.request('file-store:set', wish)
    if (!answer.ok) return answer.error.type
    return answer.value.check?.type === 'problem' ? answer.value.check.problem : null
  }, asked)
  const [found] = await Promise.all([given, isNew ? app.answerDialog('Send them there') : null])
  return found
}

/** A PDF of this size that differs from every other of another text. */
export function madeUpPdfOf(bytes: number, text: string): Buffer {
  const head = Buffer.from(`%PDF-1.4\n% ${text}\n`)
  const end = Buffer.from('\n%%EOF\n')
  return Buffer.concat([
    head,
    Buffer.alloc(Math.max(0, bytes - head.length - end.length), '0123456789abcdef '),
    end,
  ])
}

/** Has main keep a file for a slot of a claim, and accept the claim, as the form does. */
export async function acceptWithFiles(
  { page }: AppPage,
  changes: Partial<Claim>,
  files: Readonly<Partial<Record<AttachmentField, Buffer>>>,
): Promise<void> {
  const given = Object.entries(files) as [AttachmentField, Buffer][]
  const made = submissionWithFiles(
    given.map(([field]) => field),
    changes,
  )
  const submission = { ...made, body: { ...made.body, branchReference: newBranchReference() } }
  const claimId = submission.id
  const { product, claim, branchReference } = submission.body
  const now = new Date().toISOString()
  await page.evaluate(
    async (draft) => {
      await window.bridge.request('drafts:keep-copy', draft)
    },
    {
      id: claimId,
      product,
      fields: fieldsOf(claim),
      branchReference,
      createdAt: now,
      updatedAt: now,
      rejection: null,
    },
  )
  for (const [field, bytes] of given) {
    const [fileId, name, size] = [newId(), `${field}.pdf`, bytes.length]
    for (let index = 0; index * attachmentLimits.part < size; index++) {
      const start = index * attachmentLimits.part
      const part = bytes.subarray(start, start + attachmentLimits.part).toString('base64')
      const asked = { id: fileId, claimId, name, size, originalSize: null, field, index, part }
      const refused = await page.evaluate(async (one) => {
        const answer = await window.bridge.request('attachments:add-part', one)
        return answer.ok ? null : answer.error.type
      }, asked)
      if (refused !== null) throw new Error(`Main did not keep the file: ${refused}.`)
    }
  }
  const refused = await page.evaluate(async (claim) => {
    const answer = await window.bridge.request('outbox:accept', claim)
    return answer.ok ? null : answer.error.type
  }, submission)
  if (refused !== null) throw new Error(`Main refused the claim: ${refused}.`)
}
