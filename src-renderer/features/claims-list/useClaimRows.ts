import { computed, onScopeDispose, watch, type ComputedRef } from 'vue'
import { isReceived } from '#shared/outbox/predicates.ts'
import { products } from '#shared/domain/product.ts'
import { repositoriesState } from '#renderer/data/repositories/current.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { mergeRows, unlistedIds, type ClaimRow } from './claim-rows.ts'
import { useClaimsView } from './claims-view.ts'
import { firstRows } from './first-rows.ts'
import { filterRows, searchText, sortRows, type FilteredRows } from './row-search.ts'

/** Time slice for preparing the search text in advance: well within a frame. */
const sliceMs = 5

/**
 * The rows of the claims screen. Opens the kept lists and asks the insurer at once, again when the connection comes
 * back, and again when one of our own claims was received.
 */
export function useClaimRows(): {
  /** All claims and those that pass the filter; may exceed the rows until the lists are read. */
  readonly counts: ComputedRef<{ readonly all: number; readonly shown: number }>
  readonly filtered: ComputedRef<FilteredRows>
  /** Neither the lists nor their heads can be shown yet with this filter and order. */
  readonly isReading: ComputedRef<boolean>
} {
  const claims = useClaims()
  const outbox = useOutbox()
  const engine = useEngine()
  const { bodies, need } = useBodies()
  const view = useClaimsView()

  // Do not show the outbox without the lists: claims that are in both would appear as not listed.
  const isRead = computed(
    () =>
      repositoriesState.value.name === 'failed' || products.every((product) => claims.lists[product].isRead),
  )
  const rows = computed(() =>
    isRead.value ? mergeRows({ claims: claims.all, entries: outbox.entries, bodies: bodies() }) : [],
  )
  // Sort before filtering, so that each letter of a search costs one pass and no sort.
  const sorted = computed(() => sortRows(rows.value, view.order))
  const first = computed(() =>
    isRead.value || claims.heads === null
      ? null
      : firstRows({ heads: claims.heads, entries: outbox.entries, bodies: bodies() }),
  )
  const filtered = computed(() =>
    first.value !== null && view.isUntouched ? first.value : filterRows(sorted.value, view.filter),
  )
  const isReading = computed(() => !isRead.value && (first.value === null || !view.isUntouched))
  const counts = computed(() => {
    const all = first.value?.inAnyState ?? rows.value.length
    return { all, shown: filtered.value === first.value ? all : filtered.value.rows.length }
  })

  watch(
    () => first.value?.rows ?? rows.value,
    (now) => void need(unlistedIds(now)),
    { immediate: true },
  )
  watch(
    () => repositoriesState.value.name,
    async (name) => {
      if (name !== 'open') return
      await claims.open()
      await claims.refresh()
    },
    { immediate: true },
  )
  watch(
    [
      () => engine.status?.connection === 'online',
      () => outbox.entries.filter(({ kind, state }) => kind === 'claim' && isReceived(state)).length,
    ],
    ([online, received], [wasOnline, hadReceived]) => {
      if (outbox.isRead && ((online && !wasOnline) || received > hadReceived)) void claims.refresh()
    },
  )
  makeSearchable(rows)
  return { counts, filtered, isReading }
}

function useBodies() {
  const store = useClaimBodies()
  return { bodies: () => store.bodies, need: store.need }
}

/** Prepares the search texts a few at a time, so that the first letter of a search is fast. */
function makeSearchable(rows: ComputedRef<readonly ClaimRow[]>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(timer)
  watch(
    rows,
    (now) => {
      stop()
      let next = 0
      const work = (): void => {
        const end = performance.now() + sliceMs
        for (; next < now.length && performance.now() < end; next += 1) {
          const row = now[next]
          if (row !== undefined) searchText(row)
        }
        if (next < now.length) timer = setTimeout(work, sliceMs)
      }
      timer = setTimeout(work, 300)
    },
    { immediate: true },
  )
  onScopeDispose(stop)
}
