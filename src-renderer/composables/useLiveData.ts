import { onScopeDispose, watch } from 'vue'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useDirectory } from '#renderer/stores/directory.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/**
 * Subscribes the stores to main's news, and reads outbox and engine anew whenever another environment opens or the
 * storage comes back. Called once, by App.
 */
export function useLiveData(): void {
  const app = useAppStatus()
  const engine = useEngine()
  const outbox = useOutbox()
  const disposers = [engine.listen(), outbox.listen(), useDirectory().upkeep()]
  void app.start().then((stop) => disposers.push(stop))
  watch(
    () => [app.status?.environment, app.status?.storage.type],
    ([environment]) => {
      if (environment === undefined) return
      void engine.read()
      void outbox.read()
    },
  )
  onScopeDispose(() => disposers.forEach((dispose) => dispose()))
}
