import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { IdSchema } from '#shared/domain/draft.ts'
import { associated, openSealed } from '../outbox/entry-codec.ts'
import type { RowProtection } from '../outbox/row-protection.ts'
import { statementsOf } from '../platform/statements.ts'
import { BackupContentSchema, type BackupContent } from './backup-content.ts'

/*
 * Backups that were taken in and not released. A file proves that its writer knew a passphrase, not where it comes
 * from, so until a manager releases it nothing of it is in the outbox or among the drafts: what delivers, looks up,
 * counts or shows entries cannot meet it.
 */

const ArrivedFileSchema = v.strictObject({
  /** The file of the backup. */
  of: IdSchema,
  /** Its id here, under which its bytes lie in the folder (`waiting-files.ts`). */
  id: IdSchema,
  /** 32 bytes as base64. */
  key: v.string(),
})
/** A file of a backup whose bytes are here. */
export type ArrivedFile = Readonly<v.InferOutput<typeof ArrivedFileSchema>>

const SealedSchema = v.strictObject({
  createdAt: v.string(),
  content: BackupContentSchema,
  arrived: v.array(ArrivedFileSchema),
})

export interface WaitingBackup {
  /** When it was taken in here. */
  readonly takenAt: string
  /** When the file was written, as it says. */
  readonly createdAt: string
  readonly content: BackupContent
  /** The files whose bytes came with it. */
  readonly arrived: readonly ArrivedFile[]
}

/** The file that backups wait in. */
export interface WaitingPlace {
  readonly database: DatabaseSync
  readonly protection: RowProtection
}

/** Keeps a backup until it is released or removed; in its own earlier place if it is there. Throws what SQLite throws. */
export function keepWaiting(
  { database, protection }: WaitingPlace,
  { takenAt, createdAt, content, arrived }: WaitingBackup,
): void {
  const { id } = content
  const sealed = protection.seal(
    JSON.stringify({ createdAt, content, arrived }),
    associated.waitingBackup(id),
  )
  statementsOf(database)(
    `INSERT INTO waiting_backup (id, taken_at, sealed) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET taken_at = excluded.taken_at, sealed = excluded.sealed`,
  ).run(id, takenAt, sealed)
}

/** All that wait, oldest first, and how many of them cannot be opened. Throws what SQLite throws. */
export function readWaiting({ database, protection }: WaitingPlace): {
  readonly backups: readonly WaitingBackup[]
  readonly unreadable: number
} {
  const rows = statementsOf(database)('SELECT id, taken_at, sealed FROM waiting_backup ORDER BY rowid').all()
  const backups = rows.flatMap(({ id, taken_at: takenAt, sealed }) => {
    if (typeof id !== 'string' || typeof takenAt !== 'string' || !(sealed instanceof Uint8Array)) return []
    const opened = openSealed(protection, SealedSchema, sealed, associated.waitingBackup(id))
    return opened.ok && opened.value.content.id === id ? [{ takenAt, ...opened.value }] : []
  })
  return { backups, unreadable: rows.length - backups.length }
}

/** All that wait and can be opened, oldest first. Throws what SQLite throws. */
export function waitingBackups(place: WaitingPlace): readonly WaitingBackup[] {
  return readWaiting(place).backups
}

/** One that waits; null when there is none with that id. Throws what SQLite throws. */
export function waitingBackup(place: WaitingPlace, id: string): WaitingBackup | null {
  return waitingBackups(place).find(({ content }) => content.id === id) ?? null
}

/** It waits no longer. Throws what SQLite throws. */
export function dropWaiting(database: DatabaseSync, id: string): void {
  statementsOf(database)('DELETE FROM waiting_backup WHERE id = ?').run(id)
}
