import {
  absenceProofs,
  officerDecisions,
  uncountedReasons,
  unreadReasons,
  type HistoryLine,
} from '#shared/outbox/history.ts'
import type { SeenRow } from './claim-rows.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { KeptNote } from './entry-events.ts'

/** An attempt as shown in the history. */
export interface ReportedAttempt {
  readonly openedAt: string
  readonly closedAt: string | null
  readonly outcome: string | null
  readonly serverMessage: string
}

/**
 * An entry's history, assembled from the stored data. Ordered by attempts and what followed each, never by the clock,
 * which may have been changed.
 */
export function historyOf(
  entry: KeptEntry,
  attempts: readonly ReportedAttempt[],
  notes: readonly KeptNote[],
  rows: readonly SeenRow[],
): readonly HistoryLine[] {
  const after = (attempt: number): readonly HistoryLine[] =>
    notes.filter(({ afterAttempt }) => afterAttempt === attempt).flatMap((note) => lineOf(note) ?? [])
  return [
    { type: 'accepted', at: entry.acceptedAt },
    ...after(0),
    ...baselineLines(entry),
    ...attempts.flatMap((attempt, index): HistoryLine[] => [
      { type: 'attempt', number: index + 1, ...attempt },
      ...after(index + 1),
    ]),
    ...rowLines(rows),
  ]
}

function baselineLines({ baseline }: KeptEntry): readonly HistoryLine[] {
  if (baseline === null) return []
  return [{ type: 'baseline', count: baseline.count, lookAlikes: baseline.matchingIds }]
}

function lineOf({ kind, detail, firstAt, lastAt, times }: KeptNote): HistoryLine | null {
  const readings = { firstAt, lastAt, times }
  switch (kind) {
    case 'absent':
      return { type: 'absent', proof: absenceProofs.find((name) => name === detail) ?? null, ...readings }
    case 'uncounted': {
      const reason = uncountedReasons.find((name) => name === detail)
      return reason === undefined ? null : { type: 'uncounted', reason, ...readings }
    }
    case 'unread':
      return {
        type: 'unread',
        reason: unreadReasons.find((name) => name === detail) ?? 'other',
        ...readings,
      }
    case 'officer': {
      const decision = officerDecisions.find((name) => name === detail)
      return decision === undefined ? null : { type: 'officer', at: firstAt, decision }
    }
  }
}

function rowLines(rows: readonly SeenRow[]): readonly HistoryLine[] {
  const acknowledgedAt =
    rows.find((row) => row.surplus && row.acknowledgedAt !== null)?.acknowledgedAt ?? null
  return [
    ...rows.map(({ claimId, surplus, seenAt }): HistoryLine => {
      return { type: surplus ? 'surplus' : 'found', at: seenAt, claimId }
    }),
    ...(acknowledgedAt === null ? [] : [{ type: 'surplus-acknowledged', at: acknowledgedAt } as const]),
  ]
}
