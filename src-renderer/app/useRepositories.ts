import { watch } from 'vue'
import { startRepositories } from '#renderer/data/repositories/current.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** Opens the pharmacies of the open environment, and again when that changes. Called once, by App. */
export function useRepositories(): void {
  const app = useAppStatus()
  watch(
    () => {
      const status = app.status
      if (status?.settings.configured !== true) return null
      const isUsable = status.storage.type === 'ready' || status.storage.type === 'rebuilt'
      const isOpen = status.officers.type === 'off' || status.officers.type === 'signed-in'
      return isUsable && isOpen ? status.environment : null
    },
    (environment) => {
      if (environment !== null) void startRepositories(environment)
    },
    { immediate: true },
  )
}
