import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { DirectoryProgress } from '#renderer/data/repositories/directory-repository.ts'

/** Pages after which the pace says something about the rest. */
const fewPages = 4

/** How many of the pages to read are read: each is read twice, the second time to check it. */
export function pagesDone(progress: DirectoryProgress): number {
  return progress.pagesRead + progress.pagesChecked
}

/** Milliseconds that a download still takes at the pace seen here; null while that is not known. */
export function useTimeLeft(progress: () => DirectoryProgress | null): ComputedRef<number | null> {
  const start = shallowRef<{ readonly atMs: number; readonly done: number } | null>(null)
  const left = shallowRef<number | null>(null)
  watch(
    progress,
    (now) => {
      left.value = null
      const isRunning = now !== null && !now.isPaused && now.failure === null && now.waitingFor === null
      if (!isRunning) start.value = null
      else if (start.value === null || pagesDone(now) < start.value.done)
        start.value = { atMs: performance.now(), done: pagesDone(now) }
      else {
        const done = pagesDone(now) - start.value.done
        const rest = 2 * now.pages - pagesDone(now)
        if (done >= fewPages) left.value = (rest * (performance.now() - start.value.atMs)) / done
      }
    },
    { immediate: true },
  )
  return computed(() => left.value)
}
