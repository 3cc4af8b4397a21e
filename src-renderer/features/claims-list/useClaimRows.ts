import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { isReceived } from '#shared/outbox/predicates.ts'
import { products } from '#shared/domain/product.ts'
import { painted } from '#renderer/composables/painted.ts'
import { Slices } from '#renderer/composables/slices.ts'
import { repositoriesState } from '#renderer/data/repositories/current.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { sortedRowsOf, unlistedIds, withOutbox, type ClaimRow, type SortedRows } from './claim-rows.ts'
import { useClaimsView } from './claims-view.ts'
import { firstRows } from './first-rows.ts'
import { FilterPass, searchText, type FilteredRows, type RowFilter } from './row-search.ts'

/**
 * The rows of the claims screen. Opens the kept lists and reads small ones again at once, when the connection comes
 * back, and when one of our own claims was received. Whatever goes through all claims is done in slices.
 */
export function useClaimRows(): {
  /** All claims and those that pass the filter; may exceed the rows until the lists are read. */
  readonly counts: ComputedRef<{ readonly all: number; readonly shown: number }>
  readonly filtered: ComputedRef<FilteredRows>
  /** The rows are those of an earlier filter or order for another moment. */
  readonly isBusy: ComputedRef<boolean>
  /** Neither the lists nor their heads can be shown yet with this filter and order. */
  readonly isReading: ComputedRef<boolean>
} {
  const claims = useClaims()
  const outbox = useOutbox()
  const bodies = useClaimBodies()
  const view = useClaimsView()

  const sorted = useSortedRows()
  const merged = computed(() =>
    sorted.value === null
      ? null
      : withOutbox(sorted.value, { entries: outbox.entries, bodies: bodies.bodies }),
  )
  const rows = computed(() => merged.value?.rows ?? null)
  const found = useFiltered(rows, () => view.filter)
  // The first rows stay until all are sorted and filtered: without any in between, the grid would lose its place.
  const first = computed(() =>
    found.filtered.value !== null || claims.heads === null
      ? null
      : firstRows({ heads: claims.heads, entries: outbox.entries, bodies: bodies.bodies }),
  )
  const filtered = computed(() =>
    first.value !== null && view.isUntouched ? first.value : (found.filtered.value ?? nothing),
  )
  const isReading = computed(
    () => found.filtered.value === null && (first.value === null || !view.isUntouched),
  )
  const isBusy = computed(() => found.isBusy.value || (sorted.value?.order ?? view.order) !== view.order)
  const counts = computed(() => {
    const all = first.value?.inAnyState ?? rows.value?.length ?? 0
    return { all, shown: filtered.value === first.value ? all : filtered.value.rows.length }
  })

  watch(
    () => (first.value === null ? (merged.value?.unlistedIds ?? []) : unlistedIds(first.value.rows)),
    (ids) => void bodies.need(ids),
    { immediate: true },
  )
  useRefreshing()
  makeSearchable(() => sorted.value?.rows ?? none)
  return { counts, filtered, isBusy, isReading }
}

const none: readonly ClaimRow[] = []
const nothing: FilteredRows = { rows: none, states: new Map(), inAnyState: 0 }

/** The rows of the lists that are in memory, in the chosen order; null until there are any, then the latest ready ones. */
function useSortedRows(): Readonly<ShallowRef<SortedRows | null>> {
  const claims = useClaims()
  const view = useClaimsView()
  const sorted = shallowRef<SortedRows | null>(null)
  // Do not show the outbox without the lists: claims that are in both would appear as not listed.
  const isRead = computed(
    () =>
      repositoriesState.value.name === 'failed' || products.every((product) => claims.lists[product].isRead),
  )
  watch(
    () => [isRead.value, claims.listed, view.order] as const,
    async ([isReady, listed, order], _before, onCleanup) => {
      if (!isReady) {
        sorted.value = null
        return
      }
      const wanted = new AbortController()
      onCleanup(() => wanted.abort())
      const made = await sortedRowsOf(listed, order, new Slices(wanted.signal))
      if (made !== null && !wanted.signal.aborted) sorted.value = made
    },
    { immediate: true },
  )
  return sorted
}

/**
 * The rows that pass the filter: at once where one slice is enough, else the earlier ones for another moment. Null until
 * there are rows.
 */
function useFiltered(
  rows: ComputedRef<readonly ClaimRow[] | null>,
  filter: () => RowFilter,
): { readonly filtered: ShallowRef<FilteredRows | null>; readonly isBusy: ShallowRef<boolean> } {
  const filtered = shallowRef<FilteredRows | null>(null)
  const isBusy = shallowRef(false)
  watch(
    () => [rows.value, filter()] as const,
    async ([all, wantedFilter], _before, onCleanup) => {
      const wanted = new AbortController()
      onCleanup(() => wanted.abort())
      if (all === null) {
        filtered.value = null
        isBusy.value = false
        return
      }
      const slices = new Slices(wanted.signal)
      const pass = new FilterPass(all, wantedFilter)
      while (!pass.run(() => slices.isOver())) {
        isBusy.value = true
        if (!(await slices.next())) return
      }
      filtered.value = pass.found
      isBusy.value = false
    },
    { immediate: true },
  )
  return { filtered, isBusy }
}

/** Reads the small lists again whenever they may have changed. */
function useRefreshing(): void {
  const claims = useClaims()
  const outbox = useOutbox()
  const engine = useEngine()
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
      if (!outbox.isRead) return
      if (received > hadReceived) void claims.refreshAfter()
      else if (online && !wasOnline) void claims.refresh()
    },
  )
}

/** Prepares the search texts a few at a time, so that the first letter of a search is fast. */
function makeSearchable(rows: () => readonly ClaimRow[]): void {
  let wanted = new AbortController()
  watch(
    rows,
    async (now) => {
      wanted.abort()
      wanted = new AbortController()
      const { signal } = wanted
      await painted()
      if (signal.aborted) return
      const slices = new Slices(signal)
      for (const row of now) {
        if (slices.isOver() && !(await slices.next())) return
        searchText(row)
      }
    },
    { immediate: true },
  )
  onScopeDispose(() => wanted.abort())
}
