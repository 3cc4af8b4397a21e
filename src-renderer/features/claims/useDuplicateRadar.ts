import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { useClaimsOfPolicy } from '#renderer/composables/useClaimsOfPolicy.ts'
import { similarClaims, type SimilarClaim, type WrittenClaim } from './duplicate-radar.ts'

/** How long typing must pause before the other claims are searched (debounce). */
const restMs = 250

const none: readonly SimilarClaim[] = []

/** Finds the known claims of the same policy while a claim is being written. */
export function useDuplicateRadar(written: () => WrittenClaim): ComputedRef<readonly SimilarClaim[]> {
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

  const known = useClaimsOfPolicy(() => wanted.value)
  // Always the same empty list, so that the form does not re-render.
  return computed(() => {
    const similar = looked.value === null ? none : similarClaims(looked.value, known.value.rows)
    return similar.length === 0 ? none : similar
  })
}
