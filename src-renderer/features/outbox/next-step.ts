import type { EntrySummary } from '#shared/outbox/entry.ts'
import { awaitsFiles } from '#shared/outbox/entry-files.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import { isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import { moment } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

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
  // Its files go up first: what becomes of those stands in `file-words.ts`.
  if (awaitsFiles(entry)) return null
  const isLookedFor = isReconcilable(kind, state)
  if (!isWaiting(state) && !isLookedFor) return null
  // A pause and a problem of the insurer's hold back what is sent, never a look.
  if (holds.some(({ type }) => !isLookedFor || (type !== 'paused' && type !== 'insurer-problem')))
    return { type: 'held' }
  if (nextTryAt === null || Date.parse(nextTryAt) <= now.getTime()) return { type: 'soon' }
  return { type: 'at', iso: nextTryAt }
}

/** The sentence of a row; empty where the notices above or the state say it already. */
export function nextStepText(entry: EntrySummary, holds: readonly Hold[], now: Date): string {
  const step = nextStep(entry, holds, now)
  if (step === null) return ''
  const what = isWaiting(entry.state) ? 'try' : 'look'
  if (step.type === 'at') return t(`outbox.next.${what}`, { when: moment(step.iso, now) })
  return what === 'try' ? '' : t(`outbox.next.look-${step.type}`)
}
