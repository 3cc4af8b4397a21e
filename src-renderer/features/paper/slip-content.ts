import type { Environment } from '#shared/domain/product.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { isDecidable, isReceived, isRejected, isWithdrawn } from '#shared/outbox/predicates.ts'
import { dayAndTime, naira, plainDay } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/index.ts'

export type SlipStage = 'captured' | 'received'

/** The content of a customer slip: only the customer's own data, nothing useful to a thief. */
export interface SlipContent {
  /** The warning that this is not a real claim; null if it is. */
  readonly notReal: string | null
  readonly stage: string
  readonly means: string
  readonly reference: string
  readonly steps: readonly { readonly name: string; readonly when: string; readonly isDone: boolean }[]
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly todo: readonly string[]
}

/** Which slip a claim has now; null for a request, and for a rejected or withdrawn claim. */
export function slipStage({ kind, state }: Pick<EntrySummary, 'kind' | 'state'>): SlipStage | null {
  if (kind !== 'claim' || isRejected(state) || isWithdrawn(state)) return null
  return isReceived(state) ? 'received' : 'captured'
}

/** The slip of a claim in its current state. */
export function slipContent(
  entry: EntrySummary,
  stage: SlipStage,
  { environment, branchName }: { readonly environment: Environment; readonly branchName: string },
): SlipContent {
  const { product, amount, occurrenceDate, state } = entry
  const fact = (name: string, value: string | null) =>
    value === null || value === '' ? [] : [{ name, value }]
  return {
    notReal: environment === 'live' ? null : t(`paper.not-real.${environment}`),
    stage: t(`slip.${stage}.stage`),
    means:
      stage === 'captured' && isDecidable(state) ? t('slip.captured.means-sent') : t(`slip.${stage}.means`),
    reference: entry.reference ?? '',
    steps: [
      { name: t('slip.steps.captured'), when: dayAndTime(new Date(entry.acceptedAt)), isDone: true },
      {
        name: t('slip.steps.received'),
        when:
          'at' in state && stage === 'received' ? dayAndTime(new Date(state.at)) : t('slip.steps.not-yet'),
        isDone: stage === 'received',
      },
    ],
    facts: [
      ...fact(t('slip.claim'), product === null ? null : t(`slip.${product}`)),
      ...fact(t('slip.policy'), entry.policyNumber),
      ...fact(t('outbox.fields.occurrenceDate'), occurrenceDate === null ? null : plainDay(occurrenceDate)),
      ...fact(t('slip.amount'), amount === null ? null : naira(amount)),
      ...fact(t('slip.branch'), branchName),
    ],
    todo: (['keep', 'ask', 'next'] as const).map((what) => t(`slip.do.${stage}.${what}`)),
  }
}
