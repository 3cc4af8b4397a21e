import type { Environment } from '#shared/domain/product.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { hasSlip } from '#shared/claim/actions.ts'
import { statusText, type Surroundings } from '#shared/claim/describe.ts'
import { isDecidable, isReceived } from '#shared/outbox/predicates.ts'
import { dayAndTime, naira, plainDay } from '#shared/language/format.ts'
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

/** Which slip a claim has now; null for what has none. */
export function slipStage(entry: Pick<EntrySummary, 'kind' | 'state'>): SlipStage | null {
  if (!hasSlip(entry)) return null
  return isReceived(entry.state) ? 'received' : 'captured'
}

/** Where the slip is made. */
export interface SlipPlace {
  readonly environment: Environment
  readonly branchName: string
  readonly around: Surroundings
}

/** The slip of a claim in its current state. */
export function slipContent(
  entry: EntrySummary,
  stage: SlipStage,
  { environment, branchName, around }: SlipPlace,
): SlipContent {
  const { product, amount, occurrenceDate, state } = entry
  const fact = (name: string, value: string | null) =>
    value === null || value === '' ? [] : [{ name, value }]
  return {
    notReal: environment === 'live' ? null : t(`paper.not-real.${environment}`),
    stage: t(`slip.${stage}.stage`),
    means: meansOf(entry, stage, around),
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
      ...fact(t('says.fields.occurrenceDate'), occurrenceDate === null ? null : plainDay(occurrenceDate)),
      ...fact(t('slip.amount'), amount === null ? null : naira(amount)),
      ...fact(t('slip.branch'), branchName),
    ],
    todo: (['keep', 'ask', 'next'] as const).map((what) => t(`slip.do.${stage}.${what}`)),
  }
}

/** What the insurer last said stands on the paper with its time: it may have changed since. */
function meansOf({ state, standing }: EntrySummary, stage: SlipStage, around: Surroundings): string {
  if (stage === 'captured') {
    return t(isDecidable(state) ? 'slip.captured.means-sent' : 'slip.captured.means')
  }
  const says = standing?.says ?? null
  const asOf = standing?.asOf ?? null
  if (says === null || asOf === null) return t('slip.received.means')
  const when = dayAndTime(new Date(asOf))
  if (says.isDeleted) return t('slip.received.means-removed', { when })
  return t('slip.received.means-status', { status: statusText(says.status, around), when })
}
