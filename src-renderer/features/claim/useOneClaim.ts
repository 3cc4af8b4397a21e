import { shallowRef, type ShallowRef } from 'vue'
import type { ClaimInFull } from '#shared/domain/claim-list.ts'
import type { Failure } from '#shared/failure.ts'
import { askMain } from '#renderer/data/ask-main.ts'
import { useLiveQuery } from '#renderer/data/useLiveQuery.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'

/** One claim as main knows it; null until it answered. */
export interface OneClaim {
  readonly value: Readonly<ShallowRef<ClaimInFull | null>>
  readonly state: Readonly<ShallowRef<'reading' | 'unknown' | 'there' | Failure>>
  readonly again: () => void
}

/** A claim by its key, asked for again whenever it may have changed; nothing for null. Looking at it ends its news. */
export function useOneClaim(key: () => string | null): OneClaim {
  const claims = useClaims()
  const outbox = useOutbox()
  const value = shallowRef<ClaimInFull | null>(null)
  const state = shallowRef<'reading' | 'unknown' | 'there' | Failure>('reading')
  const { again } = useLiveQuery(() => {
    const asked = key()
    const of = asked === null ? null : [claims.renewals, outbox.byId.get(asked)]
    return asked === null || of === null ? null : ask(asked)
  })
  async function ask(asked: string): Promise<void> {
    const found = await askMain('claims:one', { key: asked, isOpened: true })
    if (asked !== key()) return
    value.value = found.ok ? found.value : null
    state.value = found.ok ? (found.value === null ? 'unknown' : 'there') : found.error
  }
  return { value, state, again }
}
