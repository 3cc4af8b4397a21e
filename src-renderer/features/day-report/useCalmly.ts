import { onScopeDispose } from 'vue'

/** Many entries may change within a second, so sums are counted again at most this often. */
const pauseMs = 1000

/** Runs an action a second after the first of many calls, and not once the scope has ended. */
export function useCalmly(action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  onScopeDispose(() => {
    if (timer !== null) clearTimeout(timer)
  })
  return () => {
    timer ??= setTimeout(() => {
      timer = null
      action()
    }, pauseMs)
  }
}
