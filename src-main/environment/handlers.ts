import { err, ok } from '#shared/result.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import { rarely } from '../platform/rarely.ts'
import type { OfficerSession } from '../officers/officer-session.ts'
import type { AppStatusReporter } from './app-status.ts'
import type { Workspace } from './workspace.ts'

type AppChannel = Extract<
  keyof RequestHandlers,
  | `app:${string}`
  | `settings:${string}`
  | `environment:${string}`
  | `key:${string}`
  | `connection:${string}`
  | `connectivity:${string}`
  | `practice:${string}`
>

export interface AppHandlersOptions {
  readonly workspace: Workspace
  readonly status: AppStatusReporter
  readonly officers: Pick<OfficerSession, 'reload'>
  /** Ends the application and starts it again. */
  readonly startAgain: () => void
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs?: () => number
}

/** Opening everything again stops deliveries for a moment: a page that asks in a loop must not do that to an office. */
const retryRestMs = 2_000
/** A check goes to the insurer with the key. */
const checkRestMs = 1_000

/** Answers what the page asks about the installation: status, settings, key, connection, practice. */
export function createAppHandlers(options: AppHandlersOptions): Pick<RequestHandlers, AppChannel> {
  const { workspace, status, officers } = options
  const retry = rarely(retryRestMs, options.monotonicMs)
  const check = rarely(checkRestMs, options.monotonicMs)
  return {
    'app:status': async () => ok(await status.now()),
    'app:storage-retry': async () => {
      await retry(async () => {
        // Officers first: the storage must not open while nobody is signed in.
        await officers.reload()
        await workspace.reopen()
        // Electron asks the system's store once in a process: a store unlocked since then opens only after a restart.
        if (workspace.environment.storage.type === 'locked') options.startAgain()
        await status.announce()
      })
      return ok(await status.now())
    },
    'settings:change': async (patch) => {
      if (!(await workspace.mayChange(patch))) return err({ type: 'address-declined' })
      const changed = await workspace.change(patch)
      return changed.ok ? ok(await status.announce()) : changed
    },
    'environment:connect': async (wish) => {
      const tried = await workspace.connect(wish)
      if (!tried.ok) return tried
      const connected = tried.value
      if (!connected.isConnected) return ok({ type: 'unchanged', check: connected.check })
      return ok({ type: 'connected', check: connected.check, status: await status.announce() })
    },
    'key:set': async ({ key }) => {
      const set = await workspace.setKey(key)
      return set.ok ? ok((await status.announce()).key) : set
    },
    'key:clear': async () => {
      const cleared = await workspace.clearKey()
      return cleared.ok ? ok((await status.announce()).key) : cleared
    },
    'connection:check': async () => {
      const checked = await check(() => workspace.environment.connection.api.checkConnection())
      return checked === null ? err({ type: 'not-possible-now' }) : ok(checked)
    },
    'connectivity:now': () => {
      const services = workspace.services()
      return services.ok ? ok(services.value.witness.now()) : services
    },
    'practice:connect': async ({ connected }) => {
      const changed = await workspace.connectPractice(connected)
      if (changed.ok) await status.announce()
      return changed
    },
  }
}
