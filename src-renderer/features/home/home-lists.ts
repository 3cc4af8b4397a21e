import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isReceived, isRejected, isUndelivered } from '#shared/outbox/predicates.ts'
import { needsYou } from '#renderer/features/outbox/attention.ts'
import { stateSince } from '#renderer/features/outbox/entry-words.ts'
import { agingOf } from './age-words.ts'

/** How many lines a list of the first screen has; the outbox has them all. */
export const mostShown = 5

/** By how long each has been as it is. */
export function oldestFirst(entries: readonly EntrySummary[]): readonly EntrySummary[] {
  return entries.toSorted((a, b) => compare(agingOf(a).since, agingOf(b).since) || a.seq - b.seq)
}

/** What is not received and goes on without anybody. */
export function waitingOf(entries: readonly EntrySummary[]): readonly EntrySummary[] {
  return oldestFirst(
    entries.filter((entry) => isUndelivered(entry.state) && !isRejected(entry.state) && !needsYou(entry)),
  )
}

/** When something was received last (ISO); null when nothing was. */
export function lastReceivedAt(entries: readonly EntrySummary[]): string | null {
  const moments = entries.filter(({ state }) => isReceived(state)).map(({ state }) => stateSince(state))
  return moments.toSorted().at(-1) ?? null
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
