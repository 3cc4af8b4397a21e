import type { ClaimInFull } from '#shared/domain/claim-list.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { useAnswer, type Answered } from '#renderer/composables/useAnswer.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** One claim as main knows it; null where it is unknown. */
interface Found {
  readonly claim: ClaimInFull | null
}
export type OneClaim = Answered<Found>

/** A claim by its key, asked for again whenever it may have changed; nothing for null. Looking at it ends its news. */
export function useOneClaim(key: () => string | null): OneClaim {
  const claims = useClaims()
  const outbox = useOutbox()
  return useAnswer(() => {
    const asked = key()
    const of = asked === null ? null : [claims.renewals, outbox.byId.get(asked)]
    return asked === null || of === null ? null : found(asked)
  }, key)
}

async function found(key: string): Promise<Result<Found, Failure>> {
  const answer = await askMain('claims:one', { key, isOpened: true })
  return answer.ok ? ok({ claim: answer.value }) : answer
}
