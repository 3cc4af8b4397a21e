import { lookPlaces, reviewCauses, type AttemptRecord } from '#shared/outbox/entry.ts'
import {
  absenceProofs,
  candidateSteps,
  looksInVain,
  officerDecisions,
  uncountedReasons,
  unreadReasons,
  type HistoryLine,
} from '#shared/outbox/history.ts'
import type { SeenRow } from './claim-rows.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { KeptNote } from './entry-events.ts'

/** An attempt as shown in the history, with the insurer's own words. */
export type ReportedAttempt = AttemptRecord & { readonly serverMessage: string }

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
  const hasSurplus = rows.some(({ surplus }) => surplus)
  const isFound = rows.length > 0 || notes.some(({ kind }) => kind === 'found')
  const after = (attempt: number): readonly HistoryLine[] =>
    notes
      .filter(({ afterAttempt }) => afterAttempt === attempt)
      .flatMap((note) => lineOf(note, hasSurplus || (isFound && attempt === attempts.length)) ?? [])
  return [
    { type: 'accepted', at: entry.acceptedAt },
    ...after(0),
    ...attempts.flatMap((attempt, index): HistoryLine[] => [
      { type: 'attempt', number: index + 1, ...attempt },
      ...after(index + 1),
    ]),
    ...rowLines(rows),
  ]
}

/** @param turnedUp the insurer showed the claim that these notes did not find. */
function lineOf({ kind, detail, firstAt, lastAt, times }: KeptNote, turnedUp: boolean): HistoryLine | null {
  const readings = { firstAt, lastAt, times }
  const [place, what] = detail.split('/')
  const by = lookPlaces.find((name) => name === place) ?? 'list'
  switch (kind) {
    case 'absent': {
      const proof = absenceProofs.find((name) => name === what) ?? null
      return { type: 'absent', by, proof, isCorrected: turnedUp && proof !== null, ...readings }
    }
    case 'looked': {
      const showed = looksInVain.find((name) => name === detail)
      return showed === undefined ? null : { type: 'looked', showed, ...readings }
    }
    case 'unprovable': {
      const why = reviewCauses.find((name) => name === detail)
      return why === undefined || why === 'absent-again' ? null : { type: 'unprovable', at: firstAt, why }
    }
    case 'candidate': {
      const step = candidateSteps.find((name) => name === detail)
      return step === undefined ? null : { type: 'candidate', step, ...readings }
    }
    case 'found':
      return { type: 'found', at: firstAt, claimId: null }
    case 'uncounted': {
      const reason = uncountedReasons.find((name) => name === detail)
      return reason === undefined ? null : { type: 'uncounted', reason, ...readings }
    }
    case 'unread':
      return {
        type: 'unread',
        by,
        reason: unreadReasons.find((name) => name === what) ?? 'other',
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
