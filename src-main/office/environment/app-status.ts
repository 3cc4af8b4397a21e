import { storeIn } from '#shared/settings.ts'
import type { Announce } from '#shared/contract/calls.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { OfficeFolderStatus } from '#shared/contract/backup.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { HeadOfficeStatus } from '#shared/head-office.ts'
import type { ManagedSettings } from '#shared/managed-settings.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { isUsable } from '#main/platform/keys/key-vault.ts'
import { protectionStatus, type ProtectionSource } from '#main/platform/keys/protection.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import { undeliveredElsewhere } from './closed-environment.ts'
import type { Workspace } from './workspace.ts'

export interface AppStatusOptions {
  readonly workspace: Workspace
  readonly officers: Pick<OfficerSession, 'status'>
  readonly office: { status(): Promise<OfficeFolderStatus> }
  readonly audience: Pick<Audience, 'countsEntryOf'>
  readonly protection: ProtectionSource
  readonly managed: ManagedSettings
  readonly announce: Announce
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  /** Whether this computer can show notifications may change while the application runs. */
  readonly notifications: { areShown(): boolean }
  /** Whether the application can be set to start with the computer. */
  readonly canStartAtLogin: boolean
  readonly orders: { status(): HeadOfficeStatus | null }
}

/** Describes the installation to the page: settings, environment, key, storage, officers. */
export class AppStatusReporter {
  readonly #options: AppStatusOptions
  readonly #inTurn = oneAtATime()

  constructor(options: AppStatusOptions) {
    this.#options = options
  }

  async now(): Promise<AppStatus> {
    const { workspace, officers, office, audience, protection, notifications, ...rest } = this.#options
    const { settings } = workspace
    const { name, storage, connection } = workspace.environment
    return {
      version: rest.version,
      host: rest.host,
      settings,
      settingsLost: workspace.settingsLost,
      managed: rest.managed,
      environment: name,
      officers: officers.status(),
      showsNotifications: notifications.areShown(),
      canStartAtLogin: rest.canStartAtLogin,
      storage,
      protection: await protectionStatus(protection),
      key: await workspace.keyStatus(name),
      keysFor: await environmentsWithKey(workspace),
      hasFileStore: name === 'practice' || storeIn(settings, name) !== null,
      headOffice: rest.orders.status(),
      undeliveredElsewhere: undeliveredElsewhere(rest.dataFolder, name, (officerId) =>
        audience.countsEntryOf(officerId),
      ),
      officeFolders: await office.status(),
      practice: {
        connected: connection.practice?.connected ?? false,
        port: connection.practice?.port ?? null,
      },
    }
  }

  /**
   * Announces the status. Whatever changes it does so before it answers, so that the page never shows an old one: each
   * is read once the one before was announced.
   */
  announce(): Promise<AppStatus> {
    return this.#inTurn(async () => {
      const status = await this.now()
      this.#options.announce('app:status-changed', status)
      return status
    })
  }
}

async function environmentsWithKey(workspace: Workspace): Promise<AppStatus['keysFor']> {
  const found = await Promise.all(
    remoteEnvironments.map(async (name) => ({ name, key: await workspace.keyStatus(name) })),
  )
  return found.filter(({ key }) => isUsable(key)).map(({ name }) => name)
}
