import type { Announce } from '#shared/contract/calls.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { ShownEngine } from '#shared/outbox/hold.ts'
import { isGone } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from './entry-codec.ts'
import { Signal } from '#main/platform/signal.ts'
import { guardStorage } from '#main/platform/sqlite.ts'

/** Changes of a busy engine are sent to the page in batches this many milliseconds apart. */
const bundleMs = 40
/** Delay before changes that could not be read from the disk are announced again. */
const retryAfterMs = 1_000

export type OutboxAnnouncer = ReturnType<typeof createOutboxAnnouncer>

export interface OutboxAnnouncerOptions {
  readonly announce: Announce
  readonly summarise: (id: string) => EntrySummary | null
  readonly status: () => ShownEngine | null
}

/** Batches what the engine reports, so that a thousand deliveries are not a thousand messages. */
export function createOutboxAnnouncer(options: OutboxAnnouncerOptions) {
  const announced = new Signal<ShownEngine>()
  const changed = new Map<string, boolean>()
  let timer: NodeJS.Timeout | null = null

  function send(): void {
    timer = null
    const ids = [...changed]
    changed.clear()
    if (guardStorage(() => announceAll(ids)).ok) return
    for (const [id, isGone] of ids) if (!changed.has(id)) changed.set(id, isGone)
    timer ??= setTimeout(send, retryAfterMs)
  }

  function announceAll(ids: readonly (readonly [string, boolean])[]): void {
    const status = options.status()
    if (status === null) return
    const summaries = ids.flatMap(([id, isGone]) => (isGone ? [] : (options.summarise(id) ?? [])))
    const removed = ids.flatMap(([id, isGone]) => (isGone ? [id] : []))
    if (ids.length > 0) options.announce('outbox:changed', { changed: summaries, removed })
    options.announce('engine:changed', status)
    announced.emit(status)
  }
  const soon = (): void => {
    timer ??= setTimeout(send, bundleMs)
  }
  return {
    /** The status of each batch, for tray and badge. */
    announced,
    entriesChanged(entries: readonly KeptEntry[]): void {
      for (const { id, body, state } of entries) changed.set(id, isGone(body.kind, state))
      soon()
    },
    entriesRemoved(ids: readonly string[]): void {
      for (const id of ids) changed.set(id, true)
      soon()
    },
    statusChanged: soon,
  }
}
