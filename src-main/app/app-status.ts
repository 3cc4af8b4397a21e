import { isDeepStrictEqual } from 'node:util'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { Announce } from '#shared/contract/calls.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { Result } from '#shared/result.ts'
import { storeIn } from '#shared/settings.ts'
import { isUsable } from '#main/platform/keys/key-vault.ts'
import { protectionStatus, type ProtectionSource } from '#main/platform/keys/protection.ts'
import type { Office } from '#main/office/computers/office.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { Orders } from '#main/office/head-office/orders.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { OfficeSettings } from '#main/office/settings/office-settings.ts'

interface AppStatusParts extends Pick<AppStatus, 'version' | 'host' | 'canStartAtLogin' | 'managed'> {
  readonly protection: ProtectionSource
  readonly workspace: Pick<Workspace, 'environment' | 'origins'>
  readonly settings: Pick<OfficeSettings, 'inForce' | 'lost'>
  readonly officers: Pick<OfficerSession, 'status'>
  readonly office: Pick<Office, 'status'>
  readonly orders: Pick<Orders, 'status'>
  readonly notifications: { areShown(): boolean }
  readonly announce: Announce
}

/** What main says of this installation, in states that change for different reasons: each is announced alone. */
export class AppStatusReporter {
  readonly #parts: AppStatusParts
  readonly #inTurn = oneAtATime()
  /** What was announced last, since the page asked for everything. */
  readonly #announced = new Map<StateName, object>()

  constructor(parts: AppStatusParts) {
    this.#parts = parts
  }

  /** Everything, for a page that begins. */
  now(): Promise<AppStatus> {
    return this.#inTurn(async () => {
      this.#announced.clear()
      const { version, host, canStartAtLogin, managed } = this.#parts
      return {
        version,
        host,
        canStartAtLogin,
        managed,
        ...states.settings(this.#parts),
        ...(await states.keys(this.#parts)),
        ...states.desk(this.#parts),
        ...states.session(this.#parts),
        ...(await states.office(this.#parts)),
      }
    })
  }

  /**
   * Announces what changed of these states. Each is read once those before were announced: who waits for it, for none of
   * them too, knows that the page was told what happened so far.
   */
  announce(...names: readonly StateName[]): Promise<void> {
    return this.#inTurn(async () => {
      let news: Partial<AppStatus> = {}
      for (const name of names) {
        const state = await states[name](this.#parts)
        if (isDeepStrictEqual(state, this.#announced.get(name))) continue
        this.#announced.set(name, state)
        news = { ...news, ...state }
      }
      if (Object.keys(news).length > 0) this.#parts.announce('app:status-changed', news)
    })
  }

  /** Announces these states after a change that was made, before it is answered. */
  async after<T>(changed: Result<T, Failure>, ...names: readonly StateName[]): Promise<Result<T, Failure>> {
    if (changed.ok) await this.announce(...names)
    return changed
  }
}

type StateName = keyof typeof states

/** What changes together. Each is read alone: a setting asks no keyring, and opens no file. */
const states = {
  settings: ({ settings: { inForce: settings, lost: settingsLost }, workspace }: AppStatusParts) => {
    const { name } = workspace.environment
    return { settings, settingsLost, hasFileStore: name === 'practice' || storeIn(settings, name) !== null }
  },
  keys: async ({ workspace: { origins, environment }, protection }: AppStatusParts) => {
    const usable = remoteEnvironments.map(async (name) =>
      isUsable(await origins.keyStatus(name)) ? [name] : [],
    )
    return {
      protection: await protectionStatus(protection),
      key: await origins.keyStatus(environment.name),
      keysFor: (await Promise.all(usable)).flat(),
    }
  },
  desk: ({ workspace, notifications }: AppStatusParts) => {
    const { name: environment, storage, connection } = workspace.environment
    const { connected = false, port = null } = connection.practice ?? {}
    return {
      environment,
      storage,
      practice: { connected, port },
      showsNotifications: notifications.areShown(),
    }
  },
  session: ({ officers }: AppStatusParts) => ({ officers: officers.status() }),
  office: async ({ orders, office }: AppStatusParts) => ({
    headOffice: orders.status(),
    forHeadOffice: await office.status(),
  }),
}
