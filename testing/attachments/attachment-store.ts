import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { emptyFields } from '#shared/domain/draft.ts'
import { attachmentLimits, type AttachmentAddAnswer, type AttachmentFile } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { Result } from '#shared/result.ts'
import { createRowProtection, type RowProtection } from '#main/outbox/entry-codec.ts'
import { createDraftStore, type DraftStore } from '#main/outbox/drafts/draft-store.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import type { StorageFailure } from '#main/platform/sqlite.ts'
import { madeUpDraft } from '#testing/outbox/made-up.ts'
import { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'

export const at = '2026-11-21T09:00:00.000Z'

/** A JPEG by its first bytes, of the given length, and unlike every other. */
export function aPicture(size = 5000): Buffer {
  const bytes = randomBytes(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return bytes
}

/** An outbox with its attachments, in a folder. */
export interface TestAttachmentStore {
  readonly folder: string
  readonly file: string
  readonly database: DatabaseSync
  readonly protection: RowProtection
  readonly drafts: DraftStore
  readonly outbox: Outbox
  readonly store: AttachmentStore
  draft(policyNumber?: string): string
  add(claimId: string, bytes: Uint8Array, name?: string): Promise<Result<AttachmentAddAnswer, StorageFailure>>
  kept(claimId: string, bytes: Uint8Array, name?: string): Promise<AttachmentFile>
}

export function openTestAttachmentStore(folder: string): TestAttachmentStore {
  const file = join(folder, 'outbox.sqlite')
  const opened = openOutboxFile(file, new Date(at))
  if (!opened.ok) throw new Error(opened.error.type)
  const { database } = opened.value
  const protection = createRowProtection({ bytes: new Uint8Array(32).fill(5) })
  const drafts = createDraftStore(database, protection)
  const store = new AttachmentStore({ database, protection, outboxFile: file })

  async function add(
    claimId: string,
    bytes: Uint8Array,
    name = 'made up.jpg',
  ): ReturnType<TestAttachmentStore['add']> {
    const whole = { id: newId(), claimId, name, size: bytes.length, photos: null, field: null }
    const { part } = attachmentLimits
    for (let index = 0; ; index += 1) {
      const some = bytes.subarray(index * part, (index + 1) * part)
      const answer = await store.addPart({ ...whole, index, bytes: some }, at)
      if (!answer.ok || answer.value.type !== 'more') return answer
    }
  }
  return {
    folder,
    file,
    database,
    protection,
    drafts,
    outbox: new Outbox(database, protection),
    store,
    draft(policyNumber = 'KKP/2026/LA/000001') {
      const draft = madeUpDraft({ fields: { ...emptyFields(), policyNumber } })
      const kept = drafts.save(draft)
      if (!kept.ok) throw new Error(kept.error.type)
      return draft.id
    },
    add,
    async kept(claimId, bytes, name) {
      const answer = await add(claimId, bytes, name)
      if (!answer.ok || answer.value.type !== 'kept') throw new Error(JSON.stringify(answer))
      return answer.value.file
    },
  }
}
