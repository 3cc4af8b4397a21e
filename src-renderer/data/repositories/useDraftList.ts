import { shallowReadonly, shallowRef, watch, type ShallowRef } from 'vue'
import { repositoriesState } from './current.ts'
import type { OpenedRow } from './draft-rows.ts'

/** The drafts of the open environment, newest first, as they are now. */
export interface DraftList {
  /** Null until the first reading. */
  readonly rows: Readonly<ShallowRef<readonly OpenedRow[] | null>>
  /** The last reading failed. */
  readonly failed: Readonly<ShallowRef<boolean>>
}

/** Watches the drafts; starts anew with another environment, and ends with the calling scope. */
export function useDraftList(): DraftList {
  const rows = shallowRef<readonly OpenedRow[] | null>(null)
  const failed = shallowRef(false)
  watch(
    repositoriesState,
    (state, _before, onCleanup) => {
      rows.value = null
      failed.value = false
      if (state.name !== 'open') return
      const subscription = state.repositories.drafts.list().subscribe({
        next: (value) => {
          rows.value = value
          failed.value = false
        },
        error: () => void (failed.value = true),
      })
      onCleanup(() => subscription.unsubscribe())
    },
    { immediate: true },
  )
  return { rows: shallowReadonly(rows), failed: shallowReadonly(failed) }
}
