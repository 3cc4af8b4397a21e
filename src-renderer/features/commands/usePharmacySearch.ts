import { computed, type ComputedRef } from 'vue'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { questionWords, shownOfGroup } from './found.ts'

/** How long typing must pause before asking the worker, which handles one query at a time. */
const restMs = 80

export interface PharmacyMatches {
  readonly pharmacies: readonly Pharmacy[]
  readonly total: number
}
const none: PharmacyMatches = { pharmacies: [], total: 0 }

/** The matching pharmacies kept on this computer, found by the worker that holds their index. */
export function usePharmacySearch(text: () => string): ComputedRef<PharmacyMatches> {
  const { value } = useLiveQuery((signal) => {
    const asked = text()
    return questionWords(asked).length === 0 ? null : matchesOf(asked, signal)
  })
  return computed(() => value.value ?? none)
}

async function matchesOf(asked: string, signal: AbortSignal): Promise<PharmacyMatches> {
  await new Promise((resolve) => setTimeout(resolve, restMs))
  if (signal.aborted) return none
  const answer = await openedRepositories()?.pharmacies.search({ text: asked, page: 1 }, 'offline')
  if (answer?.ok !== true) return none
  const { pharmacies, total } = answer.value.value
  return { pharmacies: pharmacies.slice(0, shownOfGroup), total }
}
