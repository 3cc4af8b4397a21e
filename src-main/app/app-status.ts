import { storeIn } from '#shared/settings.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import { isUsable } from '#main/platform/keys/key-vault.ts'
import { protectionStatus } from '#main/platform/keys/protection.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { Orders } from '#main/office/head-office/orders.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { ServicesOptions } from './services-options.ts'

interface AppStatusOptions
  extends
    Pick<ServicesOptions, 'version' | 'host' | 'protection' | 'canStartAtLogin' | 'dataFolder' | 'announce'>,
    Pick<AppStatus, 'managed'> {
  readonly workspace: Workspace
  readonly officers: OfficerSession
  readonly office: Office
  readonly orders: Orders
  readonly audience: Pick<Audience, 'countsEntryOf'>
  readonly notifications: Pick<ServicesOptions['notifications'], 'areShown'>
}

/** Describes the installation to the page: settings, environment, key, storage, officers. */
export class AppStatusReporter {
  readonly #options: AppStatusOptions
  readonly #inTurn = oneAtATime()

  constructor(options: AppStatusOptions) {
    this.#options = options
  }

  async now(): Promise<AppStatus> {
    const { workspace, officers, office, protection, notifications, ...rest } = this.#options
    const settings = rest.settings.inForce
    const { name, storage, connection } = workspace.environment
    return {
      version: rest.version,
      host: rest.host,
      settings,
      settingsLost: rest.settings.lost,
      managed: rest.managed,
      environment: name,
      officers: officers.status(),
      showsNotifications: notifications.areShown(),
      canStartAtLogin: rest.canStartAtLogin,
      storage,
      protection: await protectionStatus(protection),
      key: await workspace.origins.keyStatus(name),
      keysFor: await environmentsWithKey(workspace),
      hasFileStore: name === 'practice' || storeIn(settings, name) !== null,
      headOffice: rest.orders.status(),
      forHeadOffice: await office.status(),
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

  /** Announces the status after a change that was made. */
  async after(changed: Result<unknown, Failure>): Promise<Result<AppStatus, Failure>> {
    return changed.ok ? ok(await this.announce()) : changed
  }
}

async function environmentsWithKey(workspace: Workspace): Promise<AppStatus['keysFor']> {
  const found = await Promise.all(
    remoteEnvironments.map(async (name) => ({ name, key: await workspace.origins.keyStatus(name) })),
  )
  return found.filter(({ key }) => isUsable(key)).map(({ name }) => name)
}
