import type { UpdatesOff, UpdateStatus } from '#shared/updates.ts'

export type UpdateEvent =
  /** The feed was set, changed or removed. */
  | { readonly type: 'switched'; readonly off: UpdatesOff | null }
  | { readonly type: 'check' }
  | { readonly type: 'none'; readonly at: string }
  | { readonly type: 'found'; readonly version: string }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'downloaded' }
  /** The feed no longer offers what is ready. */
  | { readonly type: 'withdrawn' }
  | { readonly type: 'install' }
  /** No attempt is in flight, and none can start any longer. */
  | { readonly type: 'drained' }
  | { readonly type: 'not-now' }
  | Extract<UpdateStatus, { readonly type: 'failed' }>

/**
 * The next status. An event that has no meaning in a status returns the same object.
 *
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
export function nextUpdateStatus(status: UpdateStatus, event: UpdateEvent): UpdateStatus {
  switch (event.type) {
    case 'switched':
      if (status.type === 'installing') return status
      return event.off === null ? { type: 'idle', checkedAt: null } : { type: 'off', reason: event.off }
    case 'check':
      return status.type === 'idle' || status.type === 'failed' ? { type: 'checking' } : status
    case 'none':
      return status.type === 'checking' ? { type: 'idle', checkedAt: event.at } : status
    case 'found':
      return status.type === 'checking' ? { type: 'downloading', version: event.version, percent: 0 } : status
    case 'progress':
      return status.type === 'downloading' ? { ...status, percent: event.percent } : status
    case 'downloaded':
      return status.type === 'downloading' ? { type: 'ready', version: status.version } : status
    case 'withdrawn':
      return status.type === 'ready' || status.type === 'waiting' ? { type: 'idle', checkedAt: null } : status
    case 'install':
      return status.type === 'ready' ? { ...status, type: 'waiting' } : status
    case 'drained':
      return status.type === 'waiting' ? { ...status, type: 'installing' } : status
    case 'not-now':
      return status.type === 'waiting' || status.type === 'installing' ? { ...status, type: 'ready' } : status
    case 'failed':
      return status.type === 'off' || status.type === 'idle' ? status : event
  }
}
