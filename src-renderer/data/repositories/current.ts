import { shallowReadonly, shallowRef } from 'vue'
import type { Environment } from '#shared/domain/product.ts'
import type { Repositories, StartUpFailure } from './open-repositories.ts'

/** Whether this page's data can be used. */
export type RepositoriesState =
  | { readonly name: 'closed' }
  | { readonly name: 'opening' }
  | {
      readonly name: 'open'
      readonly environment: Environment
      readonly repositories: Repositories
    }
  | { readonly name: 'failed'; readonly failure: StartUpFailure }

const state = shallowRef<RepositoriesState>({ name: 'closed' })

/** The data of the open environment, for the screens to watch. */
export const repositoriesState = shallowReadonly(state)

/** Only start-up sets this. */
export function setRepositoriesState(next: RepositoriesState): void {
  state.value = next
}

/** The data of the open environment, or null while it is not open. */
export function openedRepositories(): Repositories | null {
  return state.value.name === 'open' ? state.value.repositories : null
}
