import type { BackupCounts, HandedOverWork, OpenCounts, TakenInWork } from '#shared/contract/backup.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import {
  isDecidable,
  isHandedOver,
  isReconcilable,
  isRejected,
  isSettled,
} from '#shared/outbox/predicates.ts'
import type { BackupEntry } from './backup-content.ts'
import type { HandedOver, TakenIn } from './backup-ledger.ts'
import type { BackupSource } from './collect.ts'
import { absentCopies } from './hand-over.ts'

/** Which handed-over work is still away, without what has expired or was forgotten. Throws what SQLite throws. */
export function stillAway(
  { outbox, copies }: BackupSource,
  { id, at, to, entryIds, draftIds }: HandedOver,
): HandedOverWork {
  const kept = new Set(copies.kept().map(({ draft }) => draft.id))
  const away = entryIds.flatMap((entryId) => outbox.get(entryId) ?? [])
  return {
    id,
    at,
    to,
    entries: away.filter(({ state }) => isHandedOver(state)).length,
    drafts: draftIds.filter((draftId) => kept.has(draftId)).length,
  }
}

/** Which copies from a backup are not settled. Throws what SQLite throws. */
export function stillOpen(source: BackupSource, taken: TakenIn): TakenInWork {
  const { id, at, from, copyIds } = taken
  const open = copyIds.flatMap((entryId) => source.outbox.get(entryId) ?? [])
  const looking = open.filter(({ body, state }) => isReconcilable(body.kind, state)).length
  const decidable = open.filter(({ state }) => isDecidable(state)).length
  const absent = absentCopies(source, taken).length
  return { id, at, from, looking, undecided: decidable - looking, absent }
}

/** The number of entries and drafts. */
export function countsOf({
  entries,
  drafts,
}: {
  readonly entries: readonly { readonly state: EntryState }[]
  readonly drafts: readonly unknown[]
}): BackupCounts {
  const settled = entries.filter(({ state }) => isSettled(state)).length
  return { open: entries.length - settled, settled, drafts: drafts.length }
}

/** The claims and requests that the insurer may still get: what it turned down is never sent again as it is. */
export function openCountsOf(entries: readonly BackupEntry[]): OpenCounts {
  const open = entries.filter(({ state }) => !isSettled(state) && !isRejected(state))
  const claims = open.filter(({ body }) => body.kind === 'claim').length
  return { claims, requests: open.length - claims }
}
