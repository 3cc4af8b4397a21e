import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ClaimRow, ClaimWindow, StatusCounts } from '#shared/domain/claim-list.ts'
import type { Failure } from '#shared/failure.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useClaimsView } from '#renderer/stores/claims-view.ts'

/** Rows that are asked for at once. */
const rowsAtOnce = 200
/** Rows that must be at hand around the first one in sight: as many ahead as a dragged scroll bar passes meanwhile. */
const needed = { up: { before: 100, after: 80 }, down: { before: 0, after: 150 } } as const

const nothing: ClaimWindow = {
  offset: 0,
  rows: [],
  count: 0,
  groups: { 'needs-you': 0, 'on-its-way': 0, drafts: 0, received: 0 },
  inAllGroups: 0,
  statuses: null,
  all: 0,
}

/**
 * The rows of the claims screen, of which main gives those around the ones in sight, and ahead of them while they are
 * scrolled. Every answer is shown, also while a newer question is out: a list that is dragged keeps its rows.
 * Lists that are small are read again at once, when the connection comes back, and when one of our own claims was
 * received.
 */
export function useClaimWindow() {
  const view = useClaimsView()
  const claims = useClaims()
  const drafts = useDrafts()
  const outbox = useOutbox()
  const app = useAppStatus()
  const offset = shallowRef(0)
  let firstBefore = 0
  const question = computed(() => ({
    list: view.list,
    offset: offset.value,
    // Asked again whenever the rows may be others.
    of: [claims.renewals, outbox.byId, drafts.byId, app.status?.environment],
  }))
  const answered = shallowRef<Answered | null>(null)
  const statuses = shallowRef<StatusCounts>({ key: '', counts: [] })
  let asked = 0
  let shown = 0
  watch(
    question,
    async ({ list, offset }) => {
      const turn = ++asked
      const had = statuses.value
      const window = { offset, limit: rowsAtOnce, onScreen: true, statusesKey: had.key }
      const answer = await askMain('claims:query', { ...list, ...window })
      if (turn < shown) return
      shown = turn
      const before = answered.value?.list === list ? answered.value.window : nothing
      const after = answer.ok ? answer.value : nothing
      answered.value = { list, window: after, failure: answer.ok ? null : answer.error }
      statuses.value = after.statuses ?? had
      // Where rows came or went above it, the claim with the focus keeps it; who went to none stays with the newest.
      if (view.activeIndex === null) return
      const active = before.rows[view.activeIndex - before.offset]?.key
      const place = after.rows.findIndex(({ key }) => key === active)
      if (place !== -1) view.activeIndex = after.offset + place
    },
    { immediate: true },
  )
  const window = computed(() => answered.value?.window ?? nothing)
  useRefreshing()
  onScopeDispose(() => void askMain('claims:left'))
  return {
    window,
    statuses: computed(() => statuses.value.counts),
    rowAt: (index: number): ClaimRow | undefined => window.value.rows[index - window.value.offset],
    /** The rows in sight begin here. */
    show: (first: number): void => {
      const way = first < firstBefore ? 'up' : 'down'
      firstBefore = first
      const from = Math.max(0, first - needed[way].before)
      const end = first + needed[way].after
      if (from < offset.value || end > offset.value + rowsAtOnce)
        offset.value = way === 'down' ? from : Math.max(0, end - rowsAtOnce)
    },
    /** What is shown answers an earlier filter or order, for another moment. */
    isBusy: computed(() => answered.value !== null && answered.value.list !== view.list),
    isReading: computed(() => answered.value === null),
    failure: computed(() => answered.value?.failure ?? null),
  }
}

interface Answered {
  readonly list: ReturnType<typeof useClaimsView>['list']
  readonly window: ClaimWindow
  readonly failure: Failure | null
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
