import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { noFilter, type RowFilter, type RowOrder, type SortKey } from './row-search.ts'

/** How the list is narrowed and ordered: coming back to it finds it as it was left. */
export const useClaimsView = defineStore('claims-view', () => {
  const filter = shallowRef<RowFilter>(noFilter)
  const order = shallowRef<RowOrder>({ key: 'created', descending: true })

  /** Everything, newest first. */
  const isUntouched = computed(
    () =>
      order.value.key === 'created' &&
      order.value.descending &&
      JSON.stringify(filter.value) === JSON.stringify(noFilter),
  )

  function narrow(part: Partial<RowFilter>): void {
    filter.value = { ...filter.value, ...part }
  }

  /** Sorts by a column; by the same one again, the other way round. Texts begin at A, days and amounts at the top. */
  function sortBy(key: SortKey): void {
    const same = order.value.key === key
    order.value = { key, descending: same ? !order.value.descending : key !== 'policy' }
  }

  return { filter, order, isUntouched, narrow, sortBy }
})
