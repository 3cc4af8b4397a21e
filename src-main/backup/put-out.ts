import { ok, type Result } from '#shared/result.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import type { BackupContent } from './backup-content.ts'
import { readLedger } from './backup-ledger.ts'
import { noteElsewhere } from '../outbox/elsewhere.ts'
import { collect, movable, recordsOf, sendingNow, type BackupSource, type Collected } from './collect.ts'
import { giveUp, type GivenUp } from './hand-over.ts'
import { keptFilesOf, toCarry, type KeptFile } from './kept-files.ts'

/** What goes into a backup, once this computer gave it up where it is handed over. */
export interface PutOut {
  readonly content: BackupContent
  /** The files whose bytes it carries, in the order of the content. */
  readonly carried: readonly KeptFile[]
  /** Null for a copy: this computer continues its work. */
  readonly given: GivenUp | null
  /** Entries being sent right now, so not handed over. */
  readonly stayed: number
}

export interface PutOutWish {
  readonly id: string
  readonly at: string
  readonly handOverTo: string | null
  /** Also where the files are more than goes without asking. */
  readonly withFiles: boolean
}

/**
 * Collects the content of a backup and, for a hand-over, gives it up in the same step, so that the file holds exactly
 * what was given up. @returns null when there is nothing.
 */
export function putOut(
  source: BackupSource,
  { id, at, handOverTo, withFiles }: PutOutWish,
): Result<PutOut | null, OutboxFailure> {
  const gathered = guardStorage(() => {
    const ledger = readLedger(source.database)
    const all = collect(source, ledger)
    const taken = handOverTo === null ? all : movable(all)
    const stayed = handOverTo === null ? 0 : sendingNow(all)
    if (handOverTo === null) noteElsewhere(source.database, idsOf(taken))
    const kept = keptFilesOf(source, taken)
    return { from: ledger.number, taken, stayed, kept, entries: recordsOf(source, taken.entries) }
  })
  if (!gathered.ok) return gathered
  const { from, taken, stayed, kept, entries } = gathered.value
  if (taken.entries.length + taken.drafts.length === 0) return ok(null)
  const carried = toCarry(kept, withFiles)
  const files = kept.map((one) => ({ ...one.file, carried: carried.includes(one) }))
  const content: BackupContent = {
    id,
    from,
    handedOverTo: handOverTo,
    entries,
    drafts: [...taken.drafts],
    files,
  }
  if (handOverTo === null) return ok({ content, carried, given: null, stayed })
  const given = giveUp(source, taken, { id, at, to: handOverTo })
  return given.ok ? ok({ content, carried, given: given.value, stayed }) : given
}

function idsOf({ entries, drafts }: Collected): readonly string[] {
  return [...entries.map(({ id }) => id), ...drafts.map(({ draft }) => draft.id)]
}
