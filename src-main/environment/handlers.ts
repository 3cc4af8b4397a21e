import { ok } from '#shared/result.ts'
import type { SettingsPatch } from '#shared/settings.ts'
import type { Workspace } from './workspace.ts'
import type { RequestHandlers } from '../ipc/register.ts'

type AppChannel = Extract<
  keyof RequestHandlers,
  | `app:${string}`
  | `settings:${string}`
  | `environment:${string}`
  | `key:${string}`
  | `data-key:${string}`
  | `connection:${string}`
  | `practice:${string}`
>

export interface AppHandlersOptions {
  readonly workspace: Workspace
  readonly onSettings: (patch: SettingsPatch) => void
  readonly reloadOfficers: () => Promise<void>
  /** Ends the application and starts it again. */
  readonly startAgain: () => void
}

/** Answers what the page asks about the installation: status, settings, key, connection, practice. */
export function createAppHandlers(options: AppHandlersOptions): Pick<RequestHandlers, AppChannel> {
  const { workspace, onSettings, reloadOfficers } = options
  return {
    'app:status': async () => ok(await workspace.status()),
    'app:storage-retry': async () => {
      // Officers first: the storage must not open while nobody is signed in.
      await reloadOfficers()
      const status = await workspace.reopen()
      // Electron asks the system's store once in a process: a store unlocked since then opens only after a restart.
      if (status.storage.type === 'locked') options.startAgain()
      return ok(status)
    },
    'settings:change': async (patch) => {
      const changed = await workspace.change(patch)
      if (changed.ok) onSettings(patch)
      return changed
    },
    'environment:connect': (asked) => workspace.connect(asked),
    'key:set': async ({ key }) => {
      const status = await workspace.setKey(key)
      return status.ok ? ok(status.value.key) : status
    },
    'key:clear': async () => {
      const status = await workspace.clearKey()
      return status.ok ? ok(status.value.key) : status
    },
    'data-key:renew': async () => {
      const renewed = await workspace.renewDataKey()
      // The officers' file is sealed under the new key now.
      await reloadOfficers()
      return renewed
    },
    'connection:check': async () => ok(await workspace.environment.connection.api.checkConnection()),
    'connection:now': () => {
      const services = workspace.services()
      return services.ok ? ok(services.value.witness.now()) : services
    },
    'connection:diary': () => {
      const services = workspace.services()
      return services.ok ? ok(services.value.witness.diary()) : services
    },
    'practice:connect': async ({ connected }) => {
      const status = await workspace.connectPractice(connected)
      return status.ok ? ok(null) : status
    },
  }
}
