import { computed, onScopeDispose, watch, type ComputedRef, type Ref } from 'vue'
import type { DayReport } from '#shared/close-of-day.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useToCorrect } from '#renderer/stores/to-correct.ts'

/** Many entries may change within a second, so the report is refreshed at most this often. */
const recountMs = 1000

/** The totals of a day, refreshed whenever an entry changes. Null while another day is loading. */
export function useDayReport(day: Readonly<Ref<string>>): {
  readonly report: ComputedRef<DayReport | null>
  readonly failure: ComputedRef<Failure | null>
  readonly read: () => void
} {
  const outbox = useOutbox()
  const toCorrect = useToCorrect()
  let timer: ReturnType<typeof setTimeout> | null = null
  const { value, again } = useLiveQuery(() => countedOf(day.value))
  const result = computed(() => (value.value?.day === day.value ? value.value.result : null))

  watch(
    // A draft of a rejected claim keeps the day open too.
    [() => outbox.entries, () => toCorrect.count],
    () => {
      timer ??= setTimeout(() => {
        timer = null
        again()
      }, recountMs)
    },
  )
  onScopeDispose(() => {
    if (timer !== null) clearTimeout(timer)
  })
  return {
    report: computed(() => (result.value?.ok === true ? result.value.value : null)),
    failure: computed(() => (result.value?.ok === false ? result.value.error : null)),
    read: again,
  }
}

async function countedOf(day: string) {
  return { day, result: await askMain('day:report', { day }) }
}
