import { computed, onScopeDispose, watch, type ComputedRef } from 'vue'
import { isReceived } from '#shared/outbox/predicates.ts'
import { products } from '#shared/domain/product.ts'
import { repositoriesState } from '#renderer/repositories/current.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { mergeRows, unlistedIds, type ClaimRow } from './claim-rows.ts'
import { useClaimsView } from './claims-view.ts'
import { filterRows, searchText, sortRows, type FilteredRows } from './row-search.ts'

/** Time at a stretch for making rows searchable ahead of a search: well inside a frame. */
const sliceMs = 5

/**
 * The rows of the claims screen. Opens what is kept and asks the insurer at once, again when the connection comes
 * back, and again when something of ours was received.
 */
export function useClaimRows(): {
  readonly rows: ComputedRef<readonly ClaimRow[]>
  readonly filtered: ComputedRef<FilteredRows>
} {
  const claims = useClaims()
  const outbox = useOutbox()
  const engine = useEngine()
  const { bodies, need } = useBodies()
  const view = useClaimsView()

  const rows = computed(() =>
    mergeRows({
      claims: products.flatMap((product) => claims.lists[product].claims ?? []),
      entries: outbox.entries,
      bodies: bodies(),
    }),
  )
  // Sorted before it is narrowed: what is typed into the search costs one pass and no sorting.
  const sorted = computed(() => sortRows(rows.value, view.order))
  const filtered = computed(() => filterRows(sorted.value, view.filter))

  watch(rows, (now) => void need(unlistedIds(now)), { immediate: true })
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
  return { rows, filtered }
}

function useBodies() {
  const store = useClaimBodies()
  return { bodies: () => store.bodies, need: store.need }
}

/** Folds the rows' texts a few at a time, so that the first letter of a search finds them ready. */
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
