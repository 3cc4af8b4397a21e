import { onScopeDispose, watch } from 'vue'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useConnectivity, useUpdates, useUploads } from '#renderer/stores/announced.ts'
import { saveOnTurningAway } from '#renderer/data/draft-saver.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useDirectory } from '#renderer/stores/directory.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { startRepositories } from '#renderer/data/repositories/current.ts'

/**
 * Subscribes the stores to main's announcements, and reloads outbox and engine when another environment opens or the
 * storage is available again. Called once, by App.
 */
export function useLiveData(): void {
  const app = useAppStatus()
  const drafts = useDrafts()
  const stores = [useEngine(), useConnectivity(), useOutbox(), useClaims(), useUpdates(), useUploads()]
  const disposers = [...stores.map((store) => store.listen()), useDirectory().upkeep(), saveOnTurningAway()]
  void app.start().then((stop) => disposers.push(stop))
  watch(
    // Watches single values: every status is a new object, and a changed theme must not reload everything.
    [() => app.status?.environment, () => app.status?.storage.type, () => app.isOpen] as const,
    ([environment]) => {
      if (environment === undefined || !app.isOpen) return
      for (const store of [...stores, drafts]) void store.read()
    },
  )
  onScopeDispose(() => disposers.forEach((dispose) => dispose()))
}

/** Opens the pharmacies of the open environment's insurer, and again when either changes. Called once, by App. */
export function useRepositories(): void {
  const app = useAppStatus()
  watch(
    () => {
      const status = app.status
      if (status?.settings.configured !== true) return null
      const isUsable = status.storage.type === 'ready' || status.storage.type === 'rebuilt'
      const isOpen = status.officers.type === 'off' || status.officers.type === 'signed-in'
      return isUsable && isOpen ? app.insurer : null
    },
    (insurer) => {
      if (insurer !== null) void startRepositories(insurer)
    },
    { immediate: true },
  )
}
