import type { SettingsPatch } from '#shared/settings.ts'
import type { AppStatus } from '#shared/ipc/app-status.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { Workspace } from './environment/workspace.ts'
import type { Announce } from './ipc/announce.ts'
import { createApiHandlers } from './ipc/api-handlers.ts'
import { createAppHandlers } from './ipc/app-handlers.ts'
import { createDraftHandlers } from './ipc/draft-handlers.ts'
import { createOutboxAnnouncer } from './ipc/outbox-announcer.ts'
import { createOutboxHandlers } from './ipc/outbox-handlers.ts'
import type { RequestHandlers } from './ipc/register.ts'
import { summaryOf } from './outbox/entry-summary.ts'
import { practiceKey } from './practice/practice-server.ts'
import { createSettingsFile } from './settings/settings-file.ts'
import { createKeyVault } from './vault/key-vault.ts'
import type { ProtectionSource } from './vault/protection.ts'

export interface ComposeOptions {
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  readonly protection: ProtectionSource
  readonly announce: Announce
  /** What the tray and the badge show changed. */
  readonly onStatus: (status: EngineStatus, app: Pick<AppStatus, 'environment'>) => void
  readonly onSettings: (patch: SettingsPatch) => void
}

export interface Composed {
  readonly workspace: Workspace
  readonly handlers: RequestHandlers
}

/** Constructs every service that needs no window, and puts them together. The only place that does. */
export async function compose(options: ComposeOptions): Promise<Composed> {
  const { dataFolder, protection, announce } = options
  const box: { workspace: Workspace | null } = { workspace: null }
  const announcer = createOutboxAnnouncer({
    announce,
    status: () => box.workspace?.environment.services?.engine.status() ?? null,
    summarise(id) {
      const services = box.workspace?.environment.services ?? null
      const entry = services?.outbox.get(id) ?? null
      if (services === null || entry === null) return null
      return summaryOf(entry, services.outbox, services.engine.nextTryAt(entry))
    },
    onStatus(status) {
      if (box.workspace !== null) options.onStatus(status, { environment: box.workspace.environment.name })
    },
  })
  const workspace = await Workspace.open({
    ...options,
    settingsFile: createSettingsFile({ folder: dataFolder }),
    vault: createKeyVault({ ...protection, folder: dataFolder, practiceKey }),
    onEntries: (changed) => announcer.entriesChanged(changed),
    onStatus: () => announcer.statusChanged(),
    onConnection: (now) => announce('connection:changed', now),
    onAppStatus: (status) => announce('app:status-changed', status),
  })
  box.workspace = workspace
  announcer.statusChanged()
  return {
    workspace,
    handlers: {
      ...createAppHandlers(workspace, options.onSettings),
      ...createOutboxHandlers(workspace, (entries) => announcer.entriesChanged(entries)),
      ...createDraftHandlers(workspace),
      ...createApiHandlers(workspace),
    },
  }
}
