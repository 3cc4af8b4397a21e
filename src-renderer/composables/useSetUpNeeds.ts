import { computed, type ComputedRef } from 'vue'
import { isManaged } from '#shared/managed-settings.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOfficers } from '#renderer/stores/officers.ts'

/** What is not set yet and every claim needs. */
export interface SetUpNeed {
  readonly title: string
  readonly text: string
  /** Where it is set. */
  readonly to: string
}

/** What a manager has to set, outside of practice; without officers everyone manages. */
export function useSetUpNeeds(): ComputedRef<readonly SetUpNeed[]> {
  const app = useAppStatus()
  const officers = useOfficers()
  return computed(() => {
    const { status } = app
    if (status === null || app.isPractice || !officers.isManager) return []
    const lacksLink = (['notNeededLink', 'notAvailableLink'] as const).some(
      (name) => status.settings[name] === '' && !isManaged(status.managed, name),
    )
    const need = (name: 'no-store' | 'no-links', to: string): SetUpNeed => ({
      title: t(`home.${name}.title`),
      text: t(`home.${name}.detail`),
      to,
    })
    return [
      ...(status.hasFileStore ? [] : [need('no-store', '/settings/connection#fileStore')]),
      ...(lacksLink ? [need('no-links', '/settings/advanced#notNeededLink')] : []),
    ]
  })
}
