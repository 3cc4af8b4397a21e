import { computed, watch, type ComputedRef } from 'vue'
import type { DayBars } from '#shared/close-of-day.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useToCorrect } from '#renderer/stores/to-correct.ts'
import { useCalmly } from './useCalmly.ts'

/** The fourteen days up to this one, counted again when an entry changes; empty until they are counted. */
export function useTwoWeeks(day: () => string): { readonly bars: ComputedRef<readonly DayBars[]> } {
  const outbox = useOutbox()
  const toCorrect = useToCorrect()
  const { value, again } = useLiveQuery(() => askMain('day:two-weeks', { day: day() }))
  watch([() => outbox.entries, () => toCorrect.count], useCalmly(again))
  return { bars: computed(() => (value.value?.ok === true ? value.value.value : [])) }
}
