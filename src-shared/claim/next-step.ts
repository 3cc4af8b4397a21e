import type { EntrySummary } from '../outbox/entry.ts'
import { awaitsFiles } from '../outbox/entry-files.ts'
import type { Hold } from '../outbox/hold.ts'
import { isReconcilable, isWaiting } from '../outbox/predicates.ts'

/** When the engine next acts on an entry: `held` until a hold ends, `soon` once its moment has come, or at a moment. */
export type NextStep =
  { readonly type: 'held' } | { readonly type: 'soon' } | { readonly type: 'at'; readonly iso: string }

/**
 * When an entry is next sent or looked for, the same for every screen; null when only an event or an officer moves it.
 */
export function nextStep(
  entry: Pick<EntrySummary, 'kind' | 'state' | 'nextTryAt' | 'files'>,
  holds: readonly Hold[],
  now: Date,
): NextStep | null {
  const { kind, state, nextTryAt } = entry
  // Its files go up first: what becomes of those is said instead.
  if (awaitsFiles(entry)) return null
  const isLookedFor = isReconcilable(kind, state)
  if (!isWaiting(state) && !isLookedFor) return null
  // A pause and a problem of the insurer's hold back what is sent, never a look.
  if (holds.some(({ type }) => !isLookedFor || (type !== 'paused' && type !== 'insurer-problem')))
    return { type: 'held' }
  if (nextTryAt === null || Date.parse(nextTryAt) <= now.getTime()) return { type: 'soon' }
  return { type: 'at', iso: nextTryAt }
}
