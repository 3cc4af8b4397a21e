import type { EntryState } from '#shared/outbox/entry.ts'
import type { UncountedReason } from '#shared/outbox/history.ts'
import { isReceived, isSending, isWithdrawn } from '#shared/outbox/predicates.ts'
import type { Baseline } from '../outbox/entry-codec.ts'

/*
 * Decides which rows of a product's claim list are our entries. Pure. Rows and entries are matched by keys: equal keys
 * mean the same claim.
 */

export interface ListRow {
  readonly claimId: number
  readonly keys: readonly string[]
}

export interface TriedEntry {
  readonly id: string
  readonly seq: number
  readonly state: EntryState
  readonly matchKey: string
  /** Whether the key is the exact token, so that one matching row is proof by itself. */
  readonly exact: boolean
  readonly baseline: Baseline | null
}

export interface BoundRow {
  readonly claimId: number
  readonly entryId: string
}

export interface Reconciliation {
  readonly found: readonly { readonly entryId: string; readonly claimId: number }[]
  /** Entries of which this valid reading shows no row. */
  readonly absent: readonly string[]
  /** Entries about which this reading proves nothing, and why. */
  readonly uncounted: readonly { readonly entryId: string; readonly reason: UncountedReason }[]
  /** Rows of an entry beyond its own: it was sent twice. */
  readonly surplus: readonly { readonly entryId: string; readonly claimId: number }[]
}

/** Binds rows to entries: one row settles one entry, the newest unbound row first. */
export function reconcile(
  entries: readonly TriedEntry[],
  rows: readonly ListRow[],
  bound: readonly BoundRow[],
): Reconciliation {
  const rowsByKey = idsByKey(rows)
  const taken = new Set(bound.map((row) => row.claimId))
  const settledIds = new Set(bound.map((row) => row.entryId))
  const listed = summaryOf(rows)
  const found: { entryId: string; claimId: number }[] = []
  const absent: string[] = []
  const uncounted: { entryId: string; reason: UncountedReason }[] = []
  const surplus: { entryId: string; claimId: number }[] = []

  for (const [key, group] of Map.groupBy(entries, (entry) => entry.matchKey)) {
    const free = new Set([...(rowsByKey.get(key) ?? [])].filter((id) => !taken.has(id)).sort((a, b) => b - a))
    // Entries whose row may be among the unbound ones, though this reading cannot prove it.
    const open = new Set<TriedEntry>()
    for (const entry of inOrderOfClaim(group)) {
      if (settledIds.has(entry.id)) continue
      if (isSending(entry.state)) {
        open.add(entry)
        continue
      }
      const claimId = [...free].find((id) => !wasThereBefore(entry, id))
      const flaw = flawFor(entry.baseline, listed)
      if (claimId !== undefined && (entry.exact || flaw === null)) {
        free.delete(claimId)
        found.push({ entryId: entry.id, claimId })
      } else if (flaw !== null) {
        const reason = claimId === undefined ? flaw : (`${flaw}-with-match` as const)
        uncounted.push({ entryId: entry.id, reason })
        open.add(entry)
      } else absent.push(entry.id)
    }
    const extra = [...free].filter((id) => !group.some((entry) => wasThereBefore(entry, id)))
    // The alarm binds the row to the entry accepted last, among those that no longer need a row.
    for (const { id } of group.filter((entry) => !open.has(entry)).slice(-1)) {
      surplus.push(...extra.slice(open.size).map((claimId) => ({ entryId: id, claimId })))
    }
  }
  return { found, absent, uncounted, surplus }
}

/** Why a reading does not count: a list that is shorter than the baseline, or ends before it, proves nothing. */
function flawFor(
  baseline: Baseline | null,
  listed: { readonly count: number; readonly highestId: number },
): 'shorter' | 'older' | null {
  if (baseline === null) return null
  if (listed.count < baseline.count) return 'shorter'
  return listed.highestId < baseline.highestId ? 'older' : null
}

export function summaryOf(rows: readonly ListRow[]): { readonly count: number; readonly highestId: number } {
  return { count: rows.length, highestId: rows.reduce((highest, row) => Math.max(highest, row.claimId), 0) }
}

// Entries known to be there take their rows first, then possible ones, last those no longer followed.
function inOrderOfClaim(group: readonly TriedEntry[]): readonly TriedEntry[] {
  const rank = (entry: TriedEntry): number => (isReceived(entry.state) ? 0 : isWithdrawn(entry.state) ? 2 : 1)
  return [...group].sort((a, b) => rank(a) - rank(b) || a.seq - b.seq)
}

function wasThereBefore(entry: TriedEntry, claimId: number): boolean {
  return entry.baseline?.matchingIds.includes(claimId) === true
}

function idsByKey(rows: readonly ListRow[]): ReadonlyMap<string, ReadonlySet<number>> {
  const ids = new Map<string, Set<number>>()
  for (const { claimId, keys } of rows) {
    for (const key of keys) {
      const own = ids.get(key) ?? new Set()
      ids.set(key, own.add(claimId))
    }
  }
  return ids
}
