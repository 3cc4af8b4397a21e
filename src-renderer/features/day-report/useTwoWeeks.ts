import { computed, watch, type ComputedRef } from 'vue'
import type { DayBars } from '#shared/day-report.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useCalmly } from './useCalmly.ts'

/** The fourteen days up to this one, counted again when an entry or a draft changes; empty until they are counted. */
export function useTwoWeeks(day: () => string): { readonly bars: ComputedRef<readonly DayBars[]> } {
  const outbox = useOutbox()
  const drafts = useDrafts()
  const { value, again } = useLiveQuery(() => askMain('day:two-weeks', { day: day() }))
  watch([() => outbox.entries, () => drafts.byId], useCalmly(again))
  return { bars: computed(() => (value.value?.ok === true ? value.value.value : [])) }
}
