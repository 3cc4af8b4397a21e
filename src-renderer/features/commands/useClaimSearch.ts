import { computed, watch, type ComputedRef } from 'vue'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { KeptDetail } from '#shared/domain/received-claim.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { Slices } from '#renderer/composables/slices.ts'
import { sortedRowsOf, type ClaimRow } from '#renderer/features/claims-list/claim-rows.ts'
import { newestFirst } from '#renderer/features/claims-list/row-order.ts'
import { searchText } from '#renderer/features/claims-list/row-search.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { fold } from '#shared/language/fold.ts'
import { searchedPolicy } from '#renderer/data/search/searched-policy.ts'
import { hasEvery, questionWords, shownOfGroup } from './found.ts'

export interface ClaimMatches {
  /** The newest matches. */
  readonly rows: readonly ClaimRow[]
  readonly total: number
  /** Claims kept with their customers; also found by the customer's name. */
  readonly kept: readonly KeptDetail[]
}
const none: ClaimMatches = { rows: [], total: 0, kept: [] }

/** Searches the kept claims for every word in time slices; a newer query cancels an older one. */
export function useClaimSearch(text: () => string): ComputedRef<ClaimMatches> {
  const claims = useClaims()
  let rows: readonly ClaimRow[] | null = null
  let kept: readonly KeptDetail[] = []

  const opened = claims.open().then(async () => {
    const answer = await askMain('details:all')
    kept = answer.ok ? answer.value : []
  })
  watch(
    () => claims.listed,
    () => (rows = null),
  )

  async function look(words: readonly string[], signal: AbortSignal): Promise<ClaimMatches> {
    await opened
    const { listed } = claims
    const sorted = rows ?? (await sortedRowsOf(listed, newestFirst, new Slices(signal)))?.rows ?? null
    if (sorted === null) return none
    if (listed === claims.listed) rows = sorted
    const found = await through(sorted, words, signal)
    if (found === null) return none
    const named = kept.filter((one) => hasEvery(fold(keptText(one)), words))
    const policies = new Set(named.map((one) => `${one.product} ${policyNumberOf(one.policyNumber)}`))
    const others = found.rows.filter(
      (row) => !policies.has(`${row.product} ${policyNumberOf(row.policyNumber)}`),
    )
    return { ...found, rows: others, kept: named.slice(0, shownOfGroup) }
  }
  const { value } = useLiveQuery((signal) => {
    const words = questionWords(text())
    return words.length === 0 ? null : look(words, signal)
  })
  return computed(() => value.value ?? none)
}

async function through(
  rows: readonly ClaimRow[],
  words: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly rows: readonly ClaimRow[]; readonly total: number } | null> {
  const first: ClaimRow[] = []
  let total = 0
  const slices = new Slices(signal)
  for (const row of rows) {
    if (slices.isOver() && !(await slices.next())) return null
    if (!hasEvery(searchText(row), words)) continue
    total += 1
    if (first.length < shownOfGroup) first.push(row)
  }
  return signal.aborted ? null : { rows: first, total }
}

function keptText({ policyNumber, detail: { holder } }: KeptDetail): string {
  return [searchedPolicy(policyNumber), holder?.firstName, holder?.middleName, holder?.surname, holder?.phone]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
}
