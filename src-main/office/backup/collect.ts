import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import type { FileCount } from '#shared/contract/backup.ts'
import { newId } from '#shared/domain/identifier.ts'
import { EntryStateSchema } from '#shared/outbox/entry.ts'
import { isWithdrawn } from '#shared/outbox/predicates.ts'
import { createFollowUpRows } from '#main/claims/follow-up-rows.ts'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import { createAttachmentRows, attachmentFolderOf } from '#main/outbox/attachments/attachment-rows.ts'
import { sealedSize, type SealedAttachment } from '#main/outbox/attachments/sealed-file.ts'
import { createAttempts, createEntryEvents } from '#main/outbox/entry-history.ts'
import type { DraftStore } from '#main/outbox/drafts/draft-store.ts'
import type { KeptEntry, RowProtection } from '#main/outbox/entry-codec.ts'
import { createEngineMemory, noteElsewhere } from '#main/outbox/engine-memory.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { Slices } from '#main/platform/slices.ts'
import { statementsOf } from '#main/platform/sqlite.ts'
import type { BackupContent, BackupDraft, BackupEntry, BackupFile, BackupUpload } from './backup-content.ts'

export interface BackupSource {
  readonly database: DatabaseSync
  readonly protection: RowProtection
  readonly outbox: Outbox
  readonly drafts: DraftStore
  /** Beside it lie the files of claims. */
  readonly outboxFile: string
}

/** A file of a claim on this computer, and where its bytes are. */
export interface KeptFile {
  readonly file: Omit<BackupFile, 'carried'>
  readonly sealed: SealedAttachment
  /** Whether its bytes are there, as many as there should be. */
  readonly isThere: boolean
}

/** What is on this computer. @typeParam T an entry, in the form in which it is wanted */
interface Collected<T> {
  readonly entries: readonly T[]
  readonly drafts: readonly BackupDraft[]
  readonly files: readonly KeptFile[]
}

/**
 * Everything another computer needs to continue, and what the insurer already has, so that the two can be told apart. A
 * withdrawn entry is included only if a row of it may still appear. It is read in slices, and what changed meanwhile
 * once more, so that all of it is as at the end. Throws what SQLite throws.
 *
 * @param found hears of what will be read, before it is
 */
export async function collect<T>(
  source: BackupSource,
  formOf: (entry: KeptEntry) => T,
  found: (ids: readonly string[]) => void = () => undefined,
): Promise<Collected<T>> {
  const prepare = statementsOf(source.database)
  const list = () => [
    ...prepare(
      `SELECT 'entry/' || id AS key, state || attempts AS version FROM entry
         WHERE state <> 'withdrawn' OR attempts > 0 ORDER BY seq`,
    ).all(),
    ...prepare(
      `SELECT 'draft/' || id AS key, updated_at AS version FROM draft
         WHERE discarded_at IS NULL ORDER BY updated_at`,
    ).all(),
  ]
  const filesOf = filesIn(source)
  const read = new Map<unknown, { readonly version: unknown } & Partial<Collected<T>>>()
  const slices = new Slices()
  for (;;) {
    const rows = list()
    const fresh = rows.filter(({ key, version }) => read.get(key)?.version !== version)
    await slices.next()
    if (fresh.length === 0) {
      const all: { entries: T[]; drafts: BackupDraft[]; files: KeptFile[] } = {
        entries: [],
        drafts: [],
        files: [],
      }
      for (const { key } of rows) {
        const { entries = [], drafts = [], files = [] } = read.get(key) ?? {}
        all.entries.push(...entries)
        all.drafts.push(...drafts)
        all.files.push(...files)
      }
      return all
    }
    found(fresh.map(({ key }) => String(key).slice('entry/'.length)))
    await slices.next()
    for (const { key, version } of fresh) {
      const [kind, id = ''] = String(key).split('/')
      const draft = kind === 'draft' ? source.drafts.one(id) : null
      const entry = kind === 'entry' ? source.outbox.get(id) : null
      const isWanted = entry !== null && (!isWithdrawn(entry.state) || entry.attempts > 0)
      read.set(key, {
        version,
        ...(draft !== null && {
          drafts: [{ draft: draft.draft, officerId: draft.officerId }],
          files: filesOf(id),
        }),
        ...(isWanted && { entries: [formOf(entry)], files: filesOf(id) }),
      })
      if (slices.isOver(32)) await slices.next()
    }
  }
}

/** The files of a claim or draft. Throws what SQLite throws. */
function filesIn({ database, protection, outboxFile }: BackupSource): (id: string) => readonly KeptFile[] {
  const rows = createAttachmentRows(database, protection)
  const uploads = createUploadRows(database, protection)
  const folder = attachmentFolderOf(outboxFile)
  return (claimId) => {
    const onTheWay = uploads.ofEntry(claimId)
    return rows.ofClaim(claimId).flatMap(({ id, addedAt, record }): KeptFile[] => {
      if (record === null) return []
      const { key, ...known } = record
      const path = join(folder, id)
      const found = statSync(path, { throwIfNoEntry: false })
      const upload = uploadOf(onTheWay.find((one) => one.record.attachmentId === id))
      return [
        {
          file: { ...known, id, addedAt, upload },
          sealed: { path, fileId: id, key: Buffer.from(key, 'base64'), size: record.size },
          isThere: found?.size === sealedSize(record.size),
        },
      ]
    })
  }
}

function uploadOf(upload: Upload | undefined): BackupUpload | null {
  if (upload === undefined || upload.state === 'unwanted') return null
  const { name, store, contentType, provedAt, link, shared } = upload.record
  return { state: upload.state, name, store, contentType, provedAt, link, shared }
}

/** How many files, and their bytes. */
export function countOf(files: readonly Pick<BackupFile, 'size'>[]): FileCount {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

/** An entry in the form a backup stores, with its history. Throws what SQLite throws. */
function recordsIn({ database, protection, outbox }: BackupSource): (entry: KeptEntry) => BackupEntry {
  const attempts = createAttempts(database, protection)
  const events = createEntryEvents(database)
  const followUps = createFollowUpRows(database, protection)
  return (entry) => ({
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
  })
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
 * Collects the content of a backup. What is in it is noted: another computer may send it first. Throws what SQLite throws.
 *
 * @param from the number of this computer
 * @returns null when there is nothing.
 */
export async function putOut(
  source: BackupSource,
  from: string,
  { isScheduled }: { readonly isScheduled: boolean },
): Promise<PutOut | null> {
  const { database } = source
  const noted = (ids: readonly string[]): void => noteElsewhere(database, ids)
  const { entries, drafts, files } = await collect(source, recordsIn(source), noted)
  if (entries.length + drafts.length === 0) return null
  const address = createEngineMemory(database).read('address')
  const there = files.filter(({ isThere }) => isThere)
  const isTooMuch = isScheduled && countOf(there.map(({ file }) => file)).bytes > mostScheduledBytes
  return {
    content: {
      id: newId(),
      from,
      ...(address !== null && { address }),
      entries,
      drafts,
      files: files.map(({ file, isThere }) => ({ ...file, carried: isThere && !isTooMuch })),
    },
    carried: isTooMuch ? [] : there,
  }
}
