import { computed, type ComputedRef } from 'vue'
import { isManaged } from '#shared/managed-settings.ts'
import { inWords } from '#renderer/i18n/index.ts'
import type { Words } from '#renderer/i18n/words.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOfficers } from '#renderer/stores/officers.ts'

/** What is not set yet and every claim needs. */
export interface SetUpNeed extends Words {
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
    return [
      ...(status.hasFileStore ? [] : [{ ...inWords('home.no-store'), to: '/settings/connection#fileStore' }]),
      ...(lacksLink ? [{ ...inWords('home.no-links'), to: '/settings/advanced#notNeededLink' }] : []),
    ]
  })
}
