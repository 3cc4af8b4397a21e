import type { EntrySummary } from '#shared/outbox/entry.ts'
import { awaitsFiles } from '#shared/outbox/entry-files.ts'
import {
  isDecidable,
  isReconcilable,
  isRejected,
  isWaiting,
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
  correct: ({ kind, state }) => isRejected(state) && mayReturnToDraft(kind, state),
  'send-now': (entry) => isWaiting(entry.state) && !awaitsFiles(entry),
  'look-now': ({ kind, state }) => isReconcilable(kind, state),
  arrived: ({ state }) => isDecidable(state),
  'send-again': ({ state }) => mayBeSentAgain(state),
  'to-draft': ({ kind, state }) => !isRejected(state) && mayReturnToDraft(kind, state),
  acknowledge: ({ duplicateClaimIds }) => duplicateClaimIds.length > 0,
  discard: ({ state }) => mayBeDiscarded(state),
}

/** The button style of an action: what an officer is asked to do is the primary one. */
export function actionLook(action: EntryAction): ButtonVariant {
  if (action === 'correct' || action === 'compare') return 'primary'
  return action === 'discard' ? 'ghost' : 'secondary'
}

/** The actions available for an entry. Main checks again, because the state may have changed. */
export function actionsFor(entry: EntrySummary): readonly EntryAction[] {
  return entryActions.filter((action) => allowed[action](entry))
}
