import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { FileCount, LackingClaim } from '#shared/contract/backup.ts'
import { filesWithoutAsking } from '#shared/domain/attachment.ts'
import { createAttachmentRows } from '../attachments/attachment-rows.ts'
import { attachmentFolderOf } from '../attachments/orphans.ts'
import { sealedSize, type SealedFile } from '../attachments/sealed-file.ts'
import { createUploadRows, type Upload } from '../uploads/upload-rows.ts'
import type { BackupDraft, BackupEntry, BackupFile, BackupUpload } from './backup-content.ts'
import type { BackupSource } from './collect.ts'

/** A file of a claim on this computer, and where its bytes are. */
export interface KeptFile {
  readonly file: Omit<BackupFile, 'carried'>
  readonly sealed: SealedFile
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

/** The files whose bytes a backup carries. @param isAsked also where they are more than goes without asking */
export function toCarry(files: readonly KeptFile[], isAsked: boolean): readonly KeptFile[] {
  const there = files.filter(({ isThere }) => isThere)
  return isAsked || countOf(there.map(({ file }) => file)).bytes <= filesWithoutAsking ? there : []
}

/** How many files, and their bytes. */
export function countOf(files: readonly Pick<BackupFile, 'size'>[]): FileCount {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

interface Claims {
  readonly entries: readonly Pick<BackupEntry, 'id' | 'body'>[]
  readonly drafts: readonly BackupDraft[]
}

/** Files by name, under the policy of their claim. */
export function byClaim(
  files: readonly Pick<BackupFile, 'claimId' | 'name'>[],
  { entries, drafts }: Claims,
): readonly LackingClaim[] {
  const names = Map.groupBy(files, ({ claimId }) => claimId)
  const policies = [
    ...entries.map(({ id, body }) => ({
      id,
      policyNumber: body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber,
    })),
    ...drafts.map(({ draft }) => ({ id: draft.id, policyNumber: draft.fields.policyNumber })),
  ]
  return policies.flatMap(({ id, policyNumber }) => {
    const ofClaim = names.get(id) ?? []
    return ofClaim.length === 0 ? [] : [{ policyNumber, names: ofClaim.map(({ name }) => name) }]
  })
}
