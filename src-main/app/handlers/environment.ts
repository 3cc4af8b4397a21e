import { refuseWhileBusy, rarely } from '#main/platform/refuse-while-busy.ts'
import { err, ok } from '#shared/result.ts'
import { parseBaseUrl, type Settings, type SettingsPatch, addressIn } from '#shared/settings.ts'
import type { HandlersOf } from './register.ts'
import type { AppStatusReporter } from '../app-status.ts'
import type { FileStores } from '#main/office/environment/file-stores.ts'
import type { Workspace, WorkspaceOptions } from '#main/office/environment/workspace.ts'
import type { OfficeSettings } from '#main/office/settings/office-settings.ts'
import type { SystemNetwork } from '#main/network/network.ts'
import type { ProxyLoginVault } from '#main/platform/keys/proxy-login.ts'
import type { Updater } from '#main/shell/updates/updater.ts'
import type { StorageStatus } from '#shared/contract/app-status.ts'
import type { NetworkStatus } from '#shared/network.ts'

/** A check goes to the insurer with the key; one of a store costs the merchant two requests, which are billed. */
const checkRestMs = 1_000

export interface AppHandlersOptions extends Pick<WorkspaceOptions, 'confirmAddress'> {
  readonly workspace: Workspace
  readonly status: AppStatusReporter
  readonly settings: OfficeSettings
  readonly fileStores: FileStores
  /** Opens everything again. @returns how the storage is then; null where that was tried a moment ago */
  readonly retryStorage: () => Promise<StorageStatus['type'] | null>
  /** Restarts the application: Electron asks the system's store only once in a process. */
  readonly startAgain: () => void
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs?: (() => number) | undefined
}

/** Answers what the page asks about the installation: status, settings, key, connection, practice, file store. */
export function createAppHandlers({
  workspace,
  status,
  settings,
  fileStores,
  confirmAddress,
  retryStorage,
  startAgain,
  monotonicMs,
}: AppHandlersOptions): HandlersOf<
  'app' | 'settings' | 'environment' | 'key' | 'connection' | 'connectivity' | 'practice' | 'file-store'
> {
  // A try writes into the store and takes as long as the store likes: a page that asks in a loop gets one at a time.
  const onlyOneStore = refuseWhileBusy()
  const check = rarely(checkRestMs, monotonicMs)
  const checkStore = rarely(checkRestMs, monotonicMs)
  return {
    'app:status': async () => ok(await status.now()),
    'app:storage-retry': async () => {
      // Electron asks the system's store once in a process: a store unlocked since then opens only after a restart.
      if ((await retryStorage()) === 'locked') startAgain()
      return ok(null)
    },
    'settings:change': async (patch) => {
      // What the organisation set is refused without a question.
      if (!settings.isRefused(patch) && !(await mayChange(patch, settings.inForce, confirmAddress)))
        return err({ type: 'declined' })
      return await status.after(await workspace.change(patch), 'settings')
    },
    'environment:connect': async (wish) => {
      const tried = await workspace.connect(wish)
      if (!tried.ok) return tried
      const connected = tried.value
      if (!connected.isConnected) return ok({ type: 'unchanged', check: connected.check })
      await status.announce('settings', 'keys')
      return ok({ type: 'connected', check: connected.check })
    },
    'key:set': async ({ key }) => await status.after(await workspace.setKey(key), 'keys'),
    'key:clear': async () => await status.after(await workspace.clearKey(), 'keys'),
    'connection:check': async () => {
      const checked = await check(() => workspace.environment.connection.api.checkConnection())
      return checked === null ? err({ type: 'not-possible-now' }) : ok(checked)
    },
    'connectivity:now': () => workspace.using(({ engine }) => ok(engine.connectivity.now())),
    'practice:connect': async ({ connected }) =>
      await status.after(await workspace.connectPractice(connected), 'desk'),
    'file-store:status': async () => ok(await fileStores.status()),
    'file-store:set': (wish) =>
      onlyOneStore(async () => await status.after(await fileStores.set(wish), 'settings')),
    'file-store:clear': async () => await status.after(await fileStores.clear(), 'settings'),
    'file-store:check': () =>
      onlyOneStore(
        async () => (await checkStore(() => fileStores.check())) ?? err({ type: 'not-possible-now' }),
      ),
  }
}

/** Whether the page may change settings like this: each that is an address, or a part of claims, is asked about. */
async function mayChange(
  patch: SettingsPatch,
  before: Settings,
  confirmAddress: WorkspaceOptions['confirmAddress'],
): Promise<boolean> {
  for (const name of ['notNeededLink', 'notAvailableLink'] as const) {
    const { [name]: to = '' } = patch
    if (to === '' || to === before[name]) continue
    const from = before[name] === '' ? null : before[name]
    if (!(await confirmAddress({ environment: 'link', from, to }))) return false
  }
  // An address of updates could carry anything too. What is no address is refused when it is to be saved.
  const feed = parseBaseUrl(patch.updateFeed ?? '')
  if (!feed.ok || feed.value === before.updateFeed) return true
  return await confirmAddress({ environment: 'updates', from: before.updateFeed, to: feed.value })
}

/** Answers what the page asks about the way to the insurer, and keeps the name and password for the proxy. */
export function createNetworkHandlers(
  workspace: Workspace,
  network: SystemNetwork,
  proxyLogins: ProxyLoginVault,
): HandlersOf<'network'> {
  const status = async (): Promise<NetworkStatus> => {
    const { name } = workspace.environment
    const baseUrl = name === 'practice' ? '' : addressIn(workspace.settings, name)
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
    return {
      address: url?.host ?? null,
      plan: await network.plan(url ?? new URL('http://localhost')),
      trusted: await network.trustedCount(),
      trouble: network.trouble(),
      login: await proxyLogins.status(),
    }
  }
  /** The next connection takes the change into account, and is tried now. */
  const changed = async (): Promise<NetworkStatus> => {
    network.loginChanged()
    for (const { engine } of workspace.everyOpen) engine.networkChanged(true)
    return await status()
  }

  return {
    'network:status': async () => ok(await status()),
    'network:set-proxy-login': async (login) => {
      const set = await proxyLogins.set(login)
      return set.ok ? ok(await changed()) : err(set.error)
    },
    'network:clear-proxy-login': async () => {
      const cleared = await proxyLogins.clear()
      return cleared.ok ? ok(await changed()) : err(cleared.error)
    },
  }
}

/** Handles the page's calls about updates. Every signed-in officer may use them, since an update loses no work. */
export function createUpdateHandlers(updates: Updater): HandlersOf<'updates'> {
  return {
    'updates:status': () => ok(updates.status),
    'updates:check': () => {
      // Not awaited: a download can take long, and its outcome is announced.
      void updates.check()
      return ok(updates.status)
    },
    'updates:install': () => {
      if (updates.status.type !== 'ready') return err({ type: 'not-possible-now' })
      void updates.install()
      return ok(updates.status)
    },
  }
}
