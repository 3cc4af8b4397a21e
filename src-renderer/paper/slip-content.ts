import { hasSlip } from '#shared/claim/actions.ts'
import { isMarkedWrong } from '#shared/claim/claim.ts'
import { toldCustomer, type Surroundings } from '#shared/claim/describe.ts'
import { noCustomer } from '#shared/domain/customer.ts'
import type { Environment } from '#shared/domain/product.ts'
import { dayAndTime, naira, plainDay } from '#shared/language/format.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { say, t } from '#renderer/i18n/index.ts'

export type SlipContent = NonNullable<ReturnType<typeof slipContent>>

/** Where the slip is made. */
export interface SlipPlace {
  readonly environment: Environment
  readonly branchName: string
  readonly around: Surroundings
}

/** The slip of a claim as it stands, null for what has none: only the customer's own data, nothing useful to a thief. */
export function slipContent(entry: EntrySummary, { environment, branchName, around }: SlipPlace) {
  if (!hasSlip(entry)) return null
  const { product, amount, occurrenceDate, customer = noCustomer } = entry
  const { badge, says, reference, receivedAt } = toldCustomer(entry, around)
  // The insurer has still to decide on what replaces a wrong one.
  const isDecided = entry.standing?.isFinal === true && !isMarkedWrong(entry)
  const fact = (name: string, value: string | null) =>
    value === null || value === '' ? [] : [{ name, value }]
  return {
    /** The warning that this is not real; null if it is. */
    notReal: environment === 'live' ? null : t(`paper.not-real.${environment}`),
    stage: badge,
    means: says,
    reference,
    steps: [
      { name: say('groups.captured'), when: dayAndTime(new Date(entry.acceptedAt)), isDone: true },
      {
        name: say('badge.received'),
        when: receivedAt === null ? t('claim-page.steps.not-yet') : dayAndTime(new Date(receivedAt)),
        isDone: receivedAt !== null,
      },
    ],
    facts: [
      ...fact(t('claim.customer.name'), customer.name),
      ...fact(t('claim.customer.phone'), customer.phone),
      ...fact(t('received.product-filter'), product === null ? null : t(`claim.${product}.choice`)),
      ...fact(say('fields.policyNumber'), entry.policyNumber),
      ...fact(say('fields.occurrenceDate'), occurrenceDate === null ? null : plainDay(occurrenceDate)),
      ...fact(say('fields.repairEstimate'), amount === null ? null : naira(amount)),
      ...fact(t('slip.branch'), branchName),
    ],
    todo: [
      t('slip.keep'),
      t('slip.ask'),
      ...(isDecided ? [] : [receivedAt === null ? t('slip.second') : t('slip.documents')]),
    ],
  }
}
