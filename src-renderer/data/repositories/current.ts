import { shallowReadonly, shallowRef } from 'vue'
import type { Environment } from '#shared/domain/product.ts'
import type { Repositories } from './open-repositories.ts'

const opened = shallowRef<Repositories | null>(null)
let wanted: Environment | null = null

/** The pharmacies of the open environment, for the screens to watch; null while there are none. */
export const repositoriesState = shallowReadonly(opened)

export function openedRepositories(): Repositories | null {
  return opened.value
}

/** Called by {@link startRepositories}, and by tests. */
export function setRepositories(next: Repositories | null): void {
  opened.value = next
}

/** Opens the pharmacies of an environment in place of those of another. */
export async function startRepositories(environment: Environment): Promise<void> {
  if (environment === wanted) return
  wanted = environment
  opened.value?.close()
  opened.value = null
  // Loaded separately: the first screen does not wait for it.
  const { openRepositories } = await import('./open-repositories.ts')
  if (wanted === environment) opened.value = openRepositories(environment)
}
