import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { newestFirst, type RowOrder, type SortKey } from './row-order.ts'
import { noFilter, type RowFilter } from './row-search.ts'

/** Filter and order of the list, kept so that they survive leaving the screen. */
export const useClaimsView = defineStore('claims-view', () => {
  const filter = shallowRef<RowFilter>(noFilter)
  const order = shallowRef<RowOrder>(newestFirst)

  /** No filter, newest first. */
  const isUntouched = computed(
    () =>
      order.value.key === 'created' &&
      order.value.descending &&
      JSON.stringify(filter.value) === JSON.stringify(noFilter),
  )

  function narrow(part: Partial<RowFilter>): void {
    filter.value = { ...filter.value, ...part }
  }

  /** Sorts by a column, or reverses the order. Texts start ascending, days and amounts descending. */
  function sortBy(key: SortKey): void {
    const same = order.value.key === key
    order.value = { key, descending: same ? !order.value.descending : key !== 'policy' }
  }

  /** The claims at the insurer in the order of the list, as it was when one of them was opened. */
  const opened = shallowRef<readonly ReceivedClaim[]>([])

  return { filter, order, opened, isUntouched, narrow, sortBy }
})
