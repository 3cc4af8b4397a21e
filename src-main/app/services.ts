import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { ManagedSettings } from '#shared/managed-settings.ts'
import type { ShownEngine } from '#shared/outbox/hold.ts'
import { Office } from '#main/office/computers/office.ts'
import {
  haveOfficersWorked,
  isNewInstallation,
  wasOpened,
  workedIn,
} from '#main/office/environment/closed-environment.ts'
import { FileStores } from '#main/office/environment/file-stores.ts'
import { ThisComputer } from '#main/office/backup/this-computer.ts'
import { InstallationKey } from '#main/office/environment/installation-key.ts'
import { OfficeSettings } from '#main/office/settings/office-settings.ts'
import { Workspace, type WorkspaceOptions } from '#main/office/environment/workspace.ts'
import { checkStore } from '#main/file-store/check-store.ts'
import { createObjectStore } from '#main/file-store/s3-object-store.ts'
import type { CheckStore } from '#main/file-store/object-store.ts'
import { Orders } from '#main/office/head-office/orders.ts'
import { SetUp } from '#main/office/head-office/set-up.ts'
import { undoBrokenSetUp } from '#main/office/head-office/broken-set-up.ts'
import { AppStatusReporter } from './app-status.ts'
import { createManagersQuestions, type ManagersQuestions } from './handlers/asked-first.ts'
import { createAttachmentHandlers, createUploadHandlers } from './handlers/attachments.ts'
import { createBackupHandlers, createOfficeHandlers } from './handlers/backup.ts'
import {
  createClaimTableHandlers,
  createDetailHandlers,
  createFollowUpHandlers,
  createListHandlers,
  createPharmacyHandlers,
} from './handlers/claims.ts'
import { createDraftHandlers } from './handlers/drafts.ts'
import {
  createAppHandlers,
  createNetworkHandlers,
  createUpdateHandlers,
  type AppHandlersOptions,
} from './handlers/environment.ts'
import { createSetUpHandlers } from './handlers/head-office.ts'
import { createOfficerHandlers } from './handlers/officers.ts'
import { createOutboxHandlers } from './handlers/outbox.ts'
import { createPrivacyHandlers } from './handlers/privacy.ts'
import { createPaperHandlers, createSupportHandlers } from './handlers/reports.ts'
import { announceToOwnPage, gateHandlers, type RequestHandlers } from './handlers/register.ts'
import { createBackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import { createKeyVault } from '#main/platform/keys/key-vault.ts'
import { createProxyLoginVault } from '#main/platform/keys/proxy-login.ts'
import { createStoreKeys } from '#main/platform/keys/store-keys.ts'
import { SystemNetwork } from '#main/network/network.ts'
import { createAudience, mayManage } from '#main/office/officers/audience.ts'
import { provesManager } from '#main/office/officers/key-proof.ts'
import { OfficerSession } from '#main/office/officers/officer-session.ts'
import { createOfficersFile } from '#main/office/officers/kept-officers.ts'
import { SessionLock } from '#main/office/officers/session-lock.ts'
import { tellPage } from './page.ts'
import { systemClock } from '#main/platform/clock.ts'
import { removeUnfinished } from '#main/platform/durable-file.ts'
import { storageRetryMs } from '#main/platform/loop.ts'
import { rarely } from '#main/platform/refuse-while-busy.ts'
import { Signal } from '#main/platform/signal.ts'
import { openEnvironment } from './open-environment.ts'
import type { ServicesOptions } from './services-options.ts'
import { noManagedConfig } from '#main/office/settings/managed/managed-config.ts'
import { createSettingsFile } from '#main/office/settings/settings-file.ts'
import { supportReport } from '#main/office/reports/support/support-report.ts'
import { openUpdates, type Updater } from '#main/shell/updates/updater.ts'

/** The application without its window: settings, officers, environment, updates, head office. */
export interface AppServices {
  readonly workspace: Workspace
  readonly officers: OfficerSession
  readonly sessionLock: SessionLock
  readonly managed: ManagedSettings
  readonly office: Office
  readonly orders: Orders
  readonly setUp: SetUp
  /** The installation was set up from a file: the page starts again. */
  readonly wasSetUp: Signal
  readonly status: AppStatusReporter
  readonly updates: Updater
  /** The engine's status, each time the page gets it. */
  readonly engineAnnounced: Signal<ShownEngine>
  readonly handlers: RequestHandlers
  /** What is asked before calls that only managers may make. */
  readonly questions: ManagersQuestions
  /** The system's store is reliable now: open what was locked, and seal a data key that lies in the open. */
  storeReady(): Promise<void>
  /**
   * The network or its settings may have changed: connections are tried again, unless there is none. After sleep nothing is
   * known of it.
   */
  networkChanged(online?: boolean): void
  /** Stops the engine and closes the files. */
  close(): Promise<void>
}

/**
 * Creates every service that needs no window, each once and after what it needs, and then connects them. The only place
 * that does.
 */
export async function createServices(given: ServicesOptions): Promise<AppServices> {
  const { dataFolder, protection } = given
  for (const part of ['', 'keys', 'updates']) await removeUnfinished(join(dataFolder, part))
  const installationKey = new InstallationKey(dataFolder, protection)
  const isNew = isNewInstallation(dataFolder)
  const secretsKey = async (): Promise<Uint8Array | null> => (await installationKey.orNull())?.secrets ?? null
  const secrets = { folder: dataFolder, secretsKey }
  const { managedConfig = noManagedConfig, checkStore = checkWithFile } = given
  const work = (): ReturnType<typeof workedIn> => workedIn(dataFolder)
  const vault = createKeyVault(secrets)
  const storeKeys = createStoreKeys(secrets)
  const officeKeys = createStoreKeys(secrets, 'office-store')
  const asNew = (): Promise<void> =>
    undoBrokenSetUp({
      ...{ dataFolder, vault, storeKeys, officeKeys, passphrase: createBackupPassphrase(secrets) },
      dataKey: () => installationKey.orNull(),
    })
  await asNew()
  const settingsFile = createSettingsFile({
    folder: dataFolder,
    keys: installationKey.orNull,
    isNew: () => isNew,
    holdsWork: () => work() !== null,
  })
  const settings = new OfficeSettings(settingsFile, managedConfig, work)
  await settings.read()
  const proxyLogins = createProxyLoginVault(secrets)
  const network = new SystemNetwork({
    ...given.proxySettings,
    readLogin: (proxy) => proxyLogins.read(proxy),
  })
  const officers = new OfficerSession({
    ...(given.secretCost === undefined ? {} : { cost: given.secretCost }),
    openStore: async () => {
      const key = await installationKey.orNull()
      return key === null
        ? null
        : {
            file: createOfficersFile(dataFolder, () => Promise.resolve(key)),
            hadOfficers: key.had.includes('officers') || haveOfficersWorked(dataFolder),
            remember: () => installationKey.remember('officers'),
          }
    },
    monotonicMs: () => performance.now(),
    secretRules: managedConfig.managed.secretRules,
    provesManager: async (key) => {
      const had = (await installationKey.orNull())?.had ?? []
      return await provesManager(key, {
        vault,
        settings: settings.inForce,
        network,
        wasUsed: (environment) => had.includes(environment) || wasOpened(dataFolder, environment),
      })
    },
  })
  const sessionLock = new SessionLock({ session: officers, minutes: () => settings.inForce.lockAfterMinutes })
  const audience = createAudience(officers, () => settings.inForce.sharedOutbox)
  // While the question is open, the application may be locked or someone else may sign in.
  const confirmAddress: WorkspaceOptions['confirmAddress'] = async (question) =>
    (await given.confirmAddress(question)) && mayManage(officers)
  const announce = announceToOwnPage(given, officers)
  await officers.reload()
  const areOfficersLost = (): boolean => officers.status().type === 'unreadable'
  /** What most of the services are made with. */
  const common = {
    ...given,
    computer: new ThisComputer(dataFolder),
    clock: systemClock,
    installationKey,
    secretsKey,
    settings,
    managed: managedConfig.managed,
    vault,
    storeKeys,
    officeKeys,
    proxyLogins,
    network,
    officers,
    audience,
    checkStore,
    confirmAddress,
    announce,
    areOfficersLost,
    // A locked page shows none of it.
    isWatched: () => given.isWatched() && !officers.isLocked(),
    onReopened: () => officers.reload(),
  }
  const workspace = await Workspace.open({ ...common, openEnvironment })
  officers.changed.subscribe(() => {
    for (const { engine } of workspace.everyOpen) engine.setOutsideHold({ type: 'locked' }, areOfficersLost())
  })
  const office = new Office({
    ...common,
    workspace,
    openStore: (store, accessKey) =>
      createObjectStore({ store, accessKey, network, now: () => systemClock.now() }),
  })
  const orders = new Orders({
    ...common,
    workspace,
    office,
    clockAheadMs: () => workspace.desk.services?.engine.connectivity.now().clock?.aheadMs ?? 0,
    onEvent: given.onHeadOffice,
  })
  const setUp = new SetUp({ ...common, workspace, office, ask: (wish) => given.setUpDialogs.ask(wish) })
  const fileStores = new FileStores({ ...common, workspace })
  const status = new AppStatusReporter({ ...common, workspace, office, orders })
  const reported = { workspace, status, dataFolder, office, network }
  const updates = await openUpdates({
    ...given,
    network,
    feedUrl: () => settings.inForce.updateFeed,
    savesData: () => settings.inForce.saveData,
    drain: () => {
      const drains = workspace.everyOpen.map(({ engine }) => engine.drain())
      return {
        drained: Promise.all(drains.map(({ drained }) => drained)),
        goOn: () => drains.forEach((drain) => drain.goOn()),
      }
    },
  })

  const openAgain = async (): Promise<void> => {
    // A set-up that goes on is none that broke; it needs the store to be open.
    if (workspace.environment.storage.type === 'locked') await asNew()
    // Officers first: the storage must not open while no one is signed in.
    await officers.reload()
    await workspace.reopen()
  }
  const rest = rarely(retryRestMs, given.monotonicMs)
  const retryStorage: AppHandlersOptions['retryStorage'] = () =>
    rest(async () => {
      await openAgain()
      // Settings may have been read, of an environment that was open already.
      await status.announce('settings', 'keys', 'desk', 'session', 'office')
      return workspace.environment.storage.type
    })
  // Another program may have held a file, or a disk came late; a locked store says when it opens.
  const retrying = setInterval(() => {
    const types = [workspace.environment, workspace.desk].map(({ storage }) => storage.type)
    if (types.includes('locked')) return
    if (types.includes('unavailable') || !settings.isRead) void retryStorage()
    else if (areOfficersLost()) void officers.reload()
  }, storageRetryMs)
  retrying.unref()

  const { managed } = managedConfig
  const { ask, backupFiles, chooseFile, printPage, sendToPrinter, setUpDialogs, startAgain, monotonicMs } =
    given
  const wasSetUp = new Signal()
  const handlers: RequestHandlers = {
    ...createAppHandlers({
      workspace,
      status,
      settings,
      fileStores,
      confirmAddress,
      retryStorage,
      startAgain,
      monotonicMs,
    }),
    ...createNetworkHandlers(workspace, network, proxyLogins),
    ...createOfficerHandlers(officers, sessionLock, managed),
    ...createOutboxHandlers(workspace, audience),
    ...createDraftHandlers(workspace, audience),
    ...createPrivacyHandlers(workspace, status),
    ...createPaperHandlers({ workspace, audience, officers, printPage, sendToPrinter, chooseFile }),
    ...createClaimTableHandlers(workspace, audience),
    ...createListHandlers(workspace, audience),
    ...createDetailHandlers(workspace),
    ...createFollowUpHandlers(workspace, audience),
    ...createPharmacyHandlers(workspace),
    ...createSupportHandlers(reported, chooseFile),
    ...createBackupHandlers(workspace, officers, backupFiles, ask, status),
    ...createOfficeHandlers(workspace, office),
    ...createAttachmentHandlers(workspace, audience),
    ...createUploadHandlers(workspace, audience),
    ...createUpdateHandlers(updates),
    ...createSetUpHandlers(setUp, setUpDialogs, orders, status, wasSetUp),
  }
  const questions = createManagersQuestions({ workspace, office, officers, settings, managed, fileStores })
  const announcer = tellPage({
    workspace,
    officers,
    audience,
    sessionLock,
    office,
    orders,
    status,
    updates,
    announce,
  })
  sessionLock.officerChanged.subscribe(() => workspace.everyOpen.forEach(({ backup }) => backup.putAway()))
  for (const nobodyLooks of [sessionLock.officerChanged, officers.changed, given.windowClosed])
    nobodyLooks.subscribe(() => workspace.everyOpen.forEach(({ claimTable }) => claimTable.drop()))
  orders.changed.subscribe(() => void office.writeStatus())
  // A key that was replaced at the insurer: the new one may lie there already.
  for (const { connectivityChanged } of workspace.allSignals)
    connectivityChanged.subscribe(({ kind }) => {
      if (kind === 'key-refused') void orders.look()
    })
  updates.changed.subscribe(({ type }) => {
    if (type === 'checking') void orders.look()
  })
  workspace.onSettings(['updateFeed'], () => updates.feedChanged())
  // Whether officers see each other's claims is a setting, and so is which of the insurer's values are final.
  workspace.onSettings(['sharedOutbox', 'finalStatuses'], () =>
    workspace.everyOpen.forEach(({ claimTable }) => claimTable.entriesChanged()),
  )
  workspace.onSettings(['finalStatuses'], () =>
    workspace.everyOpen.forEach(({ followUps }) => followUps.finalsChanged()),
  )
  office.start(() => supportReport(reported, { isForHeadOffice: true }))
  updates.start()
  orders.start()
  announcer.statusChanged()

  return {
    workspace,
    officers,
    sessionLock,
    managed,
    office,
    orders,
    setUp,
    wasSetUp,
    status,
    updates,
    engineAnnounced: announcer.announced,
    questions,
    handlers: gateHandlers(handlers, {
      session: officers,
      questions,
      ask,
      environment: () => workspace.environment,
    }),
    async storeReady() {
      if (workspace.environment.storage.type === 'locked') await openAgain()
      // Opening a key that lies in the open seals it.
      else await installationKey.open()
      await status.announce('keys')
    },
    networkChanged(online) {
      network.changed()
      office.lookSoon()
      if (online === undefined) return
      for (const { engine, uploads } of workspace.everyOpen) {
        engine.networkChanged(online)
        if (online) uploads.connected()
      }
    },
    async close() {
      // Head office sees how it stood when it was closed; nothing waits for a bucket that is away.
      await Promise.race([office.writeStatus(), after(lastStatusMs)])
      office.close()
      clearInterval(retrying)
      updates.close()
      orders.close()
      await workspace.close()
    },
  }
}

const lastStatusMs = 1_000
/** Opening everything again stops deliveries for a moment: a page that asks in a loop must not do that to an office. */
const retryRestMs = 2_000

const checkWithFile: CheckStore = (inUse, network) =>
  checkStore({ ...inUse, network, now: () => systemClock.now() }, new AbortController().signal)
