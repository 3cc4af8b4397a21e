import { isDeepStrictEqual as isSame } from 'node:util'
import { isManaged, isUnread, managedByName, type ManagedSetting } from '#shared/managed-settings.ts'
import { parseBaseUrl, type Settings, type SettingsChange } from '#shared/settings.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import type { ManagedConfig } from './managed-config.ts'
import { fileStoreOf } from './managed-fields.ts'

/** The settings, overridden by what the organisation sets. */
export function overlaid(own: Settings, { values }: ManagedConfig): Settings {
  const { environments, liveBaseUrl, sandboxBaseUrl, liveFileStore, sandboxFileStore, ...others } = values
  const { pinMinimumLength: _length, pinNeedsLetters: _letters, ...byName } = others
  const only = environments?.length === 1 ? environments[0] : undefined
  return {
    ...own,
    ...byName,
    environment: only ?? own.environment,
    baseUrls: {
      sandbox: sandboxBaseUrl ?? own.baseUrls.sandbox,
      live: liveBaseUrl ?? own.baseUrls.live,
    },
    fileStores: {
      sandbox: fileStoreOf(sandboxFileStore) ?? own.fileStores.sandbox,
      live: fileStoreOf(liveFileStore) ?? own.fileStores.live,
    },
  }
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
  workedIn: RemoteEnvironment | null = null,
): Settings {
  const settings = overlaid(own, managedConfig)
  const { environments } = managedConfig.managed
  const isReady = (name: Settings['environment']): boolean =>
    name === 'practice' || parseBaseUrl(settings.baseUrls[name]).ok
  const isAllowed = environments.includes(settings.environment)
  if (isAllowed && isReady(settings.environment)) {
    const onlyPractice = environments.every((name) => name === 'practice')
    return onlyPractice ? { ...settings, configured: true } : settings
  }
  const other = isAllowed ? undefined : environments.find(isReady)
  if (other !== undefined) return { ...settings, environment: other }
  return workedIn === null
    ? { ...settings, environment: 'practice', configured: false }
    : { ...settings, environment: isAllowed ? settings.environment : workedIn, configured: true }
}

/**
 * Whether a change would touch what the organisation sets. Setting a managed setting to its current value is allowed.
 */
export function isRefused(patch: SettingsChange, inForce: Settings, { managed }: ManagedConfig): boolean {
  const { environment, baseUrls, fileStores } = patch
  if (environment !== undefined && !managed.environments.includes(environment)) return true
  if (isUnread(managed) && environment !== undefined && environment !== inForce.environment) return true
  for (const name of ['live', 'sandbox'] as const) {
    const isOther = baseUrls !== undefined && baseUrls[name] !== inForce.baseUrls[name]
    if (isOther && isManaged(managed, `${name}BaseUrl`)) return true
    const isOtherStore = fileStores !== undefined && !isSame(fileStores[name], inForce.fileStores[name])
    if (isOtherStore && isManaged(managed, `${name}FileStore`)) return true
  }
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
  // In a patch, an absent key and an undefined one mean the same.
  const given = Object.entries(patch).filter(([name, value]) => value !== undefined && !kept.has(name))
  const wanted: Settings = { ...own, ...Object.fromEntries(given) }
  const of = (setting: ManagedSetting): Settings => (isManaged(managed, setting) ? own : wanted)
  return {
    ...wanted,
    environment: of('environment').environment,
    baseUrls: { sandbox: of('sandboxBaseUrl').baseUrls.sandbox, live: of('liveBaseUrl').baseUrls.live },
    fileStores: {
      sandbox: of('sandboxFileStore').fileStores.sandbox,
      live: of('liveFileStore').fileStores.live,
    },
  }
}
