import { computed, type ComputedRef } from 'vue'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** Whether the open environment has a file store: files then go up by themselves, and need no links. */
export function useFileStore(): ComputedRef<boolean> {
  const appStatus = useAppStatus()
  return computed(() => {
    const { status } = appStatus
    if (status === null) return false
    return status.environment === 'practice' || status.settings.fileStores[status.environment] !== null
  })
}
