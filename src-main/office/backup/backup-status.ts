import type { BackupCounts, OpenCounts } from '#shared/contract/backup.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { isRejected, isSettled } from '#shared/outbox/predicates.ts'
import type { BackupEntry } from './backup-content.ts'

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
