import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionCheck, KeyStatus, SettingsLost } from '#shared/contract/app-status.ts'
import { environments, type Environment, type RemoteEnvironment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { OutboxCounts } from '#shared/outbox/hold.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  originOf,
  parseBaseUrl,
  type Settings,
  type SettingsChange,
  type SettingsPatch,
} from '#shared/settings.ts'
import type { PreparedKey } from '../keys/key-vault.ts'
import { failureOf } from '../outbox/failure-of.ts'
import { Signal } from '../platform/signal.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import { removeAllOutlived } from '../privacy/retention.ts'
import type { EnvironmentFiles } from './closed-environment.ts'
import { EnvironmentInUse, type InUseOptions } from './environment-in-use.ts'
import type { EnvironmentSignals } from './environment-signals.ts'
import type { EnvironmentServices, OpenEnvironment } from './open-environment.ts'
import { Origins, type OriginsOptions } from './origins.ts'
import { tryConnection, type ConnectionWish } from './try-connection.ts'

export interface WorkspaceOptions extends InUseOptions, Pick<OriginsOptions, 'confirmAddress'> {
  readonly audience: InUseOptions['audience'] & OriginsOptions['audience']
}

/** The result of testing an address and a key, and whether the environment is used with them now. */
export type Connected =
  | { readonly isConnected: true; readonly check: ConnectionCheck }
  /** `check` is null when the address was declined, so that nothing was tested. */
  | { readonly isConnected: false; readonly check: ConnectionCheck | null }

/** The running installation: its settings and the one open environment. */
export class Workspace {
  /** An officer changed settings, and the disk has them. */
  readonly settingsChanged = new Signal<SettingsPatch>()
  readonly #options: WorkspaceOptions
  readonly #origins: Origins
  readonly #inUse: EnvironmentInUse

  private constructor(options: WorkspaceOptions, inUse: EnvironmentInUse) {
    this.#options = options
    this.#origins = new Origins(options)
    this.#inUse = inUse
    inUse.onSettingsRead = () => this.settingsChanged.emit(this.settings)
    this.signals.outlivedRemoved.subscribe((before) => void this.removeOutlivedElsewhere(before))
  }

  /** Opens the environment that the settings name, or practice when they name no usable address. */
  static async open(options: WorkspaceOptions): Promise<Workspace> {
    return new Workspace(options, await EnvironmentInUse.open(options))
  }

  get signals(): EnvironmentSignals {
    return this.#inUse.signals
  }

  /** The effective settings: what the officers chose, overridden by the managed settings. */
  get settings(): Settings {
    return this.#options.settings.inForce
  }

  /** Null unless the settings do not open, or are gone. */
  get settingsLost(): SettingsLost | null {
    return this.#options.settings.lost
  }

  get environment(): OpenEnvironment {
    return this.#inUse.now
  }

  /** The open environment's services, or why there are none. */
  services(): Result<EnvironmentServices, Failure> {
    return this.#inUse.services()
  }

  /** Runs an action on an environment's files; one that is not in use is open only for that action. */
  within<T>(
    name: Environment,
    work: (files: EnvironmentFiles) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    return this.#inUse.inTurn(() => this.#inUse.within(name, work))
  }

  /**
   * Removes entries settled before that time from the environments that are not in use. Practice compares this
   * computer's clock only with itself, so while it is in use, its clock removes nothing from the other environments.
   */
  async removeOutlivedElsewhere(before: string): Promise<void> {
    for (const name of environments) {
      // A file that cannot be opened now is cleaned up another time.
      await this.within(name, async ({ kept }) => {
        const mayBe = this.environment.name !== 'practice' || name === 'practice'
        if (this.environment.name !== name && mayBe) await removeAllOutlived(kept, before)
        return ok(null)
      })
    }
  }

  /** Null while its file is not open. */
  counts(): OutboxCounts | null {
    return this.environment.services?.engine.status().counts ?? null
  }

  /**
   * Changes settings, addresses only where a person allowed it; another environment or address is opened again.
   * @param stored a key that is stored with them, or not at all
   */
  async change(patch: SettingsChange, stored: PreparedKey | null = null): Promise<Result<null, Failure>> {
    const changed = await this.#inUse.inTurn(() => this.#change(patch, stored))
    if (changed.ok) this.settingsChanged.emit(patch)
    return changed
  }

  /**
   * Tests an address and a key, and opens that environment with them when they work. Otherwise, and when the person at
   * the computer declines a new address, environment, address and key stay as they are.
   */
  async connect(wish: ConnectionWish): Promise<Result<Connected, Failure>> {
    const { settings, vault, network } = this.#options
    if (settings.isRefused(settings.patchFor(wish))) return err({ type: 'set-by-organisation' })
    const address = parseBaseUrl(wish.baseUrl)
    if (!address.ok) return address
    // Outside the queue of changes: nothing else should wait for a person, or an insurer that does not answer.
    if (!(await this.#origins.mayUse(wish.environment, address.value))) {
      return ok({ check: null, isConnected: false })
    }
    const { check, mayConnect } = await tryConnection(address.value, wish, vault, network)
    if (!mayConnect) return ok({ check, isConnected: false })
    const switched = await this.#inUse.inTurn(() => this.#switchTo(wish, originOf(address.value)))
    if (!switched.ok) return switched
    if (check.type === 'works') await vault.proved(wish.environment, originOf(address.value))
    return ok({ check, isConnected: true })
  }

  async #switchTo(wish: ConnectionWish, origin: string): Promise<Result<null, Failure>> {
    const { settings, vault } = this.#options
    const { environment, key } = wish
    const prepared = key === null ? ok(null) : await vault.prepare(environment, { origin, key })
    if (!prepared.ok) return prepared
    return await this.#change(settings.patchFor(wish), prepared.value, key !== null)
  }

  async #change(
    patch: SettingsChange,
    stored: PreparedKey | null,
    hasOtherKey = false,
  ): Promise<Result<null, Failure>> {
    const changed = await this.#options.settings.change(patch, stored)
    if (!changed.ok) return changed
    if (changed.value) await this.#reopen()
    else if (hasOtherKey) this.environment.services?.engine.keyChanged()
    return ok(null)
  }

  /** Reopens the environment: after a change, or when its storage may be usable again. */
  reopen(): Promise<void> {
    return this.#inUse.inTurn(() => this.#reopen())
  }

  #reopen(): Promise<void> {
    return this.#inUse.whileClosed(() => Promise.resolve())
  }

  /**
   * Exchanges files of this installation while no environment is open, and then opens everything as it is now.
   * @param exchange answers whether something was exchanged
   */
  exchange(exchange: () => Promise<boolean>): Promise<boolean> {
    const { settings, vault } = this.#options
    return this.#inUse.inTurn(() =>
      this.#inUse.whileClosed(async () => {
        const isDone = await exchange()
        if (isDone) {
          settings.forget()
          vault.forgetRead()
        }
        return isDone
      }),
    )
  }

  /**
   * Uses an address and a key that head office signed for an environment: no question, because the signature is the
   * consent. The earlier key of another origin stays until this one works.
   * @returns `set-by-organisation` where the policy sets another address
   */
  async takeFromHeadOffice(
    environment: RemoteEnvironment,
    baseUrl: string,
    key: string,
  ): Promise<Result<null, Failure>> {
    const { settings, vault } = this.#options
    const baseUrls = { ...settings.inForce.baseUrls, [environment]: baseUrl }
    return await this.#inUse.inTurn(async () => {
      const prepared = await vault.prepare(environment, { origin: originOf(baseUrl), key })
      if (!prepared.ok) return prepared
      return await this.#change({ baseUrls }, prepared.value, true)
    })
  }

  /**
   * Removes everything practice stored in its folder: entries, copies of drafts, and what its server received. The page
   * removes its own part.
   */
  clearPractice(): Promise<Result<null, Failure>> {
    return this.#inUse.inTurn(async () => {
      const folder = join(this.#options.dataFolder, 'practice')
      const remove = () => guardStorage(() => rmSync(folder, { recursive: true, force: true }))
      const isOpen = this.environment.name === 'practice'
      const removed = isOpen ? await this.#inUse.whileClosed(() => Promise.resolve(remove())) : remove()
      return removed.ok ? ok(null) : err(failureOf(removed.error))
    })
  }

  /** Whether the page may change settings like this: the person at the computer is asked about addresses and links. */
  async mayChange(patch: SettingsPatch): Promise<boolean> {
    return this.#options.settings.isRefused(patch) || (await this.#origins.mayChange(patch))
  }

  /** Whether there is a key for an environment's address. */
  keyStatus(environment: Environment): Promise<KeyStatus> {
    return this.#origins.keyStatus(environment)
  }

  async setKey(key: string): Promise<Result<null, Failure>> {
    return this.#afterKey(await this.#origins.setKey(this.environment.name, key))
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

  async close(): Promise<void> {
    await this.#inUse.inTurn(() => this.#inUse.close())
  }

  #afterKey(changed: Result<unknown, Failure>): Result<null, Failure> {
    if (!changed.ok) return changed
    this.environment.services?.engine.keyChanged()
    return ok(null)
  }
}
