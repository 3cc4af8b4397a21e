import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useOfficers } from '#renderer/stores/officers.ts'
import { useUpdates } from '#renderer/stores/updates.ts'
import type { Surroundings } from './setting-list.ts'

/** What decides now which settings are there; null until main has said how it stands. */
export function surroundings(): Surroundings | null {
  const { status } = useAppStatus()
  const updates = useUpdates().status
  const takesFeed = updates !== null && (updates.type !== 'off' || updates.reason === 'no-feed')
  return status === null ? null : { status, isManager: useOfficers().isManager, takesFeed }
}
