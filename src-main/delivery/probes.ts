import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { EngineParts } from './engine-parts.ts'

/** A claim whose 403 no probe could explain is tried again after this. */
const unexplainedMs = 60_000

/** Asks whether the API can be reached, and with this key; and draws from it what claims were refused with 403 for. */
export function startProbe(parts: EngineParts): void {
  const { options, connection, loop } = parts
  if (loop.has('ask/probe')) return
  if (goesOutAtOnce(parts)) options.api.prepare(1)
  const answered = connection.beginProbe()
  loop.start('ask/probe', async (signal) => {
    const check = await options.api.checkConnection(signal)
    return () => {
      answered(check)
      settleDoubts(parts, check.type)
      options.onStatus()
    }
  })
}

/** Whether a claim leaves as soon as the probe is answered: its connection then opens beside the probe's. */
function goesOutAtOnce({ options, connection, wishes }: EngineParts): boolean {
  if (wishes.paused || connection.fault === 'theirs') return false
  const [first] = options.outbox.undelivered()
  return first !== undefined
}

// After a 403: the key is refused, or the insurer's system refuses that entry alone.
function settleDoubts(
  { options, connection, doubts, delays, tell }: EngineParts,
  check: ConnectionCheck['type'],
): void {
  if (connection.isProbeWanted || doubts.size === 0) return
  const ids = [...doubts]
  doubts.clear()
  for (const id of ids) {
    if (check === 'works') {
      const at = options.clock.now().toISOString()
      const refused = options.outbox.apply(id, { type: 'refused-alone', at })
      tell(refused.ok ? { ok: true, value: [refused.value] } : refused)
    } else delays.delay(id, unexplainedMs)
  }
}
