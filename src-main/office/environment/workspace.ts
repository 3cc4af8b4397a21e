import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { RequestArgument } from '#shared/contract/calls.ts'
import { environments, type Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  originOf,
  parseBaseUrl,
  placeOf,
  type Settings,
  type SettingsChange,
  addressChange,
} from '#shared/settings.ts'
import { tryKey } from '#main/insurer/api/merchant-api.ts'
import { failureOf } from '#main/outbox/failure-of.ts'
import { Signal } from '#main/platform/signal.ts'
import { guardStorageWork } from '#main/platform/sqlite.ts'
import { removeAllOutlived } from '#main/office/privacy/retention-schedule.ts'
import {
  openClosedEnvironment,
  wasOpened,
  type EnvironmentFiles,
} from '#main/office/environment/closed-environment.ts'
import {
  EnvironmentSignals,
  type EnvironmentOptions,
  type EnvironmentServices,
  type OpenEnvironment,
} from './environment.ts'
import type { InstallationKey } from '#main/office/environment/installation-key.ts'
import { withCarried } from '#main/office/settings/carried-settings.ts'
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

/** An environment, and where it sends to; null once it is closed. */
interface Placed extends OpenEnvironment {
  readonly place: string | null
}

/**
 * The running installation: its settings and the environment that is shown. Live, once it was used on this computer,
 * stays open and delivers whatever is shown.
 */
export class Workspace {
  /** What happens in each environment, whether or not it is shown. */
  readonly signalsOf: Readonly<Record<Environment, EnvironmentSignals>> = {
    practice: new EnvironmentSignals(),
    sandbox: new EnvironmentSignals(),
    live: new EnvironmentSignals(),
  }
  /** An environment was opened again, or another one is shown. */
  readonly opened = new Signal()
  /** Where its environments send to, and which key is for there. */
  readonly origins: Origins
  readonly #options: WorkspaceOptions
  /** Runs changes of the environment one at a time: each one starts from the result of the one before. */
  readonly #inTurn = oneAtATime()
  readonly #open = new Map<Environment, Placed>()
  readonly #heeded: { readonly names: readonly (keyof Settings)[]; readonly changed: Signal }[] = []
  #shown: Environment = 'practice'
  #isEnded = false

  private constructor(options: WorkspaceOptions) {
    this.#options = options
    this.origins = new Origins(options)
    for (const { outlivedRemoved } of this.allSignals)
      outlivedRemoved.subscribe((before) => void this.removeOutlivedElsewhere(before))
  }

  /** Opens what the settings name, or practice when they name no usable address, and live. */
  static async open(options: WorkspaceOptions): Promise<Workspace> {
    const workspace = new Workspace(options)
    await workspace.#openWanted()
    return workspace
  }

  /** The effective settings: what the officers chose, overridden by the managed settings. */
  get settings(): Settings {
    return this.#options.settings.inForce
  }

  /** Calls the listener once these settings, or one of them, were changed and the disk has them. */
  onSettings(names: readonly (keyof Settings)[], listener: () => void): void {
    const changed = new Signal()
    changed.subscribe(listener)
    this.#heeded.push({ names, changed })
  }

  /** The environment that is shown: what the page asks and hears concerns this one. */
  get environment(): OpenEnvironment {
    const shown = this.#open.get(this.#shown)
    if (shown === undefined) throw new Error('not open')
    return shown
  }

  /** What happens in the environment that is shown. */
  get signals(): EnvironmentSignals {
    return this.signalsOf[this.#shown]
  }

  get allSignals(): readonly EnvironmentSignals[] {
    return Object.values(this.signalsOf)
  }

  /** The environment of the office's own work, for backups and head office: live once it was used, else what is shown. */
  get desk(): OpenEnvironment {
    return this.#open.get('live') ?? this.environment
  }

  /** Null while that environment is not open. */
  servicesIn(name: Environment): EnvironmentServices | null {
    return this.#open.get(name)?.services ?? null
  }

  /** The services of all environments that are open, shown or not. */
  get everyOpen(): readonly EnvironmentServices[] {
    return [...this.#open.values()].flatMap(({ services }) => services ?? [])
  }

  /** Runs an action with the services of what is shown, or answers why there are none. */
  using<R>(work: (services: EnvironmentServices) => R): R | Result<never, Failure> {
    const services = servicesOf(this.environment)
    return services.ok ? work(services.value) : services
  }

  /** Runs an action on an environment's files; one that is not open is opened for that action alone. */
  within<T>(
    name: Environment,
    work: (files: EnvironmentFiles) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return this.#inTurn(async () => {
      const open = this.#open.get(name)
      if (open !== undefined) {
        const services = servicesOf(open)
        return services.ok ? await work(services.value) : services
      }
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

  /** Removes entries settled before that time from the environments that are not open. */
  async removeOutlivedElsewhere(before: string): Promise<void> {
    for (const name of environments) {
      // A file that cannot be opened now is cleaned up another time.
      await this.within(name, async ({ kept }) => {
        if (this.servicesIn(name) === null) await removeAllOutlived(kept, before)
        return ok(null)
      })
    }
  }

  /**
   * Changes settings, addresses only where a person allowed it; another environment or address is opened again.
   * @param storeKey stores the key that comes with them
   */
  async change(patch: SettingsChange, storeKey: StoringKey | null = null): Promise<Result<null, Failure>> {
    const changed = await this.#inTurn(() => this.#change(patch, storeKey))
    if (changed.ok) this.#tellOf(patch)
    return changed
  }

  /** What of another computer's settings is missing here: neither this office nor the organisation set it. */
  lacking(theirs: SettingsChange): SettingsChange {
    const given = this.#options.settings.givenBy(withCarried(this.settings, theirs))
    return given.ok ? given.value : {}
  }

  /** Takes over what is missing here. @returns what was taken; nothing where the disk refuses it */
  async takeOver(theirs: SettingsChange): Promise<SettingsChange> {
    let taken: SettingsChange = {}
    // In the turn: a file of head office's may have set some of it meanwhile.
    const changed = await this.#inTurn(() => {
      taken = this.lacking(theirs)
      return this.#change(taken, null)
    })
    if (!changed.ok) return {}
    this.#tellOf(taken)
    return taken
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
    const switched = await this.change(patch, storeKey)
    if (!switched.ok) return switched
    if (key !== null) this.servicesIn(environment)?.engine.keyChanged()
    if (check.type === 'works') await vault.proved(environment, origin)
    return ok({ check, isConnected: true })
  }

  #tellOf(patch: SettingsChange): void {
    for (const { names, changed } of this.#heeded)
      if (names.some((name) => patch[name] !== undefined)) changed.emit()
  }

  async #change(patch: SettingsChange, storeKey: StoringKey | null): Promise<Result<null, Failure>> {
    const changed = await this.#options.settings.change(patch, storeKey)
    if (changed.ok && !this.#isAsWanted()) await this.#reopen(() => false, nothingElse)
    return changed
  }

  /** Whether what is shown, and where each open environment sends to, are as the settings say. */
  #isAsWanted(): boolean {
    const isThere = ({ name, place }: Placed): boolean => place === placeOf(this.settings, name)
    return this.settings.environment === this.#shown && [...this.#open.values()].every(isThere)
  }

  /** Opens again what could not be opened, or is wanted otherwise: its storage may be usable again. */
  reopen(): Promise<void> {
    return this.#inTurn(() => this.#reopen(({ services }) => services === null, nothingElse))
  }

  /** Opens what is wanted now, after some of it was closed. For a turn. */
  async #reopen<T>(isClosing: (open: OpenEnvironment) => boolean, whileClosed: () => Promise<T>): Promise<T> {
    const before = this.environment
    await this.#close(isClosing)
    const done = await whileClosed()
    // What was begun before the end, as a try of an address, holds from the next start on.
    if (this.#isEnded) return done
    await this.#openWanted()
    if (this.environment === before) return done
    await this.#options.onReopened?.()
    // Nobody looks at what was shown before, and what was chosen there was for there.
    for (const { claimTable, backup } of this.everyOpen) {
      claimTable.drop()
      backup.putAway()
    }
    this.opened.emit()
    this.signals.stepTaken.emit([])
    return done
  }

  /** Closes what is not wanted as it is, and opens what is wanted. For a turn. */
  async #openWanted(): Promise<void> {
    const { installationKey, openEnvironment, isWatched, ...options } = this.#options
    const { settings, dataFolder } = options
    const dataKey = await installationKey.open()
    if (await settings.read()) this.#tellOf(this.settings)
    const shown = this.settings.environment
    const delivers = wasOpened(dataFolder, 'live') && !settings.isRefused({ environment: 'live' })
    const wanted = new Set<Environment>(delivers ? [shown, 'live'] : [shown])
    const placeNow = (name: Environment): string => placeOf(this.settings, name)
    await this.#close(({ name, place }) => !wanted.has(name) || place !== placeNow(name))
    for (const name of wanted) {
      if (typeof this.#open.get(name)?.place === 'string') continue
      const opened = await openEnvironment({
        ...options,
        name,
        dataKey,
        signals: this.signalsOf[name],
        isWatched: () => name === this.#shown && isWatched(),
      })
      this.#open.set(name, { ...opened, place: placeNow(name) })
      const isInUse = name !== 'practice' && opened.services !== null
      if (isInUse && dataKey.ok && !dataKey.value.had.includes(name)) await installationKey.remember(name)
    }
    this.#shown = shown
    for (const name of this.#open.keys()) if (!wanted.has(name)) this.#open.delete(name)
  }

  /**
   * Closes some for good, or until they are opened again. For a turn. Their services go first: nothing may use a closed
   * database while the rest shuts down.
   */
  async #close(isClosing: (open: Placed) => boolean): Promise<void> {
    const closing = [...this.#open.values()].filter(isClosing)
    for (const one of closing)
      this.#open.set(one.name, { ...one, services: null, place: null, close: nothingElse })
    await Promise.all(closing.map((one) => one.close()))
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
      const isOpen = this.#open.has('practice')
      const removed = await (isOpen ? this.#reopen(({ name }) => name === 'practice', remove) : remove())
      return removed.ok ? ok(null) : err(failureOf(removed.error))
    })
  }

  async setKey(key: string): Promise<Result<null, Failure>> {
    return this.#afterKey(await this.origins.setKey(this.environment.name, key))
  }

  async clearKey(): Promise<Result<null, Failure>> {
    return this.#afterKey(await this.#options.vault.clear(this.environment.name))
  }

  /** Practice only: simulates a lost connection, or restores it. */
  async connectPractice(connected: boolean): Promise<Result<null, Failure>> {
    const { practice } = this.environment.connection
    if (practice === null) return err({ type: 'not-possible-now' })
    if (connected) {
      const back = await practice.reconnect()
      if (!back.ok) return err({ type: 'practice-unavailable' })
    } else await practice.disconnect()
    this.environment.services?.engine.networkChanged(connected)
    return ok(null)
  }

  /** Closes it for good, whatever still waits for an answer. */
  async close(): Promise<void> {
    this.#isEnded = true
    await this.#inTurn(() => this.#close(() => true))
  }

  #afterKey(changed: Result<unknown, Failure>): Result<null, Failure> {
    if (!changed.ok) return changed
    this.environment.services?.engine.keyChanged()
    return ok(null)
  }
}

const nothingElse = (): Promise<void> => Promise.resolve()

/** The services of an environment, or why there are none. */
function servicesOf({ services, storage }: OpenEnvironment): Result<EnvironmentServices, Failure> {
  if (services !== null) return ok(services)
  return err(storage.type === 'locked' ? { type: 'locked' } : { type: 'storage-unavailable' })
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
