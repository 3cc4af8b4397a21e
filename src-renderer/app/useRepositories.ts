import { shallowReadonly, shallowRef, watch, type Ref } from 'vue'
import { startRepositories, type StartUpFailure } from '#renderer/data/repositories/start-up.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/**
 * Opens the page's own data for the open environment, and again when that changes. Called once, by App.
 */
export function useRepositories(): {
  readonly isOpening: Readonly<Ref<boolean>>
  readonly failure: Readonly<Ref<StartUpFailure | null>>
} {
  const app = useAppStatus()
  const isOpening = shallowRef(true)
  const failure = shallowRef<StartUpFailure | null>(null)
  let turn = 0

  async function open(): Promise<void> {
    const status = app.status
    if (status === null) return
    const mine = ++turn
    isOpening.value = true
    const started = await startRepositories(status)
    if (mine !== turn) return
    failure.value = started.ok ? null : started.error
    isOpening.value = false
  }

  watch(
    () => {
      const status = app.status
      if (status?.settings.configured !== true) return null
      const isUsable = status.storage.type === 'ready' || status.storage.type === 'rebuilt'
      const isOpen = status.officers.type === 'off' || status.officers.type === 'signed-in'
      return isUsable && isOpen ? status.environment : null
    },
    (place) => {
      if (place !== null) void open()
    },
    { immediate: true },
  )

  return {
    isOpening: shallowReadonly(isOpening),
    failure: shallowReadonly(failure),
  }
}
