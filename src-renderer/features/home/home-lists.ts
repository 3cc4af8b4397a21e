import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isReceived, isRejected, isUndelivered } from '#shared/outbox/predicates.ts'
import { needsYou } from '#renderer/features/outbox/attention.ts'
import { stateSince } from '#renderer/features/outbox/entry-words.ts'
import { agingOf } from './age-words.ts'

/** How many lines a list on the home screen shows; the outbox shows all. */
export const mostShown = 5

/** Sorted by age (see `agingOf`), oldest first. */
export function oldestFirst(entries: readonly EntrySummary[]): readonly EntrySummary[] {
  return entries.toSorted((a, b) => compare(agingOf(a).since, agingOf(b).since) || a.seq - b.seq)
}

/** Entries that are not received yet and need no decision. */
export function waitingOf(entries: readonly EntrySummary[]): readonly EntrySummary[] {
  return oldestFirst(
    entries.filter((entry) => isUndelivered(entry.state) && !isRejected(entry.state) && !needsYou(entry)),
  )
}

/** When an entry was last received (ISO); null if none was. */
export function lastReceivedAt(entries: readonly EntrySummary[]): string | null {
  const moments = entries.filter(({ state }) => isReceived(state)).map(({ state }) => stateSince(state))
  return moments.toSorted().at(-1) ?? null
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
