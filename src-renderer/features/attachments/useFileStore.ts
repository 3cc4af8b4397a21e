import { computed, type ComputedRef } from 'vue'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** Whether the open environment has a file store: files then go up by themselves, and need no links. */
export function useFileStore(): ComputedRef<boolean> {
  const appStatus = useAppStatus()
  return computed(() => appStatus.status?.hasFileStore ?? false)
}
