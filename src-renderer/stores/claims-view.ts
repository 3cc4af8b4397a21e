import { defineStore } from 'pinia'
import { computed, shallowRef, onScopeDispose, watch, type ShallowRef } from 'vue'
import { noFilter, type ClaimFilter, type ClaimOrder, type SortKey } from '#shared/domain/claim-list.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOfficers } from '#renderer/stores/officers.ts'

const newestFirst: ClaimOrder = { sort: 'created', descending: true }

/** Filter, order and place of the list, kept so that they survive leaving the screen. */
export const useClaimsView = defineStore('claims-view', () => {
  const filter = shallowRef<ClaimFilter>(noFilter)
  const order = shallowRef<ClaimOrder>(newestFirst)
  /** The row that has the focus, or had it last; null before anyone went to one. */
  const activeIndex = shallowRef<number | null>(null)
  /** What main is asked for. */
  const list = computed(() => ({ ...filter.value, ...order.value }))

  function narrow(part: Partial<ClaimFilter>): void {
    filter.value = { ...filter.value, ...part }
    activeIndex.value = null
  }

  const app = useAppStatus()
  const officers = useOfficers()
  // Nothing of another environment or officer hides claims, or is read by a colleague. A lock alone changes nothing.
  watch(
    () => `${app.environment} ${officers.current?.id ?? officers.last}`,
    () => narrow(noFilter),
    { flush: 'sync' },
  )

  /** Whether anything but the group narrows it. */
  const isNarrowed = computed(
    () => JSON.stringify({ ...filter.value, group: null }) !== JSON.stringify(noFilter),
  )
  const clear = (): void => narrow({ ...noFilter, group: filter.value.group })

  /** Sorts by a column, or reverses the order. Texts start ascending, days and amounts descending. */
  function sortBy(sort: SortKey): void {
    const same = order.value.sort === sort
    order.value = { sort, descending: same ? !order.value.descending : sort !== 'policy' }
  }

  return { filter, order, activeIndex, list, isNarrowed, narrow, clear, sortBy }
})

/** From this width a claim stands beside the list. */
const wide = '(width >= 80rem)'

/** Whether the window is wide enough for a list and one of its claims side by side. */
export function useWideWindow(): Readonly<ShallowRef<boolean>> {
  const media = matchMedia(wide)
  const isWide = shallowRef(media.matches)
  const look = (): void => {
    // Paper is narrow, and what is printed may not be drawn anew while it is.
    if (!matchMedia('print').matches) isWide.value = media.matches
  }
  media.addEventListener('change', look)
  onScopeDispose(() => media.removeEventListener('change', look))
  return isWide
}
