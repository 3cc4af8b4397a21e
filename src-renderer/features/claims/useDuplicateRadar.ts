import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import type { Draft } from '#shared/domain/draft.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { mergeRows, unlistedIds } from '#renderer/features/claims-list/claim-rows.ts'
import type { DraftsRepository } from '#renderer/data/repositories/drafts-repository.ts'
import { useClaimBodies } from '#renderer/stores/claims-bodies.ts'
import { useClaims } from '#renderer/stores/claims.ts'
import { useOutbox } from '#renderer/stores/outbox.ts'
import { similarClaims, type SimilarClaim, type WrittenClaim } from './duplicate-radar.ts'

/** How long typing rests before the other claims are looked through. */
const restMs = 250

const none: readonly SimilarClaim[] = []

/** The claims of the same policy that are known here, looked for while one is written. */
export function useDuplicateRadar(
  drafts: DraftsRepository,
  written: () => WrittenClaim,
): ComputedRef<readonly SimilarClaim[]> {
  const claims = useClaims()
  const outbox = useOutbox()
  const bodies = useClaimBodies()
  const looked = shallowRef<WrittenClaim | null>(null)
  const otherDrafts = useDraftsOf(drafts, () => looked.value?.policyNumber ?? '')
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
  // Nothing is read before there is something to compare it with.
  watch(wanted, (policy) => {
    if (policy !== '') void claims.open()
  })
  watch(rows, (now) => void bodies.need(unlistedIds(now)))
  // None is the same list each time: the form is not drawn anew for it.
  return computed(() => {
    const similar = looked.value === null ? none : similarClaims(looked.value, otherDrafts.value, rows.value)
    return similar.length === 0 ? none : similar
  })
}

/** The drafts as they are when a policy is looked for: watching them would open all at every letter typed. */
function useDraftsOf(drafts: DraftsRepository, policy: () => string) {
  const found = shallowRef<readonly Draft[]>([])
  let stop = (): void => undefined
  watch(policy, (now) => {
    stop()
    if (now.trim() === '') return
    const subscription = drafts.list().subscribe({
      next: (rows) => {
        found.value = rows.flatMap(({ draft }) => (draft === null ? [] : [draft]))
        stop()
      },
      error: () => undefined,
    })
    stop = () => subscription.unsubscribe()
  })
  onScopeDispose(() => stop())
  return found
}
