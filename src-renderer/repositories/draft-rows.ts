import * as v from 'valibot'
import { DraftSchema, type Draft } from '#shared/domain/draft.ts'
import type { Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { DraftRow } from '../db/schema.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'

/** What a row of the table came to when it was opened. */
export type OpenedRow =
  | { readonly id: string; readonly updatedAt: string; readonly draft: Draft }
  /** Sealed under another key, or damaged: left where it is. */
  | { readonly id: string; readonly updatedAt: string; readonly draft: null }

/** The table of drafts, opened and sealed row by row. */
export interface DraftRows {
  put(draft: Draft): Promise<Result<string, DatabaseFailure>>
  one(id: string): Promise<Result<OpenedRow | null, DatabaseFailure>>
  all(): Promise<Result<readonly OpenedRow[], DatabaseFailure>>
  /** All rows, newest first, inside a live query. */
  watched(): Promise<readonly OpenedRow[]>
  remove(ids: readonly string[]): Promise<Result<void, DatabaseFailure>>
}

/** The table of drafts under a seal. */
export function createDraftRows(storage: PageStorage, seal: RowSeal): DraftRows {
  const unsealAll = (rows: readonly DraftRow[]): Promise<OpenedRow[]> =>
    Promise.all(rows.map((row) => openRow(seal, row)))
  return {
    async put(draft) {
      const sealed = await seal.seal('drafts', draft.id, JSON.stringify(draft))
      return storage.use((database) =>
        database.drafts.put({ id: draft.id, updatedAt: draft.updatedAt, sealed }),
      )
    },
    async one(id) {
      const row = await storage.use((database) => database.drafts.get(id))
      if (!row.ok) return row
      return { ok: true, value: row.value === undefined ? null : await openRow(seal, row.value) }
    },
    async all() {
      const rows = await storage.use((database) => database.drafts.toArray())
      return rows.ok ? { ok: true, value: await unsealAll(rows.value) } : rows
    },
    async watched() {
      // The database is read before anything else is awaited: a live query watches what it read up to there.
      return unsealAll(
        await storage.read((database) => database.drafts.orderBy('updatedAt').reverse().toArray()),
      )
    },
    remove: (ids) => storage.use((database) => database.drafts.bulkDelete([...ids])),
  }
}

async function openRow(seal: RowSeal, { id, updatedAt, sealed }: DraftRow): Promise<OpenedRow> {
  const text = await seal.unseal('drafts', id, sealed)
  const parsed = text === null ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), DraftSchema), text)
  return { id, updatedAt, draft: parsed?.success === true ? parsed.output : null }
}
