import type { AppStatus } from '#shared/contract/app-status.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openedRepositories, repositoriesState, setRepositoriesState } from './current.ts'
import { officerIdOf } from './officer-id.ts'
import type { StartUpFailure, StartUpReport } from './open-repositories.ts'

export { officerIdOf } from './officer-id.ts'
export type { StartUpFailure, StartUpReport } from './open-repositories.ts'

const inTurn = oneAtATime()
let listening = false

/**
 * Opens this page's data for the environment and officer of the status, and closes any other. Safe to call again: an
 * environment that is already open is left alone, one that failed is retried. Calls run one at a time.
 *
 * @returns what was repaired, or why the data cannot be used; it is left untouched in that case.
 */
export function startRepositories(status: AppStatus): Promise<Result<StartUpReport, StartUpFailure>> {
  return inTurn(() => start(status))
}

/** Closes this page's data and opens it again, so that removed data leaves memory too. Runs after earlier calls. */
export function restartRepositories(status: AppStatus): Promise<Result<StartUpReport, StartUpFailure>> {
  return inTurn(async () => {
    await close()
    return await start(status)
  })
}

async function start(status: AppStatus): Promise<Result<StartUpReport, StartUpFailure>> {
  const state = repositoriesState.value
  const officerId = officerIdOf(status)
  if (state.name === 'open' && state.environment === status.environment && state.officerId === officerId) {
    return ok(state.repositories.report)
  }
  await close()
  setRepositoriesState({ name: 'opening' })
  listenForLeaving()
  // A fifth of all script code: loaded separately, so that the first screen does not wait for the database.
  const { openRepositories } = await import('./open-repositories.ts')
  const opened = await openRepositories(status)
  if (!opened.ok) {
    setRepositoriesState({ name: 'failed', failure: opened.error })
    return err(opened.error)
  }
  setRepositoriesState({
    name: 'open',
    environment: status.environment,
    officerId,
    repositories: opened.value,
  })
  return ok(opened.value.report)
}

async function close(): Promise<void> {
  const repositories = openedRepositories()
  if (repositories === null) return
  await repositories.drafts.flushCopies()
  setRepositoriesState({ name: 'closed' })
  repositories.close()
}

// An officer who leaves the window may be about to switch the computer off: bring main's copies up to date now.
function listenForLeaving(): void {
  if (listening) return
  listening = true
  const flush = (): void => void openedRepositories()?.drafts.flushCopies()
  window.addEventListener('blur', flush)
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
}
