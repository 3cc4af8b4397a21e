import { computed, type ComputedRef } from 'vue'
import type { ClaimInFull } from '#shared/domain/claim-list.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { useAnswer } from '#renderer/composables/useAnswer.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** One claim as main knows it; null until it answered. */
export interface OneClaim {
  readonly value: ComputedRef<ClaimInFull | null>
  readonly state: ComputedRef<'reading' | 'unknown' | 'there' | Failure>
  readonly again: () => void
}

/** A claim by its key, asked for again whenever it may have changed; nothing for null. Looking at it ends its news. */
export function useOneClaim(key: () => string | null): OneClaim {
  const claims = useClaims()
  const outbox = useOutbox()
  const { value, failure, again } = useAnswer(() => {
    const asked = key()
    const of = asked === null ? null : [claims.renewals, outbox.byId.get(asked)]
    return asked === null || of === null ? null : found(asked)
  })
  const state = computed(() => {
    if (failure.value !== null) return failure.value
    if (value.value === null) return 'reading'
    return value.value.claim === null ? 'unknown' : 'there'
  })
  return { value: computed(() => value.value?.claim ?? null), state, again }
}

async function found(key: string): Promise<Result<{ readonly claim: ClaimInFull | null }, Failure>> {
  const answer = await askMain('claims:one', { key, isOpened: true })
  return answer.ok ? ok({ claim: answer.value }) : answer
}
