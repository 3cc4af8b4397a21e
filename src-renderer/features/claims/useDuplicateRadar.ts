import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { mergeRows, unlistedIds } from '#renderer/features/claims-list/claim-rows.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { similarClaims, type SimilarClaim, type WrittenClaim } from './duplicate-radar.ts'

/** How long typing must pause before the other claims are searched (debounce). */
const restMs = 250

const none: readonly SimilarClaim[] = []

/** Finds the known claims of the same policy while a claim is being written. */
export function useDuplicateRadar(written: () => WrittenClaim): ComputedRef<readonly SimilarClaim[]> {
  const claims = useClaims()
  const drafts = useDrafts()
  const outbox = useOutbox()
  const bodies = useClaimBodies()
  const looked = shallowRef<WrittenClaim | null>(null)
  const wanted = computed(() => policyNumberOf(looked.value?.policyNumber ?? ''))

  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => [written().policyNumber, written().occurrenceDate],
    () => {
      clearTimeout(timer)
      timer = setTimeout(() => (looked.value = written()), looked.value === null ? 0 : restMs)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))

  const rows = computed(() =>
    wanted.value === ''
      ? []
      : mergeRows({
          claims: claims.ofPolicy(wanted.value),
          entries: outbox.entries.filter(({ policyNumber }) => policyNumberOf(policyNumber) === wanted.value),
          bodies: bodies.bodies,
        }),
  )
  // Read the lists only once there is a policy to compare with.
  watch(wanted, (policy) => {
    if (policy !== '') void claims.open()
  })
  watch(rows, (now) => void bodies.need(unlistedIds(now)))
  // Always the same empty list, so that the form does not re-render.
  return computed(() => {
    const similar = looked.value === null ? none : similarClaims(looked.value, drafts.all, rows.value)
    return similar.length === 0 ? none : similar
  })
}
