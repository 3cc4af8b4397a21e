import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import { painted } from '#renderer/composables/painted.ts'

/** More than a tall window shows. */
const atFirst = 30
/** Chunk size: small enough for a slow computer to handle a key press between two chunks. */
const stretch = 60

/**
 * Renders the rows of a long list in chunks: a screenful at once, then the others while the first can be read and used
 * already.
 */
export function useDrawnRows<T>(options: {
  readonly rows: ComputedRef<readonly T[]>
  /** A changed value means another list: start over. */
  readonly resetOn: () => unknown
  /** Index of a row that must be rendered from the start; -1 for none. */
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
  watch(options.resetOn, () => (limit.value = atFirst), { flush: 'sync' })
  watch([() => rows.value.length, limit], () => void grow(), { immediate: true })
  onScopeDispose(() => (isOver = true))
  return computed(() => (end.value < rows.value.length ? rows.value.slice(0, end.value) : rows.value))
}
