import { shallowReadonly, shallowRef } from 'vue'
import type { Repositories } from './open-repositories.ts'

const opened = shallowRef<Repositories | null>(null)
let wanted: string | null = null

/** The pharmacies of the open environment's insurer, for the screens to watch; null while there are none. */
export const repositoriesState = shallowReadonly(opened)

export function openedRepositories(): Repositories | null {
  return opened.value
}

/** Called by {@link startRepositories}, and by tests. */
export function setRepositories(next: Repositories | null): void {
  opened.value = next
}

/** Opens the pharmacies of an insurer in place of those of another. */
export async function startRepositories(insurer: string): Promise<void> {
  if (insurer === wanted) return
  wanted = insurer
  opened.value?.close()
  opened.value = null
  // Loaded separately: the first screen does not wait for it.
  const { openRepositories } = await import('./open-repositories.ts')
  if (wanted === insurer) opened.value = openRepositories(insurer)
}
