import { copyFileSync, existsSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createUploadRows, type Upload } from '#main/delivery/uploads/upload-rows.ts'
import { createAttachmentRows, type AttachmentRow } from '#main/outbox/attachments/attachment-rows.ts'
import { readAll } from '#main/outbox/attachments/sealed-file.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { newestVersion, versionOf } from '#main/outbox/migrations.ts'
import { associated, createRowProtection, openSealed } from '#main/outbox/entry-codec.ts'
import type { Draft } from '#shared/domain/draft.ts'
import { EntryStateSchema } from '#shared/outbox/entry.ts'

/** What the file says of an entry. */
export interface FiledEntry {
  readonly state: string
  readonly attempts: number
  /** Claims at the insurer that may be it, and that no officer has ruled out. */
  readonly candidates: number
  /** How often an officer had it sent again, or took it as sent. */
  readonly sentAgain: number
  readonly acceptedAsSent: number
  /** The draft that a claim became when it was taken back. */
  readonly becameDraft: string | null
}

/** What an outbox file says while no process has it open. */
export interface FileView {
  /** In the order of acceptance. */
  readonly entries: ReadonlyMap<string, FiledEntry>
  /** Entries whose last attempt was left open. */
  readonly openAttempts: readonly string[]
  /** The insurer's claims that are bound to an entry, or called one too many of it. */
  readonly bindings: readonly {
    readonly product: 'keke' | 'okada'
    readonly claimId: number
    readonly entryId: string
    readonly isSurplus: boolean
  }[]
  readonly drafts: readonly Draft[]
  readonly attachments: ReadonlyMap<string, AttachmentRow>
  /** The files in the store, or on their way there, that belong to an entry. */
  readonly wanted: readonly Upload[]
  readonly unwanted: readonly Upload[]
  /** What SQLite finds wrong with the file. */
  readonly faults: readonly string[]
}

const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7) })
export const emptyView: FileView = {
  entries: new Map(),
  openAttempts: [],
  bindings: [],
  drafts: [],
  attachments: new Map(),
  wanted: [],
  unwanted: [],
  faults: [],
}

export function viewOf(file: string): FileView {
  // Killed before it was made.
  if (!existsSync(file)) return emptyView
  // A copy: what SQLite rolls back or empties when it opens a file, the next process must find as it was left.
  using copy = mkdtempDisposableSync(join(tmpdir(), 'claims-desk-'))
  for (const part of ['', '-wal', '-journal'])
    if (existsSync(file + part)) copyFileSync(file + part, join(copy.path, `outbox${part}`))
  using database = new DatabaseSync(join(copy.path, 'outbox'))
  // Killed while it was being made, it holds no entry yet.
  if (versionOf(database) < newestVersion) return emptyView
  const all = (sql: string) => database.prepare(sql).all()
  const decisions = all(`SELECT entry_id, detail FROM entry_event WHERE kind = 'officer'`)
  const decided = (id: unknown, what: string): number =>
    decisions.filter((row) => row['entry_id'] === id && row['detail'] === what).length
  const open = all('SELECT entry_id FROM candidate WHERE ruled_out_at IS NULL')
  const entries = all('SELECT id, state, state_data, attempts FROM entry ORDER BY seq').map(
    ({ id, state, state_data: sealed, attempts }): readonly [string, FiledEntry] => [
      String(id),
      {
        state: String(state),
        attempts: Number(attempts),
        candidates: open.filter((one) => one['entry_id'] === id).length,
        sentAgain: decided(id, 'sent-again'),
        acceptedAsSent: decided(id, 'accepted-as-sent'),
        becameDraft: draftIn(String(id), sealed),
      },
    ],
  )
  const rows = createUploadRows(database, protection)
  const attachments = createAttachmentRows(database, protection)
  const found = all('SELECT id FROM attachment').flatMap(({ id }) => attachments.one(String(id)) ?? [])
  return {
    entries: new Map(entries),
    openAttempts: all('SELECT entry_id FROM attempt WHERE closed_at IS NULL').map((row) =>
      String(row['entry_id']),
    ),
    bindings: all('SELECT product, claim_id, entry_id, surplus FROM claim_row').map((row) => ({
      product: row['product'] === 'okada' ? 'okada' : 'keke',
      claimId: Number(row['claim_id']),
      entryId: String(row['entry_id']),
      isSurplus: row['surplus'] === 1,
    })),
    drafts: createDraftStore(database, protection)
      .kept()
      .map(({ draft }) => draft),
    attachments: new Map(found.map((row) => [row.id, row])),
    wanted: entries.flatMap(([id]) => rows.ofEntry(id)),
    unwanted: rows.unwanted(),
    faults: all('PRAGMA integrity_check')
      .map((row) => String(row['integrity_check']))
      .filter((said) => said !== 'ok'),
  }
}

/** @throws where the state does not open */
function draftIn(id: string, sealed: unknown): string | null {
  if (!(sealed instanceof Uint8Array)) throw new Error(`The state of ${id} is no bytes.`)
  const state = openSealed(protection, EntryStateSchema, sealed, associated.state(id))
  if (!state.ok) throw new Error(`The state of ${id} does not open.`)
  return state.value.name === 'withdrawn' && state.value.to === 'draft' ? (state.value.as ?? null) : null
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
