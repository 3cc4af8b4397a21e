import type { EntrySummary } from '#shared/outbox/entry.ts'
import { awaitsFiles, hasLostFile } from '#shared/outbox/entry-files.ts'
import {
  isDecidable,
  isReconcilable,
  isRejected,
  isWaiting,
  mayBeCorrected,
  mayBeDiscarded,
  mayBeSentAgain,
  mayReturnToDraft,
} from '#shared/outbox/predicates.ts'
import type { ButtonVariant } from '#renderer/ui/button-look.ts'

export const entryActions = [
  'compare',
  'correct',
  'send-now',
  'look-now',
  'arrived',
  'send-again',
  'to-draft',
  'acknowledge',
  'discard',
] as const
export type EntryAction = (typeof entryActions)[number]

/** The actions that cannot be undone and need confirmation. */
export type AskedAction = Extract<EntryAction, 'discard' | 'send-again' | 'arrived'>

/** The actions that main carries out; comparing opens a dialog of its own. */
export type PerformedAction = Exclude<EntryAction, 'compare'>

/** Whether an action needs confirmation. */
export function isAsked(action: EntryAction): action is AskedAction {
  return action === 'discard' || action === 'send-again' || action === 'arrived'
}

const allowed: Readonly<Record<EntryAction, (entry: EntrySummary) => boolean>> = {
  compare: ({ candidates }) => candidates > 0,
  correct: ({ kind, state }) =>
    (isRejected(state) && mayReturnToDraft(kind, state)) || mayBeCorrected(kind, state),
  'send-now': (entry) => isWaiting(entry.state) && !awaitsFiles(entry),
  'look-now': ({ kind, state }) => isReconcilable(kind, state),
  arrived: ({ state }) => isDecidable(state),
  'send-again': ({ state }) => mayBeSentAgain(state),
  'to-draft': ({ kind, state }) => !isRejected(state) && mayReturnToDraft(kind, state),
  acknowledge: ({ duplicateClaimIds }) => duplicateClaimIds.length > 0,
  discard: ({ state }) => mayBeDiscarded(state),
}

/**
 * What a row offers: the one action that makes sense now, its slip, or `decide` where an officer must choose between
 * actions and none is better than the others. The row's menu has the rest.
 */
export type RowOffer = EntryAction | 'slip' | 'decide'

/** The offer of an entry's row; null where nothing can be done. @param hasSlip whether there is a slip for it now. */
export function offerOf(entry: EntrySummary, hasSlip: boolean): RowOffer | null {
  const possible = actionsFor(entry)
  const asked = (['compare', 'acknowledge', 'correct', 'look-now'] as const).find((action) =>
    possible.includes(action),
  )
  if (asked !== undefined) return asked
  if (mayBeSentAgain(entry.state)) return 'decide'
  if (hasLostFile(entry)) return 'to-draft'
  if (possible.includes('send-now')) return 'send-now'
  return hasSlip ? 'slip' : (possible[0] ?? null)
}

/** The button style of an action: what an officer is asked to do is the primary one. */
export function actionLook(action: RowOffer): ButtonVariant {
  if (action === 'correct' || action === 'compare') return 'primary'
  return action === 'discard' ? 'ghost' : 'secondary'
}

/** The actions available for an entry. Main checks again, because the state may have changed. */
export function actionsFor(entry: EntrySummary): readonly EntryAction[] {
  return entryActions.filter((action) => allowed[action](entry))
}
