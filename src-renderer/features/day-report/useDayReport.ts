import { computed, onScopeDispose, watch, type ComputedRef, type Ref } from 'vue'
import type { DayBars, DayReport } from '#shared/day-report.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** Many entries may change within a second, so sums are counted again at most this often. */
const pauseMs = 1000

/** A day and the fourteen up to it, counted again whenever an entry or a draft changes. Null while another is loading. */
export function useDayReport(day: Readonly<Ref<string>>): {
  readonly report: ComputedRef<DayReport | null>
  readonly failure: ComputedRef<Failure | null>
  readonly bars: ComputedRef<readonly DayBars[]>
  readonly read: () => void
} {
  const outbox = useOutbox()
  const drafts = useDrafts()
  const { value, again } = useLiveQuery(() => countedOf(day.value))
  const weeks = useLiveQuery(() => askMain('day:two-weeks', { day: day.value }))
  const result = computed(() => (value.value?.day === day.value ? value.value.result : null))

  let timer: ReturnType<typeof setTimeout> | null = null
  watch([() => outbox.entries, () => drafts.byId], () => {
    timer ??= setTimeout(() => {
      timer = null
      again()
      weeks.again()
    }, pauseMs)
  })
  onScopeDispose(() => {
    if (timer !== null) clearTimeout(timer)
  })
  return {
    report: computed(() => (result.value?.ok === true ? result.value.value : null)),
    failure: computed(() => (result.value?.ok === false ? result.value.error : null)),
    bars: computed(() => (weeks.value.value?.ok === true ? weeks.value.value.value : [])),
    read: again,
  }
}

async function countedOf(day: string) {
  return { day, result: await askMain('day:report', { day }) }
}
