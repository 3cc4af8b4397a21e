import type { UpdateFailure, UpdatesOff, UpdateStatus } from '#shared/updates.ts'
import { byItselfFrom, isPutOff, mayPutOff, putOffOnce, type Patience } from './patience.ts'

/*
 *             ┌────────────────────────────── none ──────────────┐
 *             ▼                                                  │
 *   off ──► idle ──check──► checking ──found──► downloading ──downloaded──► ready ◄──put off── ready
 *    ▲        ▲                 │                    │                     ▲ │ ▲
 *    │        └──failed◄─check  ▼                    ▼             not now │ │ │ not now
 *  switched    (from failed) failed ◄────────────────┴──────────── failed ─┤ ▼ │
 *  (not while it                                                           waiting ─drained─► installing
 *  installs)                                                                                    │
 *                                                            failed ◄── failed ─────────────────┴──► the process ends
 *
 * Only `drained` leads to `installing`: no attempt is in flight, and none can start.
 */
export type UpdateState =
  | { readonly name: 'off'; readonly reason: UpdatesOff }
  | { readonly name: 'idle'; readonly checkedAt: string | null }
  | { readonly name: 'checking' }
  | { readonly name: 'downloading'; readonly version: string; readonly percent: number }
  | ReadyState
  | { readonly name: 'waiting'; readonly version: string; readonly patience: Patience }
  | { readonly name: 'installing'; readonly version: string; readonly patience: Patience }
  | FailedState

interface FailedState {
  readonly name: 'failed'
  readonly reason: UpdateFailure
  readonly at: string
  readonly noNewsSince: string | null
}

export interface ReadyState {
  readonly name: 'ready'
  readonly version: string
  readonly patience: Patience
}

export type UpdateEvent =
  /** The feed was set, changed or removed. */
  | { readonly type: 'switched'; readonly off: UpdatesOff | null }
  | { readonly type: 'check' }
  | { readonly type: 'none'; readonly at: string }
  | { readonly type: 'found'; readonly version: string }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'downloaded'; readonly patience: Patience }
  | { readonly type: 'put-off'; readonly now: Date }
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
        ? { name: 'ready', version: state.version, patience: event.patience }
        : state
    case 'put-off':
      if (state.name !== 'ready' || !mayPutOff(state.patience, event.now)) return state
      return { ...state, patience: putOffOnce(state.patience, event.now) }
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

/** The state as reported to the page. */
export function updateStatusOf(state: UpdateState, now: Date): UpdateStatus {
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
      return {
        type: 'ready',
        version: state.version,
        putOffUntil: isPutOff(state.patience, now) ? state.patience.putOffUntil : null,
        mayPutOff: mayPutOff(state.patience, now),
        byItselfFrom: byItselfFrom(state.patience),
      }
    case 'waiting':
    case 'installing':
      return { type: state.name, version: state.version }
    case 'failed':
      return { type: 'failed', reason: state.reason, at: state.at, noNewsSince: state.noNewsSince }
  }
}
