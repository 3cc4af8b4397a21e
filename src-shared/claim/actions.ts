import { hasLostFile, awaitsFiles } from '../outbox/entry-files.ts'
import type { EntrySummary } from '../outbox/entry.ts'
import {
  isDecidable,
  isReconcilable,
  isRejected,
  isWaiting,
  isWithdrawn,
  mayBeCorrected,
  mayBeDiscarded,
  mayBeSentAgain,
  mayReturnToDraft,
} from '../outbox/predicates.ts'

/** What main does for an entry when an officer asks for it. */
export const entryActions = [
  'compare',
  'correct',
  'send-now',
  'look-now',
  'arrived',
  'send-again',
  'to-draft',
  'acknowledge',
  'told',
  'discard',
] as const
export type EntryAction = (typeof entryActions)[number]

/** What an officer can do with a claim. */
export type ClaimAction = EntryAction | 'continue' | 'earlier' | 'slip'

/** What a row offers: the one action that makes sense now, or `decide` where none is better than the others. */
export type ClaimOffer = ClaimAction | 'decide'

const allowed: Readonly<Record<EntryAction, (entry: EntrySummary) => boolean>> = {
  compare: ({ candidates }) => candidates > 0,
  correct: ({ kind, state }) =>
    (isRejected(state) && mayReturnToDraft(kind, state)) || mayBeCorrected(kind, state),
  'send-now': (entry) => isWaiting(entry.state) && !awaitsFiles(entry) && entry.behind === null,
  'look-now': ({ kind, state }) => isReconcilable(kind, state),
  arrived: ({ state }) => isDecidable(state),
  'send-again': ({ state }) => mayBeSentAgain(state),
  'to-draft': ({ kind, state }) => !isRejected(state) && mayReturnToDraft(kind, state),
  acknowledge: ({ duplicateClaimIds }) => duplicateClaimIds.length > 0,
  told: ({ standing }) => standing?.wrong?.isDone === false,
  discard: ({ state }) => mayBeDiscarded(state),
}

/** The actions available for an entry. Main checks again, because the state may have changed. */
export function actionsFor(entry: EntrySummary): readonly EntryAction[] {
  return entryActions.filter((action) => allowed[action](entry))
}

/** Whether an earlier claim leads on: one that waits for it is sent once that is cleared up. */
export function hasEarlier({ behind }: Pick<EntrySummary, 'behind'>): boolean {
  return behind !== null && behind !== ''
}

/** Whether there is a customer’s slip: for a claim that was neither turned down nor taken out. */
export function hasSlip({ kind, state }: Pick<EntrySummary, 'kind' | 'state'>): boolean {
  return kind === 'claim' && !isRejected(state) && !isWithdrawn(state)
}

/** The offer of an entry's row; null where nothing can be done. */
export function offerOf(entry: EntrySummary): ClaimOffer | null {
  const possible = actionsFor(entry)
  const asked = (['compare', 'acknowledge', 'correct', 'look-now', 'told'] as const).find((action) =>
    possible.includes(action),
  )
  if (asked !== undefined) return asked
  if (mayBeSentAgain(entry.state)) return 'decide'
  if (hasLostFile(entry)) return 'to-draft'
  if (hasEarlier(entry)) return 'earlier'
  if (isWaiting(entry.state) && possible.includes('send-now')) return 'send-now'
  return hasSlip(entry) ? 'slip' : (possible[0] ?? null)
}
