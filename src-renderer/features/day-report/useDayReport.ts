import { computed, watch, type ComputedRef, type Ref } from 'vue'
import type { DayReport } from '#shared/day-report.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useCalmly } from './useCalmly.ts'

/** A day, counted again whenever an entry or a draft changes. Null while another day is loading. */
export function useDayReport(day: Readonly<Ref<string>>): {
  readonly report: ComputedRef<DayReport | null>
  readonly failure: ComputedRef<Failure | null>
  readonly read: () => void
} {
  const outbox = useOutbox()
  const drafts = useDrafts()
  const { value, again } = useLiveQuery(() => countedOf(day.value))
  const result = computed(() => (value.value?.day === day.value ? value.value.result : null))

  watch([() => outbox.entries, () => drafts.byId], useCalmly(again))
  return {
    report: computed(() => (result.value?.ok === true ? result.value.value : null)),
    failure: computed(() => (result.value?.ok === false ? result.value.error : null)),
    read: again,
  }
}

async function countedOf(day: string) {
  return { day, result: await askMain('day:report', { day }) }
}
