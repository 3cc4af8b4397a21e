import { randomBytes } from 'node:crypto'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import type { BackupFileCounts } from '#shared/contract/backup.ts'
import { awaitedLinks } from '#shared/outbox/entry-files.ts'
import { isSettled } from '#shared/outbox/predicates.ts'
import {
  createAttachmentRows,
  type AttachmentRecord,
  type AttachmentRows,
} from '../attachments/attachment-rows.ts'
import { keyBytes } from '../attachments/sealed-file.ts'
import { createUploadRows, type Upload } from '../uploads/upload-rows.ts'
import type { BackupEntry, BackupFile } from './backup-content.ts'
import type { BackupSource } from './collect.ts'
import { byClaim, countOf, keptFilesOf } from './kept-files.ts'
import type { TakingIn } from './take-in.ts'
import type { CopiedFile } from './copied-files.ts'

/** The files of what a backup would bring: how many come with their bytes, and which do not. Throws SQLite's error. */
export function filesOfPlan(
  source: BackupSource,
  plan: TakingIn,
  arrived: readonly CopiedFile[] | null,
): BackupFileCounts {
  const here = hashesHere(source, plan)
  const came = arrived === null ? null : new Set(arrived.map(({ of }) => of))
  const isThere = (file: BackupFile): boolean =>
    (came === null ? file.carried : came.has(file.id)) || here.has(hashOf(file))
  const lacking = plan.files.filter((file) => !isThere(file))
  return { ...countOf(plan.files.filter(isThere)), lacking: byClaim(lacking, plan) }
}

// What was handed over from here and comes back finds its files where they were left.
function hashesHere(source: BackupSource, { entries, drafts }: TakingIn): ReadonlySet<string> {
  const kept = keptFilesOf(source, { entries, drafts })
  return new Set(kept.filter(({ isThere }) => isThere).map(({ file }) => hashOf(file)))
}

const hashOf = ({ claimId, sha256 }: Pick<BackupFile, 'claimId' | 'sha256'>): string => `${claimId} ${sha256}`

/**
 * Writes the files of what a backup brings, inside the caller's transaction, with where they are in the file store. A
 * draft that comes back has the files it comes with, and no others. A file whose bytes did not come is kept by name,
 * and shown as missing. Throws what SQLite throws.
 */
export function putFilesIn(source: BackupSource, plan: TakingIn, arrived: readonly CopiedFile[]): void {
  const rows = createAttachmentRows(source.database, source.protection)
  const uploads = createUploadRows(source.database, source.protection)
  const came = new Map(arrived.map((one) => [one.of, one]))
  const whole = hashesHere(source, plan)
  const files = Map.groupBy(plan.files, ({ claimId }) => claimId)
  const entries = new Map(plan.entries.map((entry) => [entry.id, entry]))
  uploads.takenBackWithin([...entries.keys()], false)
  const idOf = new Map<BackupFile, string>()
  for (const claimId of [...entries.keys(), ...plan.drafts.map(({ draft }) => draft.id)]) {
    const left = new Map(
      rows.ofClaim(claimId).flatMap(({ id, record }) => (record === null ? [] : [[id, record]])),
    )
    for (const file of files.get(claimId) ?? []) {
      const here = [...left].find(([, { sha256 }]) => sha256 === file.sha256)
      const bytes = came.get(file.id)
      if (here !== undefined && (bytes === undefined || whole.has(hashOf(file)))) {
        const [id, record] = here
        left.delete(id)
        rows.changeWithin(id, { ...record, ...knownOf(file) })
        idOf.set(file, id)
      } else idOf.set(file, addFile(rows, file, bytes))
    }
    // What was removed from a draft over there; an entry's files do not change.
    if (!entries.has(claimId)) for (const id of left.keys()) rows.remove(id)
  }
  uploads.restoreWithin(
    [...idOf].flatMap(([file, attachmentId]) => {
      const entry = entries.get(file.claimId)
      return entry === undefined ? [] : uploadOf(file, attachmentId, entry, plan.isMove)
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
  // A link that does not stand in the claim, as in a file that was changed, is made anew.
  const isLinked = was === 'linked' && !awaitedLinks(body).includes(field)
  const shared = known.shared || (!isMove && !isSettled(state))
  const record = { ...known, entryId, attachmentId, field, size, sha256, refusedAt: null, shared }
  if (isLinked) return [{ state: 'linked', record }]
  return [{ state: was === 'named' ? 'named' : 'proved', record: { ...record, link: null, linkedAt: null } }]
}

/** @returns its id here */
function addFile(rows: AttachmentRows, file: BackupFile, bytes: CopiedFile | undefined): string {
  const { claimId, kind, size, originalSize, sha256, addedAt } = file
  const key = bytes?.key ?? randomBytes(keyBytes).toString('base64')
  const record = {
    claimId,
    key,
    kind,
    size,
    originalSize,
    sha256,
    ...knownOf(file),
  }
  const id = bytes?.id ?? newId()
  rows.addWithin({ id, addedAt }, record)
  return id
}

function knownOf({ number, name, field }: BackupFile): Pick<AttachmentRecord, 'number' | 'name' | 'field'> {
  return { number, name: bareName(name), field }
}

// Nothing is ever written under such a name; an officer reads it.
function bareName(name: string): string {
  const bare = name
    .replace(/^.*[/\\]/s, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return bare === '' ? 'file' : bare.slice(-attachmentLimits.nameLength)
}
