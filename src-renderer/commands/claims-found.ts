import { noFilter, type ClaimRow } from '#shared/domain/claim-list.ts'
import { customerWords } from '#shared/domain/customer.ts'
import type { KeptDetail } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import { fold, searchedPolicy } from '#shared/language/fold.ts'
import { ok, type Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { hasEvery } from './found.ts'

export interface ClaimMatches {
  /** The words that were searched. */
  readonly asked: string
  /** The newest matches. */
  readonly rows: readonly ClaimRow[]
  readonly total: number
  /** Claims kept with their customers; also found by the customer's name. */
  readonly kept: readonly KeptDetail[]
}
/** More than are shown: several may be of one policy. */
const askedClaims = 50

/** Searches all claims that are here for every word, the newest first. @param opened those kept with their customers */
export async function claimsWith(
  words: readonly string[],
  opened: ReturnType<typeof askMain<'details:all'>>,
): Promise<Result<ClaimMatches, Failure>> {
  const asked = words.join(' ')
  const found = await askMain('claims:query', {
    ...noFilter,
    search: asked.slice(0, 500),
    sort: 'created',
    descending: true,
    offset: 0,
    limit: askedClaims,
    onScreen: false,
  })
  if (!found.ok) return found
  const kept = await opened
  const named = (kept.ok ? kept.value : []).filter((one) => hasEvery(fold(keptText(one)), words))
  return ok({ asked, rows: found.value.rows, total: found.value.count, kept: named })
}

function keptText({ policyNumber, detail: { holder } }: KeptDetail): string {
  const { firstName, middleName, surname, phone } = holder ?? {}
  const name = [firstName, middleName, surname].filter(Boolean).join(' ')
  return [searchedPolicy(policyNumber), ...customerWords({ name, phone: phone ?? '' })].join(' ')
}
