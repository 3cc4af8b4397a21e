import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { FileCount } from '#shared/contract/backup.ts'
import { createAttachmentRows, attachmentFolderOf } from '#main/outbox/attachments/attachment-rows.ts'
import { sealedSize, type SealedAttachment } from '#main/outbox/attachments/sealed-file.ts'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import type { BackupDraft, BackupFile, BackupUpload } from './backup-content.ts'
import type { BackupSource } from './collect.ts'

/** A file of a claim on this computer, and where its bytes are. */
export interface KeptFile {
  readonly file: Omit<BackupFile, 'carried'>
  readonly sealed: SealedAttachment
  /** Whether its bytes are there, as many as there should be. */
  readonly isThere: boolean
}

/** The files of claims and drafts. Throws what SQLite throws. */
export function keptFilesOf(
  { database, protection, outboxFile }: Pick<BackupSource, 'database' | 'protection' | 'outboxFile'>,
  {
    entries,
    drafts,
  }: { readonly entries: readonly { readonly id: string }[]; readonly drafts: readonly BackupDraft[] },
): readonly KeptFile[] {
  const rows = createAttachmentRows(database, protection)
  const uploads = createUploadRows(database, protection)
  const folder = attachmentFolderOf(outboxFile)
  return [...entries.map(({ id }) => id), ...drafts.map(({ draft }) => draft.id)].flatMap((claimId) => {
    const onTheWay = uploads.ofEntry(claimId)
    return rows.ofClaim(claimId).flatMap(({ id, addedAt, record }): KeptFile[] => {
      if (record === null) return []
      const { key, ...known } = record
      const path = join(folder, id)
      const found = statSync(path, { throwIfNoEntry: false })
      return [
        {
          file: {
            ...known,
            id,
            addedAt,
            upload: uploadOf(onTheWay.find((one) => one.record.attachmentId === id)),
          },
          sealed: { path, fileId: id, key: Buffer.from(key, 'base64'), size: record.size },
          isThere: found?.size === sealedSize(record.size),
        },
      ]
    })
  })
}

function uploadOf(upload: Upload | undefined): BackupUpload | null {
  if (upload === undefined || upload.state === 'unwanted') return null
  const { name, store, contentType, md5, uploadId, provedAt, link, linkedAt, shared } = upload.record
  return { state: upload.state, name, store, contentType, md5, uploadId, provedAt, link, linkedAt, shared }
}

/** How many files, and their bytes. */
export function countOf(files: readonly Pick<BackupFile, 'size'>[]): FileCount {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}
