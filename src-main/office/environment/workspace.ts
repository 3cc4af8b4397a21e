import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionCheck, SettingsLost } from '#shared/contract/app-status.ts'
import type { RequestArgument } from '#shared/contract/calls.ts'
import { environments, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { OutboxCounts } from '#shared/outbox/hold.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  originOf,
  parseBaseUrl,
  type Settings,
  type SettingsChange,
  type SettingsPatch,
  addressChange,
} from '#shared/settings.ts'
import { tryKey } from '#main/insurer/api/merchant-api.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import { Signal } from '#main/platform/signal.ts'
import { guardStorageWork } from '#main/platform/sqlite.ts'
import { removeAllOutlived } from '#main/office/privacy/retention-schedule.ts'
import { openClosedEnvironment, type EnvironmentFiles } from '#main/office/environment/closed-environment.ts'
import {
  EnvironmentSignals,
  type EnvironmentOptions,
  type EnvironmentServices,
  type OpenEnvironment,
} from './environment.ts'
import type { InstallationKey } from '#main/office/environment/installation-key.ts'
import type { OfficeSettings, StoringKey } from '#main/office/settings/office-settings.ts'
import { Origins, type OriginsOptions } from '#main/office/environment/origins.ts'

export interface WorkspaceOptions
  extends Omit<EnvironmentOptions, 'name' | 'dataKey' | 'signals'>, Pick<OriginsOptions, 'confirmAddress'> {
  readonly settings: OfficeSettings
  readonly installationKey: InstallationKey
  readonly audience: EnvironmentOptions['audience'] & OriginsOptions['audience']
  /** Constructs an environment on its files and starts delivering. */
  readonly openEnvironment: (options: EnvironmentOptions) => Promise<OpenEnvironment>
  /** After an environment was opened again, before anything is done in it. */
  readonly onReopened?: () => Promise<void>
}

/** An environment of the insurer that an officer wants to use. */
type ConnectionWish = RequestArgument<'environment:connect'>

/** The result of testing an address and a key, and whether the environment is used with them now. */
export type Connected =
  | { readonly isConnected: true; readonly check: ConnectionCheck }
  /** `check` is null when the address was declined, so that nothing was tested. */
  | { readonly isConnected: false; readonly check: ConnectionCheck | null }

/** The running installation: its settings and the one open environment. */
export class Workspace {
  readonly signals: EnvironmentSignals
  /** An officer changed settings, and the disk has them. */
  readonly settingsChanged = new Signal<SettingsPatch>()
  /** Where its environments send to, and which key is for there. */
  readonly origins: Origins
  readonly #options: WorkspaceOptions
  /** Runs changes of the environment one at a time: each one starts from the result of the one before. */
  readonly #inTurn = oneAtATime()
  #environment: OpenEnvironment
  #isEnded = false

  private constructor(options: WorkspaceOptions, signals: EnvironmentSignals, environment: OpenEnvironment) {
    this.#options = options
    this.origins = new Origins(options)
    this.signals = signals
    this.#environment = environment
    signals.outlivedRemoved.subscribe((before) => void this.removeOutlivedElsewhere(before))
  }

  /** Opens the environment that the settings name, or practice when they name no usable address. */
  static async open(options: WorkspaceOptions): Promise<Workspace> {
    const signals = new EnvironmentSignals()
    const dataKey = await options.installationKey.open()
    await options.settings.read()
    return new Workspace(options, signals, await openFor(options, signals, dataKey))
  }

  /** The effective settings: what the officers chose, overridden by the managed settings. */
  get settings(): Settings {
    return this.#options.settings.inForce
  }

  /** Set when the settings file does not open or is gone; null otherwise. */
  get settingsLost(): SettingsLost | null {
    return this.#options.settings.lost
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

  /** Runs an action with the open environment's services, or answers why there are none. */
  using<R>(work: (services: EnvironmentServices) => R): R | Result<never, Failure> {
    const services = this.services()
    return services.ok ? work(services.value) : services
  }

  /** Runs an action on an environment's files; one that is not in use is open only for that action. */
  within<T>(
    name: Environment,
    work: (files: EnvironmentFiles) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return this.#inTurn(async () => {
      const services = this.services()
      if (name === this.#environment.name) return services.ok ? await work(services.value) : services
      const key = await this.#options.installationKey.open()
      if (!key.ok) return err({ type: key.error.type === 'locked' ? 'locked' : 'storage-unavailable' })
      const opened = openClosedEnvironment(this.#options.dataFolder, name, key.value)
      if (!opened.ok) return err({ type: 'storage-unavailable' })
      try {
        return await work(opened.value.files)
      } finally {
        await opened.value.close()
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

  /** Null while the outbox file is not open. */
  counts(): OutboxCounts | null {
    return this.#environment.services?.engine.status().counts ?? null
  }

  /**
   * Changes settings, addresses only where a person allowed it; another environment or address is opened again.
   * @param storeKey stores the key that comes with them
   */
  async change(patch: SettingsChange, storeKey: StoringKey | null = null): Promise<Result<null, Failure>> {
    const changed = await this.#inTurn(() => this.#change(patch, storeKey))
    if (changed.ok) this.settingsChanged.emit(patch)
    return changed
  }

  /**
   * Tests an address and a key, and opens that environment with them when they work. Otherwise, and when the person at
   * the computer declines a new address, environment, address and key stay as they are.
   */
  async connect(wish: ConnectionWish): Promise<Result<Connected, Failure>> {
    const { settings, vault } = this.#options
    const { environment, key } = wish
    const address = parseBaseUrl(wish.baseUrl)
    if (!address.ok) return address
    const patch = { environment, ...addressChange(environment, address.value), configured: true }
    if (settings.isRefused(patch)) return err({ type: 'set-by-organisation' })
    // Outside the queue of changes: nothing else should wait for a person, or an insurer that does not answer.
    if (!(await this.origins.mayUseAddress(environment, address.value))) {
      return ok({ check: null, isConnected: false })
    }
    const { check, mayConnect } = await tryConnection(address.value, wish, this.#options)
    if (!mayConnect) return ok({ check, isConnected: false })
    const origin = originOf(address.value)
    const storeKey = key === null ? null : () => vault.set(environment, { origin, key })
    const switched = await this.#inTurn(() => this.#change(patch, storeKey))
    if (!switched.ok) return switched
    if (key !== null) this.#environment.services?.engine.keyChanged()
    if (check.type === 'works') await vault.proved(environment, origin)
    return ok({ check, isConnected: true })
  }

  async #change(patch: SettingsChange, storeKey: StoringKey | null): Promise<Result<null, Failure>> {
    const changed = await this.#options.settings.change(patch, storeKey)
    if (!changed.ok) return changed
    if (changed.value) await this.#reopen(() => Promise.resolve())
    return ok(null)
  }

  /** Reopens the environment: after a change, or when its storage may be usable again. */
  reopen(): Promise<void> {
    return this.#inTurn(() => this.#reopen(() => Promise.resolve()))
  }

  /** Opens everything as it is now, after an action while no environment is open. For a turn. */
  async #reopen<T>(whileClosed: () => Promise<T>): Promise<T> {
    await this.#close()
    const done = await whileClosed()
    // What was begun before the end, as a try of an address, holds from the next start on.
    if (this.#isEnded) return done
    const { settings, installationKey, onReopened } = this.#options
    const dataKey = await installationKey.open()
    if (await settings.read()) this.settingsChanged.emit(this.settings)
    this.#environment = await openFor(this.#options, this.signals, dataKey)
    await onReopened?.()
    this.signals.stepTaken.emit([])
    return done
  }

  /**
   * Closes it for good, or until it is opened again. For a turn. Its services go first: nothing may use a closed database
   * while the rest shuts down.
   */
  async #close(): Promise<void> {
    const closing = this.#environment
    this.#environment = { ...closing, services: null, close: () => Promise.resolve() }
    await closing.close()
  }

  /**
   * Removes everything practice stored in its folder: entries, copies of drafts, and what its server received. The page
   * removes its own part.
   */
  clearPractice(): Promise<Result<null, Failure>> {
    return this.#inTurn(async () => {
      const folder = join(this.#options.dataFolder, 'practice')
      // Another program may hold a file for a moment.
      const remove = () => guardStorageWork(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      const removed = await (this.#environment.name === 'practice' ? this.#reopen(remove) : remove())
      return removed.ok ? ok(null) : err(failureOf(removed.error))
    })
  }

  async setKey(key: string): Promise<Result<null, Failure>> {
    return this.#afterKey(await this.origins.setKey(this.#environment.name, key))
  }

  async clearKey(): Promise<Result<null, Failure>> {
    return this.#afterKey(await this.#options.vault.clear(this.#environment.name))
  }

  /** Practice only: simulates a lost connection, or restores it. */
  async connectPractice(connected: boolean): Promise<Result<null, Failure>> {
    const { practice } = this.#environment.connection
    if (practice === null) return err({ type: 'not-possible-now' })
    if (connected) {
      const back = await practice.reconnect()
      if (!back.ok) return err({ type: 'practice-unavailable' })
    } else await practice.disconnect()
    this.#environment.services?.engine.networkChanged(connected)
    return ok(null)
  }

  /** Closes it for good, whatever still waits for an answer. */
  async close(): Promise<void> {
    this.#isEnded = true
    await this.#inTurn(() => this.#close())
  }

  #afterKey(changed: Result<unknown, Failure>): Result<null, Failure> {
    if (!changed.ok) return changed
    this.#environment.services?.engine.keyChanged()
    return ok(null)
  }
}

async function openFor(
  options: WorkspaceOptions,
  signals: EnvironmentSignals,
  dataKey: EnvironmentOptions['dataKey'],
): Promise<OpenEnvironment> {
  const name = options.settings.inForce.environment
  const opened = await options.openEnvironment({ ...options, signals, dataKey, name })
  const isInUse = name !== 'practice' && opened.services !== null
  if (isInUse && dataKey.ok && !dataKey.value.had.includes(name)) await options.installationKey.remember(name)
  return opened
}

/** Tests the address and key of an environment; nothing is stored. @param address as returned by `parseBaseUrl` */
async function tryConnection(
  address: string,
  { environment, key, evenOffline }: ConnectionWish,
  { vault, network }: Pick<WorkspaceOptions, 'vault' | 'network'>,
): Promise<{ readonly check: ConnectionCheck; readonly mayConnect: boolean }> {
  const candidate = key ?? (await vault.read(environment, originOf(address)))
  if (candidate === null) return { check: { type: 'no-key' }, mayConnect: false }
  const check = await tryKey(address, candidate, network)
  // An office without a connection, or whose proxy is in the way, could never start. Any other problem can be fixed first.
  const mayBeFixedLater = ['no-network', 'garbled', 'proxy', 'proxy-asks'].includes(check.type)
  return { check, mayConnect: check.type === 'works' || (mayBeFixedLater && evenOffline) }
}
