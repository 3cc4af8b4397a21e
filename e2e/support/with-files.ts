import type { Page } from 'playwright-core'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
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

/** The files that main keeps for the only claim that was submitted. */
export async function keptPhotos(page: Page): Promise<readonly AttachmentFile[]> {
  const [{ id: claimId } = { id: '' }] = await request(page, 'outbox:list')
  return (await request(page, 'attachments:list', { claimId })).files
}
