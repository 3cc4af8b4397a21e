import { randomBytes } from 'node:crypto'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { BackupFileCounts } from '#shared/contract/backup.ts'
import { awaitedLinks } from '#shared/outbox/entry-files.ts'
import { isSettled } from '#shared/outbox/predicates.ts'
import { createAttachmentRows, type AttachmentRows } from '#main/outbox/attachments/attachment-rows.ts'
import { keyBytes } from '#main/outbox/attachments/sealed-file.ts'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import type { BackupEntry, BackupFile } from './backup-content.ts'
import type { BackupSource } from './collect.ts'
import { countOf } from './kept-files.ts'
import type { TakingIn } from './take-in.ts'
import type { CopiedFile } from './copied-files.ts'

/** The files of what a backup would bring: how many come with their bytes, and how many do not. */
export function filesOfPlan(plan: TakingIn, arrived: readonly CopiedFile[] | null): BackupFileCounts {
  const came = arrived === null ? null : new Set(arrived.map(({ of }) => of))
  const isThere = (file: BackupFile): boolean => (came === null ? file.carried : came.has(file.id))
  const there = plan.files.filter(isThere)
  return { ...countOf(there), lacking: plan.files.length - there.length }
}

/**
 * Writes the files of what a backup brings, inside the caller's transaction, with where they are in the file store. A
 * file whose bytes did not come is kept by name, and shown as missing. Throws what SQLite throws.
 */
export function putFilesIn(
  { database, protection }: BackupSource,
  plan: TakingIn,
  arrived: readonly CopiedFile[],
): void {
  const rows = createAttachmentRows(database, protection)
  const came = new Map(arrived.map((one) => [one.of, one]))
  const entries = new Map(plan.entries.map((entry) => [entry.id, entry]))
  createUploadRows(database, protection).restoreWithin(
    plan.files.flatMap((file) => {
      const id = addFile(rows, file, came.get(file.id))
      const entry = entries.get(file.claimId)
      return entry === undefined ? [] : uploadOf(file, id, entry, plan.isMove)
    }),
  )
}

/** Where a file is in the file store, as the entry that came with it needs it. */
function uploadOf(
  { upload, field, size, sha256 }: BackupFile,
  attachmentId: string,
  { id: entryId, body, state }: BackupEntry,
  isMove: boolean,
): readonly Omit<Upload, 'id'>[] {
  if (upload === null || field === null) return []
  const { state: was, ...known } = upload
  // A link that does not stand in the claim, as in a file that was changed, is made again.
  const isLinked = was === 'linked' && !awaitedLinks(body).includes(field)
  const shared = known.shared || (!isMove && !isSettled(state))
  const record = { ...known, entryId, attachmentId, field, size, sha256, refusedAt: null, shared }
  if (isLinked) return [{ state: 'linked', record }]
  return [{ state: was === 'named' ? 'named' : 'proved', record: { ...record, link: null, linkedAt: null } }]
}

/** @returns its id here */
function addFile(rows: AttachmentRows, file: BackupFile, bytes: CopiedFile | undefined): string {
  const { claimId, number, kind, size, photos, sha256, field, addedAt } = file
  const key = bytes?.key ?? randomBytes(keyBytes).toString('base64')
  const id = bytes?.id ?? newId()
  const name = bareName(file.name)
  rows.addWithin({ id, addedAt }, { claimId, key, number, name, kind, size, photos, sha256, field })
  return id
}

// Nothing is ever written under such a name; an officer reads it.
function bareName(name: string): string {
  const bare = name
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return bare === '' ? 'file' : bare.slice(-attachmentLimits.nameLength)
}
