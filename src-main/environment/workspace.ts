import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { environments, remoteEnvironments, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { AppStatus, ConnectAnswer } from '#shared/contract/app-status.ts'
import type { OfficerStatus } from '#shared/contract/officer-status.ts'
import type { RequestArgument } from '#shared/contract/calls.ts'
import { sourceLanguage } from '#shared/language/language.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Settings, SettingsPatch } from '#shared/settings.ts'
import type { Policy } from '../settings/managed/read-policy.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { failureOf } from '../ipc/failure-of.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import { removeAllOutlived } from '../privacy/retention.ts'
import { openDataKey, type DataKey, type DataKeyFailure } from '../keys/data-key.ts'
import type { KeyPlace } from '../keys/data-key-file.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { KeyVault, PreparedKey } from '../keys/key-vault.ts'
import type { CountsOf } from '../delivery/status.ts'
import { protectionStatus, type ProtectionSource } from '../keys/protection.ts'
import { openClosedEnvironment, type EnvironmentFiles } from './closed-environment.ts'
import {
  openEnvironment,
  outboxFileOf,
  type EnvironmentOptions,
  type EnvironmentServices,
  type OpenEnvironment,
} from './open-environment.ts'
import { renewDataKey, type RenewalFailure } from './renew-data-key.ts'
import { OfficeSettings } from './office-settings.ts'
import { tryConnection } from './try-connection.ts'
import { undeliveredElsewhere } from './closed-files.ts'

export interface WorkspaceOptions extends Pick<
  EnvironmentOptions,
  'onEntries' | 'onRemoved' | 'onStatus' | 'onConnection' | 'onNotice' | 'isWatched'
> {
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  /** The language tag for that setting; English by default. */
  readonly languageFor?: (setting: string) => string
  /** Whether this computer can show notifications; that may change while the application runs. */
  readonly showsNotifications: () => boolean
  readonly canStartAtLogin: boolean
  readonly settingsFile: SettingsFile
  /** The managed settings. */
  readonly policy: Policy
  readonly vault: KeyVault
  readonly protection: ProtectionSource
  /** Part of the status changed: settings, environment, key, storage or practice. */
  readonly onAppStatus: (status: AppStatus) => void
  /** Who is signed in. */
  readonly officers: () => OfficerStatus
  /** Whose entries are counted for the signed-in officer. */
  readonly countsEntryOf: CountsOf
}

/** The running installation: its settings and the one open environment. */
export class Workspace {
  readonly #options: WorkspaceOptions
  readonly #settings: OfficeSettings
  #environment: OpenEnvironment
  /** Runs changes of the environment one at a time: each one starts from the result of the one before. */
  readonly #inTurn = oneAtATime()

  private constructor(options: WorkspaceOptions, settings: OfficeSettings, environment: OpenEnvironment) {
    this.#options = options
    this.#settings = settings
    this.#environment = environment
  }

  /** Loads the settings and opens their environment, or practice when they name no usable address. */
  static async open(options: WorkspaceOptions): Promise<Workspace> {
    const settings = await OfficeSettings.load(options.settingsFile, options.policy)
    const box: { workspace: Workspace | null } = { workspace: null }
    const environment = await openFor(options, settings.inForce, {
      dataKey: await keyAtStart(options),
      settings: () => settings.inForce,
      onLooked: (before) => void box.workspace?.removeOutlivedElsewhere(before),
    })
    box.workspace = new Workspace(options, settings, environment)
    return box.workspace
  }

  /** The effective settings: what the officers chose, overridden by the managed settings. */
  get settings(): Settings {
    return this.#settings.inForce
  }

  get environment(): OpenEnvironment {
    return this.#environment
  }

  /** The open environment's services, or why there are none. */
  services(): Result<EnvironmentServices, Failure> {
    const { services, storage } = this.#environment
    if (services !== null) return ok(services)
    return err(storage.type === 'locked' ? { type: 'locked' } : { type: 'storage-unavailable' })
  }

  /** Runs an action on an environment's files; one that is not in use is open only for that action. */
  within<T>(
    name: Environment,
    work: (files: EnvironmentFiles) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return this.#inTurn(async () => {
      const services = this.services()
      if (name === this.#environment.name) return services.ok ? await work(services.value) : services
      const key = await openKeyOf(this.#options)
      if (!key.ok) return err({ type: key.error.type === 'locked' ? 'locked' : 'storage-unavailable' })
      const opened = openClosedEnvironment(this.#options.dataFolder, name, key.value)
      if (!opened.ok) return err({ type: 'storage-unavailable' })
      try {
        return await work(opened.value.files)
      } finally {
        opened.value.close()
      }
    })
  }

  /**
   * Removes entries settled before that time from the environments that are not in use. Practice compares this
   * computer's clock only with itself, so while it is in use, its clock removes nothing from the other environments.
   */
  async removeOutlivedElsewhere(before: string): Promise<void> {
    for (const name of environments) {
      // A file that cannot be opened now is cleaned up another time.
      await this.within(name, async ({ kept }) => {
        const mayBe = this.#environment.name !== 'practice' || name === 'practice'
        if (this.#environment.name !== name && mayBe) await removeAllOutlived(kept, before)
        return ok(null)
      })
    }
  }

  undelivered(): number {
    return this.#environment.services?.engine.status().counts.undelivered ?? 0
  }

  async status(): Promise<AppStatus> {
    const { dataFolder, version, host, vault, protection } = this.#options
    const { name, storage, connection } = this.#environment
    return {
      version,
      host,
      settings: this.settings,
      managed: this.#options.policy.managed,
      language: this.#options.languageFor?.(this.settings.language) ?? sourceLanguage,
      environment: name,
      officers: this.#options.officers(),
      showsNotifications: this.#options.showsNotifications(),
      canStartAtLogin: this.#options.canStartAtLogin,
      storage,
      protection: await protectionStatus(protection),
      key: await vault.status(name),
      keysFor: await environmentsWithKey(vault),
      dataKey: this.#environment.dataKey,
      undeliveredElsewhere: undeliveredElsewhere(dataFolder, name, this.#options.countsEntryOf),
      practice: {
        connected: connection.practice?.connected ?? false,
        port: connection.practice?.port ?? null,
      },
    }
  }

  /** Announces the current status to the page. */
  async announce(): Promise<void> {
    await this.#announced()
  }

  /** Changes settings; a changed environment or address closes the open environment and opens it again. */
  change(patch: SettingsPatch): Promise<Result<AppStatus, Failure>> {
    return this.#inTurn(() => this.#change(patch))
  }

  /**
   * Tests an address and a key, and opens that environment with them when they work. Otherwise environment, address and
   * key stay as they are.
   */
  async connect(asked: RequestArgument<'environment:connect'>): Promise<Result<ConnectAnswer, Failure>> {
    const isForbidden = this.#settings.isRefused(this.#settings.patchFor(asked))
    if (isForbidden) return err({ type: 'set-by-organisation' })
    // Outside the queue of changes: nothing else should wait for an insurer that does not answer.
    const tried = await tryConnection(asked, this.settings, this.#options.vault)
    if (!tried.ok) return tried
    const { check, mayConnect } = tried.value
    if (!mayConnect) return ok({ type: 'unchanged', check })
    const status = await this.#inTurn(() => this.#switchTo(asked))
    return status.ok ? ok({ type: 'connected', check, status: status.value }) : status
  }

  async #switchTo(asked: RequestArgument<'environment:connect'>): Promise<Result<AppStatus, Failure>> {
    const { environment, key } = asked
    const prepared = key === null ? ok(null) : await this.#options.vault.prepare(environment, key)
    return prepared.ok ? await this.#change(this.#settings.patchFor(asked), prepared.value) : prepared
  }

  async #change(patch: SettingsPatch, key: PreparedKey | null = null): Promise<Result<AppStatus, Failure>> {
    const changed = await this.#settings.change(patch, key)
    if (!changed.ok) return changed
    if (changed.value) return ok(await this.#reopen())
    if (key !== null) this.#environment.services?.engine.keyChanged()
    return ok(await this.#announced())
  }

  /** Reopens the environment: after a change, or when its storage may be usable again. */
  reopen(): Promise<AppStatus> {
    return this.#inTurn(() => this.#reopen())
  }

  async #reopen(): Promise<AppStatus> {
    await this.#closeEnvironment()
    this.#environment = await openFor(this.#options, this.settings, {
      dataKey: await openKeyOf(this.#options),
      settings: () => this.settings,
      onLooked: (before) => void this.removeOutlivedElsewhere(before),
    })
    this.#options.onStatus()
    return await this.#announced()
  }

  /**
   * Removes everything practice stored in its folder: entries, copies of drafts, and what its server received. The page
   * removes its own part.
   */
  clearPractice(): Promise<Result<null, Failure>> {
    return this.#inTurn(async () => {
      const isOpen = this.#environment.name === 'practice'
      if (isOpen) await this.#closeEnvironment()
      const folder = join(this.#options.dataFolder, 'practice')
      const removed = guardStorage(() => rmSync(folder, { recursive: true, force: true }))
      if (isOpen) await this.#reopen()
      return removed.ok ? ok(null) : err(failureOf(removed.error))
    })
  }

  /** Wraps a data key that was kept unwrapped until the system's store answered, or until its own key was on disk. */
  wrapDataKey(): Promise<AppStatus> {
    return this.#inTurn(async () => {
      // Opening the key wraps it. If that fails, it stays unwrapped and is tried again at the next start.
      await openKeyOf(this.#options)
      return await this.#announced()
    })
  }

  /** Seals everything under a new data key. Afterwards the page must request its row keys again. */
  renewDataKey(): Promise<Result<null, Failure>> {
    return this.#inTurn(async () => {
      await this.#closeEnvironment()
      const key = await openKeyOf(this.#options)
      const renewed = key.ok ? await renewDataKey(placeOf(this.#options), key.value) : key
      await this.#reopen()
      return renewed.ok ? ok(null) : err(failureOfRenewal(renewed.error))
    })
  }

  async setKey(key: string): Promise<Result<AppStatus, Failure>> {
    const set = await this.#options.vault.set(this.#environment.name, key)
    return await this.#afterKey(set)
  }

  async clearKey(): Promise<Result<AppStatus, Failure>> {
    return await this.#afterKey(await this.#options.vault.clear(this.#environment.name))
  }

  /** Practice only: simulates a lost connection, or restores it. */
  async connectPractice(connected: boolean): Promise<Result<AppStatus, Failure>> {
    const { practice } = this.#environment.connection
    if (practice === null) return err({ type: 'not-possible-now' })
    if (connected) {
      const back = await practice.reconnect()
      if (!back.ok) return err({ type: 'practice-unavailable', port: practice.port })
    } else await practice.disconnect()
    this.#environment.services?.engine.networkChanged(connected)
    return ok(await this.#announced())
  }

  async close(): Promise<void> {
    await this.#inTurn(() => this.#closeEnvironment())
  }

  // Remove its services first: nothing may use a closed database while the rest shuts down.
  async #closeEnvironment(): Promise<void> {
    const closing = this.#environment
    this.#environment = { ...closing, services: null, close: () => Promise.resolve() }
    await closing.close()
  }

  async #afterKey(changed: Result<unknown, Failure>): Promise<Result<AppStatus, Failure>> {
    if (!changed.ok) return changed
    this.#environment.services?.engine.keyChanged()
    return ok(await this.#announced())
  }

  async #announced(): Promise<AppStatus> {
    const status = await this.status()
    this.#options.onAppStatus(status)
    return status
  }
}

async function openFor(
  options: WorkspaceOptions,
  settings: Settings,
  latest: Pick<EnvironmentOptions, 'dataKey' | 'settings' | 'onLooked'>,
): Promise<OpenEnvironment> {
  return await openEnvironment({
    ...options,
    ...latest,
    name: settings.environment,
  })
}

async function environmentsWithKey(vault: KeyVault): Promise<AppStatus['keysFor']> {
  const found = await Promise.all(
    remoteEnvironments.map(async (name) => ({ name, key: (await vault.status(name)).type })),
  )
  return found.filter(({ key }) => key === 'kept' || key === 'session-only').map(({ name }) => name)
}

type InstallationPlace = Pick<WorkspaceOptions, 'dataFolder' | 'protection'>

/** The data key of this installation; null while it cannot be opened. */
export async function dataKeyOf(place: InstallationPlace): Promise<DataKey | null> {
  const key = await openKeyOf(place)
  return key.ok ? key.value : null
}

async function openKeyOf(options: InstallationPlace): Promise<Result<DataKey, DataKeyFailure>> {
  const dataExists = (): boolean =>
    environments.some((environment) => existsSync(outboxFileOf(options.dataFolder, environment)))
  return await openDataKey({ ...placeOf(options), dataExists })
}

function placeOf({ dataFolder, protection }: InstallationPlace): KeyPlace {
  return { ...protection, folder: dataFolder }
}

// Resumes an interrupted renewal. Where that fails, both keys are kept and everything still opens.
async function keyAtStart(options: InstallationPlace): Promise<Result<DataKey, DataKeyFailure>> {
  const key = await openKeyOf(options)
  if (!key.ok || key.value.next === null) return key
  const renewed = await renewDataKey(placeOf(options), key.value)
  return renewed.ok ? renewed : key
}

function failureOfRenewal({ type }: RenewalFailure): Failure {
  switch (type) {
    case 'locked':
    case 'disk-full':
    case 'read-only':
      return { type }
    case 'newer':
    case 'damaged':
    case 'io':
    case 'storage-unavailable':
      return { type: 'storage-unavailable' }
  }
}
