import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { FileCount } from '#shared/contract/backup.ts'
import { newId } from '#shared/domain/identifier.ts'
import { EntryStateSchema } from '#shared/outbox/entry.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import { createFollowUpRows } from '#main/delivery/claims/follow-up-rows.ts'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import { createAttachmentRows, attachmentFolderOf } from '#main/outbox/attachments/attachment-rows.ts'
import { sealedSize, type SealedAttachment } from '#main/outbox/attachments/sealed-file.ts'
import { createAttempts, createEntryEvents } from '#main/outbox/entry-history.ts'
import type { DraftStore } from '#main/outbox/drafts/draft-store.ts'
import type { KeptEntry, RowProtection } from '#main/outbox/entry-codec.ts'
import { createEngineMemory, noteElsewhere } from '#main/outbox/engine-memory.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { BackupContent, BackupDraft, BackupEntry, BackupFile, BackupUpload } from './backup-content.ts'
import { readLedger } from './backup-ledger.ts'

export interface BackupSource {
  readonly database: DatabaseSync
  readonly protection: RowProtection
  readonly outbox: Outbox
  readonly drafts: DraftStore
  /** Beside it lie the files of claims. */
  readonly outboxFile: string
}

/** The content of a backup of an outbox. */
export interface Collected {
  readonly entries: readonly KeptEntry[]
  readonly drafts: readonly BackupDraft[]
}

const everySettled = 1_000_000_000

/**
 * Everything another computer needs to continue, and what the insurer already has, so that the two can be told
 * apart. A withdrawn entry is included only if a row of it may still appear.
 */
export function collect({ outbox, drafts }: BackupSource): Collected {
  const settled = outbox
    .settled(everySettled)
    .filter(({ state, attempts }) => !isWithdrawn(state) || attempts > 0)
  return {
    entries: [...settled, ...outbox.undelivered()].sort((a, b) => a.seq - b.seq),
    drafts: drafts.kept().map(({ draft, officerId }) => ({ draft, officerId })),
  }
}

/** A file of a claim on this computer, and where its bytes are. */
export interface KeptFile {
  readonly file: Omit<BackupFile, 'carried'>
  readonly sealed: SealedAttachment
  /** Whether its bytes are there, as many as there should be. */
  readonly isThere: boolean
}

/** The files of claims and drafts. Throws what SQLite throws. */
export function keptFilesOf(
  { database, protection, outboxFile }: BackupSource,
  { entries, drafts }: Collected,
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
  const { name, store, contentType, md5, uploadId, provedAt, link, shared } = upload.record
  return { state: upload.state, name, store, contentType, md5, uploadId, provedAt, link, shared }
}

/** How many files, and their bytes. */
export function countOf(files: readonly Pick<BackupFile, 'size'>[]): FileCount {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

/** Entries in the form a backup stores, with their history. Throws what SQLite throws. */
function recordsOf(
  { database, protection, outbox }: BackupSource,
  entries: readonly KeptEntry[],
): BackupEntry[] {
  const attempts = createAttempts(database, protection)
  const events = createEntryEvents(database)
  const followUps = createFollowUpRows(database, protection)
  return entries.map((entry) => ({
    id: entry.id,
    officerId: entry.officerId,
    acceptedAt: entry.acceptedAt,
    attempts: entry.attempts,
    body: entry.body,
    // A state is read-only, and the parts of a backup are not.
    state: v.parse(EntryStateSchema, entry.state),
    firstAttemptAt: entry.firstAttemptAt,
    sends: entry.sends,
    tries: [...attempts.ofEntry(entry.id)],
    notes: [...events.ofEntry(entry.id)],
    rows: [...outbox.claimRows.ofEntry(entry.id)],
    candidates: [...outbox.candidates.ofEntry(entry.id)],
    followUp: followUps.read(entry.id),
  }))
}

/** Bytes of files that a scheduled backup carries at most: it goes over the office's line. */
const mostScheduledBytes = 50_000_000

/** What goes into a backup. */
interface PutOut {
  readonly content: BackupContent
  /** The files whose bytes it carries, in the order of the content. */
  readonly carried: readonly KeptFile[]
}

/**
 * Collects the content of a backup. Where this computer sends on, what is in it is noted: another computer may send it
 * first. Throws what SQLite throws.
 *
 * @param from the number of this computer
 * @returns null when there is nothing.
 */
export function putOut(
  source: BackupSource,
  from: string,
  { isScheduled }: { readonly isScheduled: boolean },
): PutOut | null {
  const { stopped } = readLedger(source.database)
  const taken = collect(source)
  const { entries, drafts } = taken
  if (entries.length + drafts.length === 0) return null
  const ids = [...entries.map((entry) => entry.id), ...drafts.map(({ draft }) => draft.id)]
  if (stopped === null) noteElsewhere(source.database, ids)
  const kept = keptFilesOf(source, taken)
  const address = createEngineMemory(source.database).read('address')
  const there = kept.filter(({ isThere }) => isThere)
  const isTooMuch = isScheduled && countOf(there.map(({ file }) => file)).bytes > mostScheduledBytes
  const carried = isTooMuch ? [] : there
  return {
    content: {
      id: newId(),
      from,
      stop: stopped === null ? null : { id: stopped.id, to: stopped.to },
      ...(address !== null && { address }),
      entries: recordsOf(source, entries),
      drafts: [...drafts],
      files: kept.map((one) => ({ ...one.file, carried: carried.includes(one) })),
    },
    carried,
  }
}
