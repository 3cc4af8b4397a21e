import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import * as v from 'valibot'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { FileStoreSchema } from '#shared/domain/file-store.ts'
import { newId } from '#shared/domain/identifier.ts'
import { undoLeftMs } from '#shared/outbox/predicates.ts'
import type { Result } from '#shared/result.ts'
import { associated, openSealed, type RowProtection } from '#main/outbox/entry-codec.ts'
import { guardStorage, type StorageFailure, statementsOf, inTransaction } from '#main/platform/sqlite.ts'
import { isSamePlace } from './stores.ts'

/** What is sealed about a file in the file store, or on its way there. */
const RecordSchema = v.object({
  /** The entry and the attachment that it is of; these decide, and the columns only find them. */
  entryId: v.string(),
  attachmentId: v.string(),
  field: v.picklist(attachmentFields),
  /** Its complete name in the store, with the prefix. */
  name: v.string(),
  store: FileStoreSchema,
  contentType: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Hexadecimal. */
  sha256: v.string(),
  /** When the store was last seen to have it. */
  provedAt: v.nullable(v.string()),
  /** The link that stands in the claim. */
  link: v.nullable(v.string()),
  /** When the store last refused to remove it, or could not be asked because its key is gone. */
  refusedAt: v.nullable(v.string()),
  /** Its claim came as a copy: another computer may have sent the link, so nothing here removes the file. */
  shared: v.boolean(),
})
export type UploadRecord = Readonly<v.InferOutput<typeof RecordSchema>>

/**
 * `named`: on its way. `proved`: in the store, and its link opens. `linked`: its link stands in the claim. `unwanted`:
 * to be removed from the store.
 */
export type UploadState = 'named' | 'proved' | 'linked' | 'unwanted'

export interface Upload {
  readonly id: string
  readonly state: UploadState
  readonly record: UploadRecord
}

/** What is known of a file before its first byte leaves. */
export type NewUpload = Pick<
  UploadRecord,
  'entryId' | 'attachmentId' | 'field' | 'name' | 'store' | 'contentType' | 'size' | 'sha256'
>

/** The rows of files in the file store. What is called `…Within` runs in the caller's transaction and throws SQLite's errors. */
export type UploadRows = ReturnType<typeof createUploadRows>

const wantedStates = `('named', 'proved', 'linked')`

/** Opens the rows of an open outbox file. */
export function createUploadRows(database: DatabaseSync, protection: RowProtection) {
  const prepare = statementsOf(database)
  // Opening a row costs more than reading it, and the loop reads them all at every turn.
  const opened = new Map<string, { readonly sealed: Uint8Array; readonly record: UploadRecord }>()

  function uploadOf(row: Record<string, SQLOutputValue>): readonly Upload[] {
    const { id, state, sealed } = row
    if (typeof id !== 'string' || !isState(state) || !(sealed instanceof Uint8Array)) return []
    const known = opened.get(id)
    if (known !== undefined && Buffer.compare(known.sealed, sealed) === 0) {
      return [{ id, state, record: known.record }]
    }
    const read = openSealed(protection, RecordSchema, sealed, associated.upload(id))
    if (!read.ok) return []
    opened.set(id, { sealed, record: read.value })
    return [{ id, state, record: read.value }]
  }
  const one = (id: string): Upload | null =>
    prepare('SELECT * FROM upload WHERE id = ?').all(id).flatMap(uploadOf)[0] ?? null
  const seal = (id: string, record: UploadRecord): Uint8Array =>
    protection.seal(JSON.stringify(record), associated.upload(id))
  const insert = (id: string, state: UploadState, record: UploadRecord): boolean =>
    prepare(
      'INSERT OR IGNORE INTO upload (id, entry_id, attachment_id, state, sealed) VALUES (?, ?, ?, ?, ?)',
    ).run(id, record.entryId, record.attachmentId, state, seal(id, record)).changes > 0
  const write = ({ id, record }: Upload, change: Partial<UploadRecord>, state: UploadState): void =>
    void prepare('UPDATE upload SET state = ?, sealed = ? WHERE id = ?').run(
      state,
      seal(id, { ...record, ...change }),
      id,
    )
  const ofEntry = (entryId: string): readonly Upload[] =>
    prepare(`SELECT * FROM upload WHERE entry_id = ? AND state IN ${wantedStates} ORDER BY rowid`)
      .all(entryId)
      .flatMap(uploadOf)
      .filter(({ record }) => record.entryId === entryId)
  const unwanted = (): readonly Upload[] =>
    prepare(`SELECT * FROM upload WHERE state = 'unwanted' ORDER BY rowid`).all().flatMap(uploadOf)
  const guarded = (work: () => void): Result<null, StorageFailure> =>
    guardStorage(() =>
      inTransaction(database, () => {
        work()
        return null
      }),
    )

  return {
    /** The wanted ones of an entry, in any state. Throws what SQLite throws. */
    ofEntry,
    /** To be removed from the store. Throws what SQLite throws. */
    unwanted,
    /** On their way, or proved and without a link in their claim yet. Throws what SQLite throws. */
    open: (): readonly Upload[] =>
      prepare(`SELECT * FROM upload WHERE state IN ('named', 'proved') ORDER BY rowid`)
        .all()
        .flatMap(uploadOf),
    /**
     * Fixes the names of files, all in one commit. A file that has one keeps it, but for those that leave their store
     * without being in it. @returns the ids of the new ones
     */
    name: (
      uploads: readonly NewUpload[],
      leaving: readonly string[] = [],
    ): Result<readonly string[], StorageFailure> =>
      guardStorage(() =>
        inTransaction(database, () => {
          const leave = prepare(`UPDATE upload SET state = 'unwanted' WHERE id = ? AND state = 'named'`)
          for (const id of leaving) leave.run(id)
          return uploads.flatMap((upload) => {
            const id = newId()
            return insert(id, 'named', { ...nothingYet, ...upload }) ? [id] : []
          })
        }),
      ),
    /** Notes what became of one; its state changes only where one is given. */
    note: (id: string, change: Partial<UploadRecord>, state?: UploadState) =>
      guarded(() => {
        const upload = one(id)
        // What became unwanted meanwhile stays so, with what was learned of it.
        if (upload !== null) write(upload, change, isWanted(upload) ? (state ?? upload.state) : upload.state)
      }),
    linkedWithin(links: readonly { readonly id: string; readonly link: string }[]): void {
      for (const { id, link } of links) {
        const upload = one(id)
        if (upload !== null && isWanted(upload)) write(upload, { link }, 'linked')
      }
    },
    /**
     * Files of claims that were discarded become unwanted once that can no longer be undone. Throws what SQLite throws.
     *
     * @returns in how many ms the next ones do; null without any
     */
    endDiscards(now: Date): number | null {
      const ended: string[] = []
      let nextMs: number | null = null
      const discarded = prepare(
        `SELECT id, settled_at FROM entry WHERE state = 'withdrawn' AND id IN
           (SELECT entry_id FROM upload WHERE entry_id = entry.id AND state IN ${wantedStates})`,
      ).all()
      for (const { id, settled_at: at } of discarded) {
        const leftMs = undoLeftMs(String(at), now.getTime())
        if (leftMs === null) ended.push(String(id))
        else nextMs = Math.min(leftMs, nextMs ?? leftMs)
      }
      if (ended.length === 0) return nextMs
      const unwant = prepare(
        `UPDATE upload SET state = 'unwanted' WHERE entry_id = ? AND state IN ${wantedStates}`,
      )
      inTransaction(database, () => ended.map((id) => unwant.run(id)))
      return nextMs
    },
    /** The store no longer has an unwanted one. */
    removed: (id: string) =>
      guarded(() => {
        prepare(`DELETE FROM upload WHERE id = ? AND state = 'unwanted'`).run(id)
        opened.delete(id)
      }),
    /**
     * What of an unwanted one is to go: the row alone where the same file is wanted in the same place again, and nothing
     * where only its plain columns say that it is unwanted. Throws what SQLite throws.
     */
    removalOf(id: string): 'whole' | 'row-only' | 'none' {
      const upload = one(id)
      if (upload?.state !== 'unwanted') return 'none'
      if (upload.record.shared) return 'row-only'
      const { entryId, attachmentId, name, store } = upload.record
      const wanted = prepare(`SELECT * FROM upload WHERE attachment_id = ? AND state <> 'unwanted'`)
        .all(attachmentId)
        .flatMap(uploadOf)
      if (wanted.some(({ record }) => record.name === name && isSamePlace(record.store, store)))
        return 'row-only'
      const goesOn = prepare(`SELECT 1 FROM entry WHERE id = ? AND state <> 'withdrawn'`).get(entryId)
      if (wanted.length > 0 || goesOn === undefined) return 'whole'
      const isThere = prepare('SELECT 1 FROM attachment WHERE id = ? AND claim_id = ?').get(
        attachmentId,
        entryId,
      )
      return isThere === undefined ? 'whole' : 'none'
    },
    /** An unwanted one is wanted after all. */
    keep: (id: string) =>
      guarded(() => {
        const upload = one(id)
        if (upload?.state !== 'unwanted') return
        write(upload, {}, wantedAs(upload.record))
      }),
    /** As another computer had them, for entries that came from it: one at each step, in the caller's transaction. */
    *restoring(uploads: readonly Omit<Upload, 'id'>[]): Generator<undefined, void> {
      const names = new Map<string, UploadRecord[]>(uploads.map(({ record }) => [record.name, []]))
      for (const { id } of names.size === 0 ? [] : prepare('SELECT id FROM upload').all()) {
        const other = one(String(id))?.record
        if (other !== undefined) names.get(other.name)?.push(other)
        yield
      }
      for (const { state, record } of uploads) {
        const { name, store, entryId } = record
        const others = names.get(name) ?? []
        // A name of another claim's file: a backup that no one of ours wrote would have that file replaced.
        const isTaken = others.some((one) => one.entryId !== entryId && isSamePlace(one.store, store))
        if (!isTaken && insert(newId(), state, record)) others.push(record)
        yield
      }
    },
  }
}

function wantedAs({ link, provedAt }: UploadRecord): UploadState {
  return link !== null ? 'linked' : provedAt !== null ? 'proved' : 'named'
}

function isWanted({ state }: Upload): boolean {
  return state !== 'unwanted'
}

const nothingYet = {
  provedAt: null,
  link: null,
  refusedAt: null,
  shared: false,
} as const

const states: readonly unknown[] = ['named', 'proved', 'linked', 'unwanted']

function isState(value: unknown): value is UploadState {
  return states.includes(value)
}

/** How many files of these entries lie in the file store, those that are to be removed included. Throws what SQLite throws. */
export function countUploaded(database: DatabaseSync, entryIds: readonly string[]): number {
  const count = database.prepare(
    `SELECT count(*) AS n FROM upload WHERE entry_id = ? AND state IN ('proved', 'linked', 'unwanted')`,
  )
  return entryIds.reduce((sum, id) => sum + Number(count.get(id)?.['n'] ?? 0), 0)
}

const leave = `DELETE FROM upload WHERE state = 'linked'`

/**
 * Leaves the files of received claims that are about to go in the file store: the insurer may open their links at any
 * time, and the store's own lifecycle ends them. Throws what SQLite throws.
 */
export function leaveReceived(database: DatabaseSync, entryIds: readonly string[]): void {
  const received = database.prepare(
    `${leave} AND entry_id IN (SELECT id FROM entry WHERE id = ? AND state = 'delivered')`,
  )
  for (const id of entryIds) received.run(id)
}

/** The same of claims that were lost in a damaged file: the insurer may have them. Throws what SQLite throws. */
export function leaveLost(database: DatabaseSync): void {
  database.prepare(`${leave} AND entry_id NOT IN (SELECT id FROM entry)`).run()
}
