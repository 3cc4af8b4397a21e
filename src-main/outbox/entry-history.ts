import {
  absenceProofs,
  officerDecisions,
  uncountedReasons,
  unreadReasons,
  type HistoryLine,
  type OfficerDecision,
} from '#shared/outbox/history.ts'
import type { SeenRow } from './claim-rows.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { KeptNote } from './entry-events.ts'

/** An attempt as its history tells it. */
export interface ToldAttempt {
  readonly openedAt: string
  readonly closedAt: string | null
  readonly outcome: string | null
  readonly serverMessage: string
}

/**
 * An entry's history, put together from what is kept. The order is that of attempts and of what followed each, never
 * that of the clock, which may have been moved. What was not yet kept when it happened is taken from the state.
 */
export function historyOf(
  entry: KeptEntry,
  attempts: readonly ToldAttempt[],
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
    ...readingsBefore(entry, notes),
    ...decisionBefore(entry, notes),
    ...rowLines(entry, rows),
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

// Files of version 1 kept only the number of readings, and a decision only as the state it led to.
function readingsBefore({ state }: KeptEntry, notes: readonly KeptNote[]): readonly HistoryLine[] {
  if (!('absentReadings' in state)) return []
  const kept = notes.reduce((sum, { kind, times }) => (kind === 'absent' ? sum + times : sum), 0)
  const times = state.absentReadings - kept
  return times > 0 ? [{ type: 'absent', proof: null, firstAt: null, lastAt: null, times }] : []
}

function decisionBefore({ state }: KeptEntry, notes: readonly KeptNote[]): readonly HistoryLine[] {
  const told = decisionIn(state)
  if (told === null || notes.some(({ detail }) => detail === told.decision)) return []
  return [{ type: 'officer', ...told }]
}

function decisionIn(state: KeptEntry['state']): { at: string; decision: OfficerDecision } | null {
  switch (state.name) {
    case 'withdrawn':
      return { at: state.at, decision: state.to === 'draft' ? 'to-draft' : state.to }
    case 'delivered':
      return state.evidence === 'officer' ? { at: state.at, decision: 'accepted-as-sent' } : null
    case 'queued':
      return state.reason.type === 'officer-resend' ? { at: state.since, decision: 'sent-again' } : null
    case 'sending':
    case 'unconfirmed':
    case 'needs-review':
    case 'rejected':
      return null
  }
}

function rowLines({ state }: KeptEntry, rows: readonly SeenRow[]): readonly HistoryLine[] {
  const foundAt = 'evidence' in state && state.evidence === 'list' ? state.at : null
  const acknowledged = rows.find((row) => row.surplus && row.acknowledged)
  return [
    ...rows.map(({ claimId, surplus, seenAt }): HistoryLine =>
      surplus ? { type: 'surplus', at: seenAt, claimId } : { type: 'found', at: seenAt ?? foundAt, claimId },
    ),
    ...(acknowledged === undefined
      ? []
      : [{ type: 'surplus-acknowledged', at: acknowledged.acknowledgedAt } as const]),
  ]
}
