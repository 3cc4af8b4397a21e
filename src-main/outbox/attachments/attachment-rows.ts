import type { DatabaseSync } from 'node:sqlite'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { attachmentFields, attachmentKinds } from '#shared/domain/attachment.ts'
import type { Result } from '#shared/result.ts'
import { associated, openSealed, type RowProtection } from '#main/outbox/entry-codec.ts'
import { inTransaction, guardStorage, statementsOf, type StorageFailure } from '#main/platform/sqlite.ts'
import { filesAside } from '#main/outbox/rebuild.ts'

/** What is stored about a file besides its bytes. The key is nowhere else: without this row the bytes are useless. */
const RecordSchema = v.object({
  /** The draft or entry it belongs to; this decides, and the column only finds it. */
  claimId: v.string(),
  /** 32 bytes as base64. */
  key: v.string(),
  number: v.number(),
  name: v.string(),
  kind: v.picklist(attachmentKinds),
  size: v.number(),
  photos: v.nullable(v.number()),
  sha256: v.string(),
  field: v.nullable(v.picklist(attachmentFields)),
})
export type AttachmentRecord = Readonly<v.InferOutput<typeof RecordSchema>>

export interface AttachmentRow {
  readonly id: string
  /** The draft or entry it belongs to: they share their id. */
  readonly claimId: string
  readonly addedAt: string
  /** Null when it cannot be opened. */
  readonly record: AttachmentRecord | null
}

/**
 * The rows of attachments. Triggers remove a row with its draft or entry, however that is removed. Every method throws
 * what SQLite throws.
 */
export type AttachmentRows = ReturnType<typeof createAttachmentRows>

export function createAttachmentRows(database: DatabaseSync, protection: RowProtection) {
  const prepare = statementsOf(database)
  const rowOf = (row: Record<string, unknown>): AttachmentRow[] => {
    const { id, claim_id: claimId, added_at: addedAt, sealed } = row
    if (typeof id !== 'string' || typeof claimId !== 'string' || typeof addedAt !== 'string') return []
    const opened =
      sealed instanceof Uint8Array
        ? openSealed(protection, RecordSchema, sealed, associated.attachment(id))
        : null
    const record = opened?.ok === true ? opened.value : null
    return [{ id, claimId: record?.claimId ?? claimId, addedAt, record }]
  }
  const ofClaim = (claimId: string): readonly AttachmentRow[] =>
    prepare('SELECT * FROM attachment WHERE claim_id = ? ORDER BY rowid')
      .all(claimId)
      .flatMap(rowOf)
      .filter((row) => row.claimId === claimId)
  const seal = (id: string, record: AttachmentRecord): Uint8Array =>
    protection.seal(JSON.stringify(record), associated.attachment(id))
  function put(id: string, record: AttachmentRecord): void {
    prepare('UPDATE attachment SET sealed = ? WHERE id = ?').run(seal(id, record), id)
  }
  /** Takes the slot from the file that has it, because a slot has one file. */
  function emptySlot({ claimId, field }: AttachmentRecord, besides: string): void {
    if (field === null) return
    for (const { id, record } of ofClaim(claimId)) {
      if (id !== besides && record?.field === field) put(id, { ...record, field: null })
    }
  }
  function addWithin(
    { id, addedAt }: Pick<AttachmentRow, 'id' | 'addedAt'>,
    record: AttachmentRecord,
  ): boolean {
    const { claimId } = record
    const { changes } = prepare(
      `INSERT INTO attachment (id, claim_id, added_at, sealed) SELECT ?, ?, ?, ?
           WHERE EXISTS (SELECT 1 FROM draft WHERE id = ?) OR EXISTS (SELECT 1 FROM entry WHERE id = ?)`,
    ).run(id, claimId, addedAt, seal(id, record), claimId, claimId)
    if (changes > 0) emptySlot(record, id)
    return changes > 0
  }
  return {
    /** In the order they were added. */
    ofClaim,
    one: (id: string): AttachmentRow | null =>
      prepare('SELECT * FROM attachment WHERE id = ?').all(id).flatMap(rowOf)[0] ?? null,
    /**
     * Adds a file, and takes its slot from the file that had it, in one commit.
     *
     * @returns false, and adds nothing, when there is neither a draft nor an entry of that claim.
     */
    add: (row: Pick<AttachmentRow, 'id' | 'addedAt'>, record: AttachmentRecord) =>
      inTransaction(database, () => addWithin(row, record)),
    /** In one commit with what the other files of the claim lose by it, as `add`. */
    change(id: string, record: AttachmentRecord): void {
      inTransaction(database, () => {
        emptySlot(record, id)
        put(id, record)
      })
    },
    /** `add` inside the caller's transaction. */
    addWithin,
    remove(id: string): void {
      prepare('DELETE FROM attachment WHERE id = ?').run(id)
    },
    /** Moves the attachments of one claim to another, inside the caller's transaction. */
    moveWithin(fromClaimId: string, toClaimId: string): void {
      for (const { id, record } of ofClaim(fromClaimId)) {
        prepare('UPDATE attachment SET claim_id = ? WHERE id = ?').run(toClaimId, id)
        if (record !== null) put(id, { ...record, claimId: toClaimId })
      }
    },
    countOf: (claimId: string): number => countAttachments(database, [claimId]),
  }
}

/** How many attachments these drafts and entries have. Throws what SQLite throws. */
export function countAttachments(database: DatabaseSync, claimIds: readonly string[]): number {
  const count = database.prepare('SELECT count(*) AS n FROM attachment WHERE claim_id = ?')
  return claimIds.reduce((sum, id) => sum + Number(count.get(id)?.['n'] ?? 0), 0)
}

/** Removes rows from before that time whose claim no longer exists. @returns how many. Throws what SQLite throws. */
export function removeLostAttachments(database: DatabaseSync, before: string): number {
  const { changes } = database
    .prepare(
      `DELETE FROM attachment WHERE added_at < ?
         AND claim_id NOT IN (SELECT id FROM entry) AND claim_id NOT IN (SELECT id FROM draft)`,
    )
    .run(before)
  return Number(changes)
}

/** The suffix of a file that is still being uploaded. */
export const passing = '.part'

/** The folder of an environment's attachments: next to its outbox file. */
export function attachmentFolderOf(outboxFile: string): string {
  return join(dirname(outboxFile), 'attachments')
}

/**
 * Removes the bytes of files whose keys are gone. Removes nothing while a damaged outbox file is set aside: it may
 * contain keys that its successor does not have.
 *
 * @param options.cutOff also removes the uploads that an earlier start left unfinished: only before any begins.
 */
export function removeOrphans(
  database: DatabaseSync,
  outboxFile: string,
  { cutOff = false }: { readonly cutOff?: boolean } = {},
): Result<null, StorageFailure> {
  return guardStorage(() => {
    const folder = attachmentFolderOf(outboxFile)
    if (!existsSync(folder)) return null
    const known = new Set(
      database
        .prepare('SELECT id FROM attachment')
        .all()
        .map(({ id }) => id),
    )
    const mayHaveKeys = filesAside(outboxFile).length > 0
    for (const name of readdirSync(folder)) {
      const isArriving = name.endsWith(passing)
      const isOrphan = !isArriving && !mayHaveKeys && !known.has(name)
      if (isOrphan || (isArriving && cutOff)) rmSync(join(folder, name), { force: true })
    }
    return null
  })
}
