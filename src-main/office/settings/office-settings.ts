import { isDeepStrictEqual as isSame } from 'node:util'
import { isManaged, isUnread, managedByName } from '#shared/managed-settings.ts'
import {
  addressIn,
  defaultSettings,
  parseBaseUrl,
  type Settings,
  type SettingsChange,
} from '#shared/settings.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { SettingsLost } from '#shared/contract/app-status.ts'
import type { ManagedConfig } from './managed/managed-config.ts'
import type { SettingsFile } from './settings-file.ts'

/** Where this computer sends to: a file of head office that the policy contradicts there has no effect at all. */
const places: ReadonlySet<string> = new Set([
  'environment',
  'sandboxBaseUrl',
  'liveBaseUrl',
  'sandboxFileStore',
  'liveFileStore',
])

/** The settings, overridden by what the organisation sets. */
function overlaid(own: Settings, { values }: ManagedConfig): Settings {
  const { environments, pinMinimumLength: _length, pinNeedsLetters: _letters, ...byName } = values
  const only = environments?.length === 1 ? environments[0] : undefined
  return { ...own, ...byName, environment: only ?? own.environment }
}

/**
 * The effective settings: those of this computer under the managed settings. An environment that is not allowed is replaced by
 * the first allowed one with an address; if there is none, the first screen asks for it. If only practice is allowed
 * there is nothing to ask.
 *
 * @param workedIn the environment of the insurer's that the work here belongs to: it stays open without an address.
 */
export function settingsInForce(
  own: Settings,
  managedConfig: ManagedConfig,
  workedIn: () => RemoteEnvironment | null = () => null,
): Settings {
  const settings = overlaid(own, managedConfig)
  const { environments } = managedConfig.managed
  const isReady = (name: Settings['environment']): boolean =>
    name === 'practice' || parseBaseUrl(addressIn(settings, name)).ok
  const isAllowed = environments.includes(settings.environment)
  if (isAllowed && isReady(settings.environment)) {
    const onlyPractice = environments.every((name) => name === 'practice')
    return onlyPractice ? { ...settings, configured: true } : settings
  }
  const other = isAllowed ? undefined : environments.find(isReady)
  if (other !== undefined) return { ...settings, environment: other }
  const worked = workedIn()
  return worked === null
    ? { ...settings, environment: 'practice', configured: false }
    : { ...settings, environment: isAllowed ? settings.environment : worked, configured: true }
}

/**
 * Whether a change would touch what the organisation sets. Setting a managed setting to its current value is allowed.
 */
export function isRefused(patch: SettingsChange, inForce: Settings, { managed }: ManagedConfig): boolean {
  const { environment } = patch
  if (environment !== undefined && !managed.environments.includes(environment)) return true
  if (isUnread(managed) && environment !== undefined && environment !== inForce.environment) return true
  return managedByName.some(
    (name) => isManaged(managed, name) && patch[name] !== undefined && !isSame(patch[name], inForce[name]),
  )
}

/**
 * This computer's own settings after a change. Managed settings keep the officers' value for when they are no longer
 * managed.
 */
export function changedOwn(own: Settings, patch: SettingsChange, { managed }: ManagedConfig): Settings {
  const kept = new Set<string>(managedByName.filter((name) => isManaged(managed, name)))
  if (isManaged(managed, 'environment')) kept.add('environment')
  // In a patch, an absent key and an undefined one mean the same.
  const given = Object.entries(patch).filter(([name, value]) => value !== undefined && !kept.has(name))
  return { ...own, ...Object.fromEntries(given) }
}

/** Stores a key that comes with other settings. */
export type StoringKey = () => Promise<Result<unknown, Failure>>

/** The settings of this installation: what the officers chose, overridden by the managed settings. */
export class OfficeSettings {
  readonly #file: SettingsFile
  readonly #managedConfig: ManagedConfig
  /** What the officers chose, even where a managed setting overrides it. */
  #own = defaultSettings
  #inForce = defaultSettings
  #isRead = false
  #lost: SettingsLost | null = null
  readonly #workedIn: () => RemoteEnvironment | null

  /** @param workedIn the environment of the insurer's that the work here belongs to. */
  constructor(file: SettingsFile, managedConfig: ManagedConfig, workedIn: () => RemoteEnvironment | null) {
    this.#file = file
    this.#managedConfig = managedConfig
    this.#workedIn = workedIn
  }

  /**
   * Loads the settings if the data key or their file could not be opened so far. Until then nothing can be opened that
   * they could lead astray, and they cannot be changed.
   *
   * @returns whether other settings are in force now
   */
  async read(): Promise<boolean> {
    if (this.#isRead) return false
    const { settings, isRead, lost } = await this.#file.load()
    const before = JSON.stringify(this.#inForce)
    // What was chosen is not known: never practice, where there is work for the insurer.
    const isUnknown = !isRead || lost !== null || (this.isPolicyUnread && settings.environment === 'practice')
    const environment = isUnknown ? (this.#workedIn() ?? settings.environment) : settings.environment
    this.#own = { ...settings, environment }
    this.#inForce = settingsInForce(this.#own, this.#managedConfig, this.#workedIn)
    this.#isRead = isRead
    this.#lost = lost
    return JSON.stringify(this.#inForce) !== before
  }

  /**
   * What of a change by head office is to be written: what differs here and is not set by the organisation.
   * @returns `set-by-organisation` where the policy sets another environment, address or file store;
   *   `storage-unavailable` where nothing is known of what is here
   */
  givenBy(change: SettingsChange): Result<SettingsChange, Failure> {
    if (!this.#isRead) return err({ type: 'storage-unavailable' })
    const place = Object.entries(change).filter(([name]) => places.has(name))
    if (this.isRefused(Object.fromEntries(place))) return err({ type: 'set-by-organisation' })
    const own = changedOwn(this.#own, change, this.#managedConfig)
    const before = new Map<string, unknown>(Object.entries(this.#own))
    const nothing: SettingsChange = {}
    const differs = ([name, value]: [string, unknown]): boolean => !isSame(value, before.get(name))
    return ok({ ...nothing, ...Object.fromEntries(Object.entries(own).filter(differs)) })
  }

  /** False while they could not be loaded: see {@link read}. */
  get isRead(): boolean {
    return this.#isRead
  }

  /** Null unless the settings do not open, or are gone. */
  get lost(): SettingsLost | null {
    return this.#lost
  }

  /** Whether what the organisation sets could not be read when the application started. */
  get isPolicyUnread(): boolean {
    return isUnread(this.#managedConfig.managed)
  }

  get inForce(): Settings {
    return this.#inForce
  }

  /** Whether the organisation sets the address of an environment. */
  isAddressManaged(environment: RemoteEnvironment): boolean {
    return isManaged(this.#managedConfig.managed, `${environment}BaseUrl`)
  }

  /** Whether the organisation sets the file store of an environment. */
  isFileStoreManaged(environment: RemoteEnvironment): boolean {
    return isManaged(this.#managedConfig.managed, `${environment}FileStore`)
  }

  /** Whether a change would affect a managed setting. */
  isRefused(patch: SettingsChange): boolean {
    return isRefused(patch, this.#inForce, this.#managedConfig)
  }

  /**
   * Writes a change to the disk.
   *
   * @param storeKey stores the key that comes with it, first: it is bound to its origin, and the one before stays beside
   *   it. Wherever this is cut off, there is a key for the address in use.
   */
  async change(patch: SettingsChange, storeKey: StoringKey | null): Promise<Result<null, Failure>> {
    if (this.isRefused(patch)) return err({ type: 'set-by-organisation' })
    if (!this.#isRead) return err({ type: 'locked' })
    const own = canonical(changedOwn(this.#own, patch, this.#managedConfig))
    if (!own.ok) return own
    const isElsewhere = [patch.environment, patch.liveBaseUrl, patch.sandboxBaseUrl].some(
      (set) => set !== undefined,
    )
    const reachable = isElsewhere ? addressOf(overlaid(own.value, this.#managedConfig)) : ok(null)
    if (!reachable.ok) return reachable
    const stored = await storeKey?.()
    if (stored?.ok === false) return stored
    const saved = await this.#file.save(own.value)
    if (!saved.ok) return saved
    this.#own = own.value
    this.#inForce = settingsInForce(own.value, this.#managedConfig, this.#workedIn)
    return ok(null)
  }
}

/** Addresses in the form they are stored in. An empty one has not been chosen yet. */
function canonical(settings: Settings): Result<Settings, Failure> {
  const parsed = (address: string) => (address === '' ? ok('') : parseBaseUrl(address))
  const sandbox = parsed(settings.sandboxBaseUrl)
  if (!sandbox.ok) return sandbox
  const live = parsed(settings.liveBaseUrl)
  if (!live.ok) return live
  const feed = settings.updateFeed === null ? ok(null) : parseBaseUrl(settings.updateFeed)
  if (!feed.ok) return feed
  return ok({ ...settings, sandboxBaseUrl: sandbox.value, liveBaseUrl: live.value, updateFeed: feed.value })
}

/** The address that the settings select; practice has none. */
function addressOf(settings: Settings): Result<string | null, Failure> {
  const { environment } = settings
  return environment === 'practice' ? ok(null) : parseBaseUrl(addressIn(settings, environment))
}
