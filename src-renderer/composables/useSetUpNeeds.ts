import { computed, type ComputedRef } from 'vue'
import { longestStatus } from '#shared/settings.ts'
import { isManaged } from '#shared/managed-settings.ts'
import { inWords } from '#renderer/i18n/index.ts'
import type { Words } from '#renderer/i18n/words.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** What is not set yet and every claim needs. */
export interface SetUpNeed extends Words {
  /** Where it is set. */
  readonly to: string
}

/** As many values stand in a line; all are where they get their names. */
const mostNamed = 3

/** What a manager has to set, outside of practice; without officers everyone manages. */
export function useSetUpNeeds(): ComputedRef<readonly SetUpNeed[]> {
  const app = useAppStatus()
  const officers = useOfficers()
  const outbox = useOutbox()
  /** The values that the insurer gave claims of this office, and that nobody named. */
  const seen = computed(() => new Set(outbox.entries.map(({ standing }) => standing?.says?.status ?? '')))
  return computed(() => {
    const { status } = app
    if (status === null || app.isPractice || !officers.isManager) return []
    const lacksLink = (['notNeededLink', 'notAvailableLink'] as const).some(
      (name) => status.settings[name] === '' && !isManaged(status.managed, name),
    )
    const unnamed = [...seen.value]
      .sort()
      .filter(
        (value) => value !== '' && value.length <= longestStatus && !Object.hasOwn(app.statusNames, value),
      )
    return [
      ...(status.hasFileStore ? [] : [{ ...inWords('home.no-store'), to: '/settings/connection#fileStore' }]),
      ...(unnamed.length === 0 || isManaged(status.managed, 'statusNames')
        ? []
        : [
            {
              ...inWords('home.no-names', {
                values: unnamed
                  .slice(0, mostNamed)
                  .map((value) => `“${value}”`)
                  .join(', '),
              }),
              to: '/settings/claims#statusNames',
            },
          ]),
      ...(lacksLink ? [{ ...inWords('home.no-links'), to: '/settings/claims#notNeededLink' }] : []),
    ]
  })
}
