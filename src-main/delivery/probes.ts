import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { Delays } from '#main/platform/holds.ts'
import type { Loop } from '#main/platform/loop.ts'
import type { EngineOptions, Wishes } from './engine-options.ts'
import type { InsurerConnection } from './insurer-connection.ts'
import type { Writing } from './writing.ts'

export interface ProbeOptions extends Pick<EngineOptions, 'outbox' | 'api' | 'clock' | 'onChange'> {
  readonly connection: InsurerConnection
  readonly loop: Loop
  readonly delays: Delays
  /**
   * Entries that were refused with 403: either the key is refused, or the insurer's system refuses this entry alone. A
   * request that only reads decides; nothing is sent before. Kept in memory: after a start they are tried again.
   */
  readonly doubts: Set<string>
  readonly wishes: Wishes
  readonly writing: Writing
}

/** A claim whose 403 no probe could explain is tried again after this. */
const unexplainedMs = 60_000

/** Asks whether the API can be reached, and with this key; and draws from it what claims were refused with 403 for. */
export function startProbe(options: ProbeOptions): void {
  const { api, connection, loop, onChange } = options
  if (loop.has('ask/probe')) return
  if (goesOutAtOnce(options)) api.prepare(1)
  const answered = connection.beginProbe()
  loop.start('ask/probe', async (signal) => {
    const check = await api.checkConnection(signal)
    return () => {
      answered(check)
      settleDoubts(options, check.type)
      onChange([])
    }
  })
}

/** Whether a claim leaves as soon as the probe is answered: its connection then opens beside the probe's. */
function goesOutAtOnce({ outbox, connection, wishes }: ProbeOptions): boolean {
  if (wishes.paused || connection.fault === 'theirs') return false
  const [first] = outbox.undelivered()
  return first !== undefined
}

// After a 403: the key is refused, or the insurer's system refuses that entry alone.
function settleDoubts(
  { outbox, clock, connection, doubts, delays, writing }: ProbeOptions,
  check: ConnectionCheck['type'],
): void {
  if (connection.isProbeWanted || doubts.size === 0) return
  const ids = [...doubts]
  doubts.clear()
  for (const id of ids) {
    if (check === 'works') {
      const at = clock.now().toISOString()
      const refused = outbox.apply(id, { type: 'refused-alone', at })
      writing.tell(refused.ok ? { ok: true, value: [refused.value] } : refused)
    } else delays.delay(id, unexplainedMs)
  }
}
