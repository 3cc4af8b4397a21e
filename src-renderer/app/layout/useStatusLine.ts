import { computed, type ComputedRef } from 'vue'
import { statusLine, type StatusLine } from '#renderer/app/layout/status-line.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useConnectivity } from '#renderer/stores/connectivity.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { useNeedsYou } from '#renderer/stores/needs-you.ts'

/** The status line of what the stores hold now. */
export function useStatusLine(): ComputedRef<StatusLine> {
  const app = useAppStatus()
  const engine = useEngine()
  const connection = useConnectivity()
  const outbox = useOutbox()
  const needsYou = useNeedsYou()
  return computed(() =>
    statusLine({
      engine: engine.status,
      entries: outbox.isRead ? outbox.entries : null,
      needsYou: needsYou.isKnown ? needsYou.items.length : null,
      unreadable: outbox.failure !== null,
      waitsInLive: app.status?.undeliveredElsewhere.live ?? 0,
      isCutOff: app.isPracticeCutOff,
      cause: connection.now?.kind ?? null,
      keyTrouble: app.keyTrouble,
    }),
  )
}
