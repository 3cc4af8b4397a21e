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
 * Opens this page's data of the status's environment and officer, closing another one's. Safe to call again: an environment that
 * is open stays as it is, one that failed is tried anew. Calls take turns.
 *
 * @returns what was put right, or why the data cannot be used: it is then left untouched.
 */
export function startRepositories(status: AppStatus): Promise<Result<StartUpReport, StartUpFailure>> {
  return inTurn(() => start(status))
}

/** Closes this page's data and opens it again: what was removed leaves memory too. Takes its turn. */
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
  // A fifth of all scripts: the first screen is there before the database is.
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

// Whoever leaves the window may be about to switch the computer off: main's copies catch up at once.
function listenForLeaving(): void {
  if (listening) return
  listening = true
  const flush = (): void => void openedRepositories()?.drafts.flushCopies()
  window.addEventListener('blur', flush)
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
}
