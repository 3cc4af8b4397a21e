import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import type { ClaimRow, ClaimWindow } from '#shared/domain/claim-list.ts'
import type { Failure } from '#shared/failure.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useClaimsView } from './claims-view.ts'

/** Rows that are asked for at once: those in sight, and as many above and below. */
const rowsAtOnce = 150
const step = 50

const nothing: ClaimWindow = {
  offset: 0,
  rows: [],
  count: 0,
  groups: { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: 0 },
  inAllGroups: 0,
  statuses: [],
  all: 0,
}

/**
 * The rows of the claims screen, of which main gives those around the ones in sight. Lists that are small are read again
 * at once, when the connection comes back, and when one of our own claims was received.
 */
export function useClaimWindow(): {
  readonly window: ComputedRef<ClaimWindow>
  readonly rowAt: (index: number) => ClaimRow | undefined
  /** The rows in sight begin here. */
  readonly show: (first: number) => void
  /** What is shown answers an earlier filter or order, for another moment. */
  readonly isBusy: ComputedRef<boolean>
  /** Nothing can be shown yet. */
  readonly isReading: ComputedRef<boolean>
  readonly failure: ComputedRef<Failure | null>
} {
  const view = useClaimsView()
  const claims = useClaims()
  const drafts = useDrafts()
  const outbox = useOutbox()
  const app = useAppStatus()
  const offset = shallowRef(0)

  const { value } = useLiveQuery(() => {
    // Asked again whenever the rows may be others.
    const asked = {
      list: view.list,
      of: [claims.renewals, outbox.byId, drafts.byId, app.status?.environment],
    }
    return ask(asked.list, offset.value)
  })
  const window = computed(() => value.value?.window ?? nothing)
  useRefreshing()
  onScopeDispose(() => void askMain('claims:left'))
  return {
    window,
    rowAt: (index) => window.value.rows[index - window.value.offset],
    show(first) {
      offset.value = Math.max(0, Math.floor(first / step) * step - step)
    },
    isBusy: computed(() => value.value !== null && value.value.list !== view.list),
    isReading: computed(() => value.value === null),
    failure: computed(() => value.value?.failure ?? null),
  }
}

interface Answered {
  readonly list: ReturnType<typeof useClaimsView>['list']
  readonly window: ClaimWindow | null
  readonly failure: Failure | null
}

async function ask(list: Answered['list'], offset: number): Promise<Answered> {
  const answer = await askMain('claims:query', { ...list, offset, limit: rowsAtOnce, onScreen: true })
  return answer.ok
    ? { list, window: answer.value, failure: null }
    : { list, window: null, failure: answer.error }
}

/** Has the small lists read again whenever they may have changed. */
function useRefreshing(): void {
  const claims = useClaims()
  const outbox = useOutbox()
  const engine = useEngine()
  const app = useAppStatus()
  watch(
    () => app.status?.environment,
    () => void claims.refresh(),
    { immediate: true },
  )
  watch(
    [
      () => engine.status?.connection === 'online',
      () => outbox.entries.filter(({ kind, state }) => kind === 'claim' && isReceived(state)).length,
    ],
    ([online, received], [wasOnline, hadReceived]) => {
      if (!outbox.isRead) return
      if (received > hadReceived) void claims.refresh(true)
      else if (online && !wasOnline) void claims.refresh()
    },
  )
}
