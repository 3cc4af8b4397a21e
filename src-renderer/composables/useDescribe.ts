import { storeToRefs } from 'pinia'
import { computed } from 'vue'
import type { Claim } from '#shared/claim/claim.ts'
import { describe, type Surroundings } from '#shared/claim/describe.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { holdText, rankedHolds } from '#renderer/i18n/status-line.ts'
import { say } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useConnectivity } from '#renderer/stores/announced.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { useNow } from './useNow.ts'

/** Puts claims into words, as they stand now. */
export function useDescribe() {
  const app = useAppStatus()
  const engine = useEngine()
  const connection = useConnectivity()
  const { hasFileStore, agreedLinks: links } = storeToRefs(app)
  const now = useNow()
  const around = computed((): Surroundings => {
    const holds = engine.status?.holds ?? []
    const [hold] = rankedHolds(holds)
    const { isPracticeCutOff: isCutOff, keyTrouble } = app
    const cause = connection.now?.kind ?? null
    return {
      say,
      now: now.value,
      holds,
      heldBy: hold === undefined ? '' : `${holdText(hold, { isCutOff, cause, keyTrouble }).title}.`,
      statusNames: app.statusNames,
      finalStatuses: app.finalStatuses,
      hasFileStore: hasFileStore.value,
      links: links.value,
    }
  })
  return {
    describe: (claim: Claim) => describe(claim, around.value),
    describeEntry: (entry: EntrySummary) => describe({ type: 'own', entry }, around.value),
    around,
  }
}
