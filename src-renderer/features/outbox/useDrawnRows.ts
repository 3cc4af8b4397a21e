import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { painted } from '#renderer/composables/painted.ts'

/** More than a tall window shows. */
const atFirst = 30
/** A stretch that leaves a slow computer time to answer a key between two of them. */
const stretch = 60

/**
 * The rows of a long list as they come into the document: a screenful at once, the others a stretch at a time while the
 * first ones can be read and used already.
 */
export function useDrawnRows<T>(options: {
  readonly rows: ComputedRef<readonly T[]>
  /** Another value of this is another list. */
  readonly startsAnew: () => unknown
  /** Index of a row that is there from the beginning; -1 for none. */
  readonly sought: () => number
}): ComputedRef<readonly T[]> {
  const { rows } = options
  const limit = shallowRef(atFirst)
  const end = computed(() => Math.max(limit.value, options.sought() + 1))
  let isOver = false
  let isGrowing = false
  async function grow(): Promise<void> {
    if (isGrowing) return
    isGrowing = true
    while (end.value < rows.value.length && !isOver) {
      await painted()
      limit.value += stretch
    }
    isGrowing = false
  }
  watch(options.startsAnew, () => (limit.value = atFirst), { flush: 'sync' })
  watch([() => rows.value.length, limit], () => void grow(), { immediate: true })
  onScopeDispose(() => (isOver = true))
  return computed(() => (end.value < rows.value.length ? rows.value.slice(0, end.value) : rows.value))
}
