import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { Pharmacy } from '#shared/domain/pharmacy.ts'
import { openedRepositories } from '#renderer/data/repositories/current.ts'
import { questionWords, shownOfGroup } from './found.ts'

/** How long typing rests before the worker is asked: it is busy with one question at a time. */
const restMs = 80

export interface PharmacyMatches {
  readonly pharmacies: readonly Pharmacy[]
  readonly total: number
}
const none: PharmacyMatches = { pharmacies: [], total: 0 }

/** The pharmacies kept on this computer that match, looked for in the worker that keeps their index. */
export function usePharmacySearch(text: () => string): Readonly<ShallowRef<PharmacyMatches>> {
  const matches = shallowRef(none)
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => {
    turn += 1
    clearTimeout(timer)
  })

  async function look(asked: string, mine: number): Promise<void> {
    const answer = await openedRepositories()?.pharmacies.searchKept({ text: asked, filters: {} }, 1)
    if (mine !== turn) return
    matches.value =
      answer?.ok === true
        ? {
            pharmacies: answer.value.value.pharmacies.slice(0, shownOfGroup),
            total: answer.value.value.total,
          }
        : none
  }
  watch(
    text,
    (asked) => {
      turn += 1
      const mine = turn
      clearTimeout(timer)
      if (questionWords(asked).length === 0) matches.value = none
      else timer = setTimeout(() => void look(asked, mine), restMs)
    },
    { immediate: true },
  )
  return matches
}
