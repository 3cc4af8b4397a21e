import type { Environment } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openClosedEnvironment, type EnvironmentFiles } from './closed-environment.ts'
import { EnvironmentSignals } from './environment-signals.ts'
import type { InstallationKey } from './installation-key.ts'
import type { OfficeSettings } from './office-settings.ts'
import {
  openEnvironment,
  type EnvironmentOptions,
  type EnvironmentServices,
  type OpenEnvironment,
} from './open-environment.ts'

export interface InUseOptions extends Omit<EnvironmentOptions, 'name' | 'dataKey' | 'signals'> {
  readonly settings: OfficeSettings
  readonly installationKey: InstallationKey
  /** After an environment was opened again, before anything is done in it. */
  readonly onReopened?: () => Promise<void>
}

/** The one environment that is open: which it is, and how it is closed and opened again. */
export class EnvironmentInUse {
  readonly signals: EnvironmentSignals
  /** Runs changes of the environment one at a time: each one starts from the result of the one before. */
  readonly inTurn = oneAtATime()
  readonly #options: InUseOptions
  #environment: OpenEnvironment
  /** The settings could be read now, and are others. */
  onSettingsRead: () => void = () => undefined

  private constructor(options: InUseOptions, signals: EnvironmentSignals, environment: OpenEnvironment) {
    this.#options = options
    this.signals = signals
    this.#environment = environment
  }

  /** Opens the environment that the settings name, or practice when they name no usable address. */
  static async open(options: InUseOptions): Promise<EnvironmentInUse> {
    const signals = new EnvironmentSignals()
    const dataKey = await options.installationKey.open()
    await options.settings.read()
    return new EnvironmentInUse(options, signals, await openFor(options, signals, dataKey))
  }

  get now(): OpenEnvironment {
    return this.#environment
  }

  /** The open environment's services, or why there are none. */
  services(): Result<EnvironmentServices, Failure> {
    const { services, storage } = this.#environment
    if (services !== null) return ok(services)
    return err(storage.type === 'locked' ? { type: 'locked' } : { type: 'storage-unavailable' })
  }

  /** Runs an action on an environment's files; one that is not in use is open only for that action. For a turn. */
  async within<T>(
    name: Environment,
    work: (files: EnvironmentFiles) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
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
  }

  /** Runs an action while no environment is open, and then opens everything as it is now. For a turn. */
  async whileClosed<T>(work: () => Promise<T>): Promise<T> {
    await this.close()
    const done = await work()
    const { settings, installationKey, onReopened } = this.#options
    const dataKey = await installationKey.open()
    if (await settings.read()) this.onSettingsRead()
    this.#environment = await openFor(this.#options, this.signals, dataKey)
    await onReopened?.()
    this.signals.engineChanged.emit()
    return done
  }

  /**
   * Closes it for good, or until it is opened again. For a turn. Its services go first: nothing may use a closed database
   * while the rest shuts down.
   */
  async close(): Promise<void> {
    const closing = this.#environment
    this.#environment = { ...closing, services: null, close: () => Promise.resolve() }
    await closing.close()
  }
}

async function openFor(
  options: InUseOptions,
  signals: EnvironmentSignals,
  dataKey: EnvironmentOptions['dataKey'],
): Promise<OpenEnvironment> {
  const name = options.settings.inForce.environment
  const opened = await openEnvironment({ ...options, signals, dataKey, name })
  const isInUse = name !== 'practice' && opened.services !== null
  if (isInUse && dataKey.ok && !dataKey.value.had.includes(name)) await options.installationKey.remember(name)
  return opened
}
