import type { UpdateFailure, UpdatesOff, UpdateStatus } from '#shared/updates.ts'

/*
 *             ┌────────────────────────────── none ──────────────┐
 *             ▼                                                  │
 *   off ──► idle ──check──► checking ──found──► downloading ──downloaded──► ready
 *    ▲       ▲ ▲                │                    │                     ▲ │ ▲
 *    │       │ └failed◄─check   ▼                    ▼             not now │ │ │ not now
 *  switched  │   (from failed) failed ◄──────────────┴──────────── failed ─┤ ▼ │
 *  (not      │                                                             waiting ─drained─► installing
 *  while it  └── withdrawn ── ready, waiting                                                    │
 *  installs)                                                 failed ◄── failed ─────────────────┴──► the process ends
 *
 * Only `drained` leads to `installing`: no attempt is in flight, and none can start.
 */
export type UpdateState =
  | { readonly name: 'off'; readonly reason: UpdatesOff }
  | { readonly name: 'idle'; readonly checkedAt: string | null }
  | { readonly name: 'checking' }
  | { readonly name: 'downloading'; readonly version: string; readonly percent: number }
  | (Ready & { readonly name: 'ready' })
  | (Ready & { readonly name: 'waiting' })
  | (Ready & { readonly name: 'installing' })
  | FailedState

interface FailedState {
  readonly name: 'failed'
  readonly reason: UpdateFailure
  readonly at: string
  readonly noNewsSince: string | null
}

interface Ready {
  readonly version: string
  /** ISO 8601. */
  readonly since: string
}

export type UpdateEvent =
  /** The feed was set, changed or removed. */
  | { readonly type: 'switched'; readonly off: UpdatesOff | null }
  | { readonly type: 'check' }
  | { readonly type: 'none'; readonly at: string }
  | { readonly type: 'found'; readonly version: string }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'downloaded'; readonly since: string }
  /** The feed no longer offers what is ready. */
  | { readonly type: 'withdrawn' }
  | { readonly type: 'install' }
  /** No attempt is in flight, and none can start any more. */
  | { readonly type: 'drained' }
  | { readonly type: 'not-now' }
  | ({ readonly type: 'failed' } & Omit<FailedState, 'name'>)

/** The next state. An event that has no meaning in a state returns the same object. */
export function nextUpdateState(state: UpdateState, event: UpdateEvent): UpdateState {
  switch (event.type) {
    case 'switched':
      if (state.name === 'installing') return state
      return event.off === null ? { name: 'idle', checkedAt: null } : { name: 'off', reason: event.off }
    case 'check':
      return state.name === 'idle' || state.name === 'failed' ? { name: 'checking' } : state
    case 'none':
      return state.name === 'checking' ? { name: 'idle', checkedAt: event.at } : state
    case 'found':
      return state.name === 'checking' ? { name: 'downloading', version: event.version, percent: 0 } : state
    case 'progress':
      return state.name === 'downloading' ? { ...state, percent: event.percent } : state
    case 'downloaded':
      return state.name === 'downloading'
        ? { name: 'ready', version: state.version, since: event.since }
        : state
    case 'withdrawn':
      return state.name === 'ready' || state.name === 'waiting' ? { name: 'idle', checkedAt: null } : state
    case 'install':
      return state.name === 'ready' ? { ...state, name: 'waiting' } : state
    case 'drained':
      return state.name === 'waiting' ? { ...state, name: 'installing' } : state
    case 'not-now':
      return state.name === 'waiting' || state.name === 'installing' ? { ...state, name: 'ready' } : state
    case 'failed':
      return state.name === 'off' || state.name === 'idle'
        ? state
        : { name: 'failed', reason: event.reason, at: event.at, noNewsSince: event.noNewsSince }
  }
}

const askedForMs = 7 * 24 * 3_600_000

/** When what is ready may be installed without being requested. */
export function byItselfFrom({ since }: Ready): string {
  return new Date(Date.parse(since) + askedForMs).toISOString()
}

/** The state as reported to the page. */
export function updateStatusOf(state: UpdateState): UpdateStatus {
  switch (state.name) {
    case 'off':
      return { type: 'off', reason: state.reason }
    case 'idle':
      return { type: 'idle', checkedAt: state.checkedAt }
    case 'checking':
      return { type: 'checking' }
    case 'downloading':
      return { type: 'downloading', version: state.version, percent: state.percent }
    case 'ready':
      return { type: 'ready', version: state.version, byItselfFrom: byItselfFrom(state) }
    case 'waiting':
    case 'installing':
      return { type: state.name, version: state.version }
    case 'failed':
      return { type: 'failed', reason: state.reason, at: state.at, noNewsSince: state.noNewsSince }
  }
}
