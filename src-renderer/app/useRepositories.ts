import { shallowReadonly, shallowRef, watch, type Ref } from 'vue'
import {
  officerIdOf,
  startRepositories,
  type StartUpFailure,
  type StartUpReport,
} from '#renderer/data/repositories/start-up.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/**
 * Opens the page's own data (drafts, pharmacy directory) for the open environment, and again when that changes. Called
 * once, by App.
 */
export function useRepositories(): {
  readonly isOpening: Readonly<Ref<boolean>>
  readonly failure: Readonly<Ref<StartUpFailure | null>>
  readonly report: Readonly<Ref<StartUpReport | null>>
} {
  const app = useAppStatus()
  const isOpening = shallowRef(true)
  const failure = shallowRef<StartUpFailure | null>(null)
  const report = shallowRef<StartUpReport | null>(null)
  let turn = 0

  async function open(): Promise<void> {
    const status = app.status
    if (status === null) return
    const mine = ++turn
    isOpening.value = true
    const started = await startRepositories(status)
    if (mine !== turn) return
    failure.value = started.ok ? null : started.error
    report.value = started.ok ? started.value : null
    isOpening.value = false
  }

  watch(
    () => {
      const status = app.status
      if (status?.settings.configured !== true) return null
      const isUsable = status.storage.type === 'ready' || status.storage.type === 'rebuilt'
      const isOpen = status.officers.type === 'off' || status.officers.type === 'signed-in'
      return isUsable && isOpen ? `${status.environment}/${officerIdOf(status) ?? ''}` : null
    },
    (place) => {
      if (place !== null) void open()
    },
    { immediate: true },
  )

  return {
    isOpening: shallowReadonly(isOpening),
    failure: shallowReadonly(failure),
    report: shallowReadonly(report),
  }
}
