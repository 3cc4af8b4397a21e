import * as v from 'valibot'
import { DraftSchema, type Draft } from '#shared/domain/draft.ts'
import type { Result } from '#shared/result.ts'
import type { DatabaseFailure } from '../db/open-database.ts'
import type { DraftRow } from '../db/schema.ts'
import type { PageStorage } from './page-storage.ts'
import type { RowSeal } from './row-seal.ts'
import { TurnedDownMemory, type TurnedDownDrafts } from './turned-down-drafts.ts'

/** The result of opening a row of the table. */
export type OpenedRow =
  | { readonly id: string; readonly updatedAt: string; readonly draft: Draft }
  /** Sealed with another key, or damaged: left where it is. */
  | { readonly id: string; readonly updatedAt: string; readonly draft: null }

/** The seals of drafts: the office's, and that of the officer who is signed in. */
export interface DraftSeals {
  readonly office: RowSeal
  /** Null without officers. */
  readonly own: { readonly officerId: string; readonly seal: RowSeal } | null
}

/** The table of drafts, opened and sealed row by row. Rows of officers who are not signed in are hidden. */
export interface DraftRows {
  put(draft: Draft): Promise<Result<string, DatabaseFailure>>
  one(id: string): Promise<Result<OpenedRow | null, DatabaseFailure>>
  all(): Promise<Result<readonly OpenedRow[], DatabaseFailure>>
  /** The ids of rows that belong to another officer, or to one who has left. */
  othersIds(): Promise<ReadonlySet<string>>
  /** All rows, newest first; usable inside a live query. @throws what the database throws. */
  watched(): Promise<readonly OpenedRow[]>
  remove(ids: readonly string[]): Promise<Result<void, DatabaseFailure>>
  /** The drafts of claims that were turned down. Known from the first {@link all} on. */
  readonly turnedDown: TurnedDownDrafts
}

/** The table of drafts, with these seals. */
export function createDraftRows(storage: PageStorage, seals: DraftSeals): DraftRows {
  const isVisible = ({ officerId }: DraftRow): boolean =>
    officerId === undefined || officerId === seals.own?.officerId
  const sealOf = (officerId: string | undefined): RowSeal =>
    officerId === undefined || seals.own === null ? seals.office : seals.own.seal
  const unsealAll = (rows: readonly DraftRow[]): Promise<OpenedRow[]> =>
    Promise.all(rows.filter(isVisible).map(open))
  // With officers, a draft without an owner belongs to the office, and editing it does not change that.
  const open = async (row: DraftRow): Promise<OpenedRow> => {
    const opened = await openRow(sealOf(row.officerId), row)
    const isOffices = seals.own !== null && row.officerId === undefined
    return isOffices && opened.draft !== null
      ? { ...opened, draft: { ...opened.draft, isShared: true } }
      : opened
  }
  const turnedDown = new TurnedDownMemory()
  return {
    turnedDown,
    async put(draft) {
      // Even if the table refuses the row, since main has the draft then.
      turnedDown.put(draft)
      const officerId = draft.isShared === true ? undefined : seals.own?.officerId
      const sealed = await sealOf(officerId).seal('drafts', draft.id, JSON.stringify(draft))
      const owner = officerId === undefined ? {} : { officerId }
      return storage.use((database) =>
        database.drafts.put({ id: draft.id, updatedAt: draft.updatedAt, sealed, ...owner }),
      )
    },
    async one(id) {
      const row = await storage.use((database) => database.drafts.get(id))
      if (!row.ok) return row
      const found = row.value === undefined ? [] : await unsealAll([row.value])
      return { ok: true, value: found[0] ?? null }
    },
    async all() {
      const rows = await storage.use((database) => database.drafts.toArray())
      if (!rows.ok) return rows
      const opened = await unsealAll(rows.value)
      turnedDown.read(opened.flatMap(({ draft }) => draft ?? []))
      return { ok: true, value: opened }
    },
    async othersIds() {
      const rows = await storage.use((database) => database.drafts.toArray())
      return new Set(rows.ok ? rows.value.filter((row) => !isVisible(row)).map(({ id }) => id) : [])
    },
    async watched() {
      // Read before any other await: a live query only watches what was read by then. Read without the index and sorted
      // here, as at start-up: a damaged index could omit a draft, which would then not be restored.
      const rows = await storage.read((database) => database.drafts.toArray())
      return unsealAll(rows.toSorted((one, other) => compareText(other.updatedAt, one.updatedAt)))
    },
    async remove(ids) {
      const removed = await storage.use((database) => database.drafts.bulkDelete([...ids]))
      if (removed.ok) turnedDown.remove(ids)
      return removed
    },
  }
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

async function openRow(seal: RowSeal, { id, updatedAt, sealed }: DraftRow): Promise<OpenedRow> {
  const text = await seal.unseal('drafts', id, sealed)
  const parsed = text === null ? null : v.safeParse(v.pipe(v.string(), v.parseJson(), DraftSchema), text)
  return { id, updatedAt, draft: parsed?.success === true ? parsed.output : null }
}
