import type { AppStatus } from '#shared/contract/app-status.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openedRepositories, repositoriesState, setRepositoriesState } from './current.ts'
import type { StartUpFailure } from './open-repositories.ts'

export type { StartUpFailure } from './open-repositories.ts'

const inTurn = oneAtATime()

/**
 * Opens this page's data for the environment of the status, and closes any other. Safe to call again: an environment
 * that is already open is left alone, one that failed is retried. Calls run one at a time. Errors: why the data cannot
 * be used; it is left untouched in that case.
 */
export function startRepositories(status: AppStatus): Promise<Result<null, StartUpFailure>> {
  return inTurn(() => start(status))
}

async function start(status: AppStatus): Promise<Result<null, StartUpFailure>> {
  const state = repositoriesState.value
  if (state.name === 'open' && state.environment === status.environment) return ok(null)
  close()
  setRepositoriesState({ name: 'opening' })
  // A fifth of all script code: loaded separately, so that the first screen does not wait for the database.
  const { openRepositories } = await import('./open-repositories.ts')
  const opened = await openRepositories(status)
  if (!opened.ok) {
    setRepositoriesState({ name: 'failed', failure: opened.error })
    return err(opened.error)
  }
  setRepositoriesState({ name: 'open', environment: status.environment, repositories: opened.value })
  return ok(null)
}

function close(): void {
  const repositories = openedRepositories()
  if (repositories === null) return
  setRepositoriesState({ name: 'closed' })
  repositories.close()
}
