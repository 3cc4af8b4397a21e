import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAttachmentRows, type AttachmentRow } from '#main/outbox/attachments/attachment-rows.ts'
import { readAll } from '#main/outbox/attachments/sealed-file.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { createRowProtection } from '#main/outbox/row-protection.ts'
import { newestVersion, versionOf } from '#main/outbox/migrations.ts'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import type { Draft } from '#shared/domain/draft.ts'

/** What an outbox file says while no process has it open. */
export interface FileView {
  /** Names of states by entry, in the order of acceptance. */
  readonly entries: ReadonlyMap<string, string>
  readonly drafts: readonly Draft[]
  readonly attachments: ReadonlyMap<string, AttachmentRow>
  /** The files in the store, or on their way there, that belong to an entry. */
  readonly wanted: readonly Upload[]
  readonly unwanted: readonly Upload[]
  /** What SQLite finds wrong with the file. */
  readonly faults: readonly string[]
}

const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7) })
const nothing: FileView = {
  entries: new Map(),
  drafts: [],
  attachments: new Map(),
  wanted: [],
  unwanted: [],
  faults: [],
}

export function viewOf(file: string): FileView {
  // Killed before it was made.
  if (!existsSync(file)) return nothing
  // Read only: a last connection that may write would empty the log, which the next process must find as it was left.
  using database = new DatabaseSync(file, { readOnly: true })
  if (versionOf(database) < newestVersion) return nothing
  const entries = new Map(
    database
      .prepare('SELECT id, state FROM entry ORDER BY seq')
      .all()
      .map((row) => [String(row['id']), String(row['state'])]),
  )
  const rows = createUploadRows(database, protection)
  const attachments = createAttachmentRows(database, protection)
  const ids = database.prepare('SELECT id FROM attachment').all()
  const found = ids.flatMap((row) => attachments.one(String(row['id'])) ?? [])
  const checked = database.prepare('PRAGMA integrity_check').all()
  return {
    entries,
    drafts: createDraftStore(database, protection)
      .kept()
      .map(({ draft }) => draft),
    attachments: new Map(found.map((row) => [row.id, row])),
    wanted: [...entries.keys()].flatMap((id) => rows.ofEntry(id)),
    unwanted: rows.unwanted(),
    faults: checked.map((row) => String(row['integrity_check'])).filter((said) => said !== 'ok'),
  }
}

/** The bytes of a file as they are kept beside the outbox file; null where they are gone or damaged. */
export async function keptBytes(file: string, { id, record }: AttachmentRow): Promise<Buffer | null> {
  if (record === null) return null
  const path = join(dirname(file), 'attachments', id)
  const sealed = { path, fileId: id, key: Buffer.from(record.key, 'base64'), size: record.size }
  const chunks: Buffer[] = []
  for await (const chunk of readAll(sealed)) {
    if (!chunk.ok) return null
    chunks.push(chunk.value)
  }
  return Buffer.concat(chunks)
}
