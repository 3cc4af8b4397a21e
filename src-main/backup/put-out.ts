import { noteElsewhere } from '../outbox/elsewhere.ts'
import type { BackupContent } from './backup-content.ts'
import { readLedger } from './backup-ledger.ts'
import { collect, recordsOf, type BackupSource } from './collect.ts'
import { keptFilesOf, toCarry, type KeptFile } from './kept-files.ts'

/** What goes into a backup. */
export interface PutOut {
  readonly content: BackupContent
  /** The files whose bytes it carries, in the order of the content. */
  readonly carried: readonly KeptFile[]
}

export interface PutOutWish {
  readonly id: string
  /** The number of this computer. */
  readonly from: string
  /** Also where the files are more than goes without asking. */
  readonly withFiles: boolean
}

/**
 * Collects the content of a backup. Where this computer sends on, what is in it is noted: another computer may send it
 * first. Throws what SQLite throws. @returns null when there is nothing.
 */
export function putOut(source: BackupSource, { id, from, withFiles }: PutOutWish): PutOut | null {
  const { stopped } = readLedger(source.database)
  const taken = collect(source)
  const { entries, drafts } = taken
  if (entries.length + drafts.length === 0) return null
  const ids = [...entries.map((entry) => entry.id), ...drafts.map(({ draft }) => draft.id)]
  if (stopped === null) noteElsewhere(source.database, ids)
  const kept = keptFilesOf(source, taken)
  const carried = toCarry(kept, withFiles)
  return {
    content: {
      id,
      from,
      stop: stopped === null ? null : { id: stopped.id, to: stopped.to },
      entries: recordsOf(source, entries),
      drafts: [...drafts],
      files: kept.map((one) => ({ ...one.file, carried: carried.includes(one) })),
    },
    carried,
  }
}
