import { computed, type ComputedRef } from 'vue'
import { noFilter, type ClaimRow } from '#shared/domain/claim-list.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { KeptDetail } from '#shared/domain/received-claim.ts'
import { fold } from '#shared/language/fold.ts'
import { searchedPolicy } from '#shared/language/searched-policy.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { hasEvery, questionWords, shownOfGroup } from './found.ts'

export interface ClaimMatches {
  /** The newest matches. */
  readonly rows: readonly ClaimRow[]
  readonly total: number
  /** Claims kept with their customers; also found by the customer's name. */
  readonly kept: readonly KeptDetail[]
}
const none: ClaimMatches = { rows: [], total: 0, kept: [] }

/** More than are shown: those that are found with their customer are not shown twice. */
const asked = 50

/** Searches all claims that are here for every word, the newest first. */
export function useClaimSearch(text: () => string): ComputedRef<ClaimMatches> {
  const opened = askMain('details:all')

  async function look(words: readonly string[]): Promise<ClaimMatches> {
    const list = { ...noFilter, search: words.join(' ').slice(0, 500) }
    const found = await askMain('claims:query', {
      ...list,
      sort: 'created',
      descending: true,
      offset: 0,
      limit: asked,
      onScreen: false,
    })
    const kept = await opened
    const named = (kept.ok ? kept.value : []).filter((one) => hasEvery(fold(keptText(one)), words))
    const policies = new Set(named.map((one) => `${one.product} ${policyNumberOf(one.policyNumber)}`))
    const others = (found.ok ? found.value.rows : []).filter(
      (row) => !policies.has(`${row.product} ${policyNumberOf(row.policyNumber)}`),
    )
    return {
      rows: others.slice(0, shownOfGroup),
      total: found.ok ? found.value.count : 0,
      kept: named.slice(0, shownOfGroup),
    }
  }
  const { value } = useLiveQuery(() => {
    const words = questionWords(text())
    return words.length === 0 ? null : look(words)
  })
  return computed(() => value.value ?? none)
}

function keptText({ policyNumber, detail: { holder } }: KeptDetail): string {
  return [searchedPolicy(policyNumber), holder?.firstName, holder?.middleName, holder?.surname, holder?.phone]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
}
