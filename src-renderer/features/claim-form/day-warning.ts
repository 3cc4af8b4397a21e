import { computed, type ComputedRef, type Ref } from 'vue'
import { today, type CalendarDate } from '#shared/domain/calendar-date.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { PolicyRecord } from '#shared/domain/received-claim.ts'
import { notThere } from '#shared/domain/told.ts'
import { plainDay } from '#shared/language/format.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useAnswer } from '#renderer/composables/useAnswer.ts'
import { isAskable } from '#renderer/composables/useClaimsOfPolicy.ts'
import { t } from '#renderer/i18n/index.ts'

/** When a policy is valid. A day that is unknown warns of nothing. */
export type PolicyPeriod = Pick<PolicyRecord, 'startDate' | 'endDate'>

/** What is odd about the day of an incident, as a sentence; '' where nothing is. @param period null where unknown */
export function dayWarning(day: CalendarDate, period: PolicyPeriod | null, now = today()): string {
  const { startDate: start, endDate: end } = period ?? unknown
  if (day > now) return t('form.future', { date: plainDay(day) })
  if (end.type === 'read' && day > end.day) return t('form.policy-ended', { date: plainDay(end.day) })
  if (start.type === 'read' && day < start.day) return t('form.policy-begins', { date: plainDay(start.day) })
  const yearAgo = `${Number(now.slice(0, 4)) - 1}${now.slice(4)}`
  return day < yearAgo ? t('form.old', { date: plainDay(day) }) : ''
}

const unknown: PolicyPeriod = { startDate: notThere, endDate: notThere }

/** When a policy is valid, where its details are saved on this computer. */
export function usePolicyPeriod(
  product: Readonly<Ref<Product>>,
  policyNumber: Readonly<Ref<PolicyNumber>>,
): ComputedRef<PolicyPeriod | null> {
  const { value } = useAnswer(
    () =>
      isAskable(policyNumber.value)
        ? askMain('details:find', { product: product.value, policyNumber: policyNumber.value })
        : null,
    () => policyNumber.value,
  )
  return computed(() => value.value?.detail.policy ?? null)
}
