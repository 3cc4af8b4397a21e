import { computed, type ComputedRef } from 'vue'
import { statusLine, type StatusLine } from '#renderer/layout/status-line.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** The status line of what the stores hold now. */
export function useStatusLine(): ComputedRef<StatusLine> {
  const app = useAppStatus()
  const engine = useEngine()
  const connection = useConnection()
  const outbox = useOutbox()
  return computed(() =>
    statusLine({
      engine: engine.status,
      entries: outbox.isRead ? outbox.entries : null,
      unreadable: outbox.failure !== null,
      environment: app.environment,
      isCutOff: app.isPracticeCutOff,
      cause: connection.now?.kind ?? null,
      elsewhere: app.status?.undeliveredElsewhere ?? {},
    }),
  )
}
