import type { Announce } from '#shared/contract/announcements.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { HeadOfficeStatus } from '#shared/head-office.ts'
import { isUnread, type ManagedSettings } from '#shared/managed-settings.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { createAttachmentHandlers } from './attachments/handlers.ts'
import { createBackupHandlers } from './backup/handlers.ts'
import { ClaimListReader } from './claims/claim-list-reader.ts'
import { createOfficeHandlers } from './computers/handlers.ts'
import { Office } from './computers/office.ts'
import { createClaimHandlers } from './claims/handlers.ts'
import { createDraftHandlers } from './drafts/handlers.ts'
import { AppStatusReporter, type AppStatusOptions } from './environment/app-status.ts'
import { hasWorkedRemotely, isNewInstallation, workersIn } from './environment/closed-files.ts'
import { createFileStoreHandlers } from './environment/file-store-handlers.ts'
import { fileStoreInUse, FileStores } from './environment/file-stores.ts'
import { createAppHandlers } from './environment/handlers.ts'
import { InstallationKey } from './environment/installation-key.ts'
import { OfficeSettings } from './environment/office-settings.ts'
import { openOfficersStore } from './environment/officers-marks.ts'
import { Workspace, type WorkspaceOptions } from './environment/workspace.ts'
import { gateHandlers } from './ipc/officer-gate.ts'
import type { RequestHandlers } from './ipc/register.ts'
import { checkStore } from './file-store/check-store.ts'
import type { CheckStore } from './file-store/store-in-use.ts'
import { createSetUpHandlers } from './head-office/handlers.ts'
import { Orders, type OrdersOptions } from './head-office/orders.ts'
import { orderSources } from './head-office/order-sources.ts'
import { SetUp } from './head-office/set-up.ts'
import { finishStage } from './head-office/staged-files.ts'
import { createKeyVault, type KeyVault } from './keys/key-vault.ts'
import { createProxyLoginVault, type ProxyLoginVault } from './keys/proxy-login.ts'
import type { ProtectionSource } from './keys/protection.ts'
import { createStoreKeys } from './keys/store-keys.ts'
import { createNetworkHandlers } from './network/handlers.ts'
import { LineLedger } from './network/line-ledger.ts'
import { SystemNetwork, type SystemNetworkOptions } from './network/network.ts'
import { createAudience, mayManage, worksHere, type Audience } from './officers/audience.ts'
import { createOfficerHandlers } from './officers/handlers.ts'
import { provesWithoutVerifier } from './officers/key-proof.ts'
import { OfficerSession } from './officers/officer-session.ts'
import type { HashCost } from './officers/secret-hash.ts'
import { SessionLock } from './officers/session-lock.ts'
import { createOutboxHandlers } from './outbox/handlers.ts'
import { createOutboxAnnouncer, type OutboxAnnouncer } from './outbox/outbox-announcer.ts'
import { summarised, visibleEntry } from './outbox/shown-entry.ts'
import { createPharmacyHandlers } from './pharmacies/handlers.ts'
import { systemClock } from './platform/clock.ts'
import { Signal } from './platform/signal.ts'
import { guardStorage } from './platform/storage-failure.ts'
import { practiceKey } from './practice/merchant.ts'
import { createPrivacyHandlers } from './privacy/handlers.ts'
import { createPaperHandlers, type PaperOptions } from './reports/handlers.ts'
import { createSupportHandlers } from './reports/support/handlers.ts'
import { noManagedConfig, type ManagedConfig } from './settings/managed/managed-config.ts'
import { underLastGood } from './settings/managed/last-good.ts'
import { createSettingsFile } from './settings/settings-file.ts'
import { settingsKeysOf } from './settings/settings-seal.ts'
import type { BackupFiles } from './shell/backup-files.ts'
import type { AskRelease } from './shell/release-question.ts'
import type { SetUpDialogs } from './shell/set-up-question.ts'
import { say } from './texts/texts.ts'
import { createUpdateHandlers } from './updates/handlers.ts'
import { openUpdates, type UpdateSources } from './updates/open-updates.ts'
import { createUploadHandlers } from './uploads/handlers.ts'
import type { Updater } from './updates/updater.ts'

export interface ServicesOptions extends Pick<WorkspaceOptions, 'isWatched' | 'onEvent' | 'confirmAddress'> {
  readonly dataFolder: string
  readonly version: string
  readonly host: AppStatus['host']
  readonly languageFor?: (setting: string) => string
  readonly protection: ProtectionSource
  /** The managed settings as they were read; none by default. */
  readonly managedConfig?: ManagedConfig
  /** Reads the managed settings as they are now. */
  readonly readPolicy: () => Promise<ManagedConfig>
  /** How the application updates itself; by default it does not. */
  readonly updateSources?: UpdateSources
  /** What the system's network settings say about an address, and the environment variables that overrule them. */
  readonly proxySettings: Pick<SystemNetworkOptions, 'askSystem' | 'variables' | 'trust'>
  readonly announce: Announce
  /** Asks the officer where to save a file of this name; null when cancelled. */
  readonly chooseFile: (name: string, title?: string) => Promise<string | null>
  /** What the window would print, as a PDF; null while there is no window. */
  readonly printPage: PaperOptions['printPage']
  /** Asks the officer where to save a backup, or which one to open. */
  readonly backupFiles: BackupFiles
  /** Asks whether what came with a backup is released. */
  readonly askRelease: AskRelease
  /** Asks which set-up file to open, and whether this computer is set up from it. */
  readonly setUpDialogs: SetUpDialogs
  readonly notifications: WorkspaceOptions['notifications'] & AppStatusOptions['notifications']
  /** Whether the application can be set to start with the computer. */
  readonly canStartAtLogin: boolean
  /** How a file store is tried; by default with a small file. */
  readonly checkStore?: CheckStore
  /** What became of files of head office, for the log. */
  readonly onHeadOffice?: OrdersOptions['onEvent']
  /** The work of checking a PIN or passphrase; the everyday one by default. */
  readonly secretCost?: HashCost
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs?: () => number
  /** Restarts the application: Electron asks the system's store only once in a process. */
  readonly startAgain: () => void
}

export interface AppServices {
  readonly workspace: Workspace
  readonly office: Office
  /** What the organisation sets, or set when it was read last. */
  readonly managed: ManagedSettings
  readonly status: AppStatusReporter
  readonly sessionLock: SessionLock
  readonly updates: Updater
  readonly claimListReader: ClaimListReader
  readonly ledger: LineLedger
  /** The engine's status, each time the page gets it. */
  readonly engineAnnounced: Signal<EngineStatus>
  readonly handlers: RequestHandlers
  readonly setUp: SetUp
  readonly orders: Orders
  /** This computer was set up from a file: nothing that the page shows holds any more. */
  readonly wasSetUp: Signal
  /** The system's store is reliable now: open what was locked, and wrap a data key that was kept unwrapped. */
  storeReady(): Promise<void>
  /** The network or its settings may be others now. */
  networkChanged(): void
}

/**
 * Creates every service that needs no window, each once and after what it needs, and then connects them. The only place
 * that does.
 */
export async function createServices(given: ServicesOptions): Promise<AppServices> {
  const { dataFolder, protection, announce } = given
  // Before anything is opened: what was set up from a file, and not moved into place yet.
  await finishStage(dataFolder)
  const installationKey = new InstallationKey(dataFolder, protection)
  const isNew = isNewInstallation(dataFolder)
  const sealedPlace = {
    folder: dataFolder,
    keys: async () => settingsKeysOf(await installationKey.orNull()),
  }
  const managedConfig = await underLastGood(given.managedConfig ?? noManagedConfig, sealedPlace)
  const settingsFile = createSettingsFile({ ...sealedPlace, isNew: () => isNew })
  const settings = await OfficeSettings.load(settingsFile, managedConfig)
  const vault = createKeyVault({ ...protection, folder: dataFolder, practiceKey })
  const storeKeys = createStoreKeys({ ...protection, folder: dataFolder })
  const proxyLogins = createProxyLoginVault({ ...protection, folder: dataFolder })
  const ledger = await LineLedger.open(dataFolder, systemClock)
  const network = new SystemNetwork({
    ledger,
    ...given.proxySettings,
    readLogin: (proxy) => proxyLogins.read(proxy),
  })
  const officers = createOfficerSession({ ...given, installationKey }, managedConfig, {
    vault,
    settings,
    network,
  })
  const audience = createAudience(officers, () => settings.inForce.sharedOutbox)
  // While the question is open, the application may be locked or somebody else may sign in.
  const confirmAddress: WorkspaceOptions['confirmAddress'] = async (question) =>
    (await given.confirmAddress(question)) && mayManage(officers)
  const workspace = await Workspace.open({
    ...given,
    installationKey,
    settings,
    vault,
    fileStoreOf: (environment) => fileStoreInUse(environment, settings, storeKeys),
    network,
    audience,
    // A locked page shows none of it.
    isWatched: () => given.isWatched() && !officers.isLocked(),
    confirmAddress,
    onReopened: () => officers.reload(),
    onEvent: (name) => {
      given.onEvent?.(name)
      // An officer was put back whom the list may not know.
      void officers.reload()
    },
    onKeyChanged: () => officers.keysChanged(),
  })
  // Afterwards: opening the workspace finishes an interrupted renewal of the key that their file is sealed under.
  await officers.reload()
  const { managed } = managedConfig
  const fileStores = new FileStores({
    workspace,
    settings,
    keys: storeKeys,
    network,
    confirmAddress,
    checkStore: given.checkStore ?? checkWithFile,
  })
  const headOffice = (): HeadOfficeStatus | null => orders.status()
  const office = new Office({ ...given, clock: systemClock, workspace, ledger, managed, headOffice })
  const orders = new Orders({
    ...given,
    clock: systemClock,
    clockAheadMs: () => workspace.environment.services?.witness.now().clock?.aheadMs ?? 0,
    folders: office.folders,
    workspace,
    settings,
    vault,
    storeKeys,
    network,
    checkStore: given.checkStore ?? checkWithFile,
    onEvent: given.onHeadOffice,
  })
  const setUp = new SetUp({
    ...given,
    installationKey,
    workspace,
    settings,
    storeKeys,
    officers,
    office,
    network,
    ask: (wish) => given.setUpDialogs.ask(wish),
    cost: given.secretCost,
  })
  const wasSetUp = new Signal()
  const parts = {
    ...given,
    headOffice,
    orders,
    office,
    setUp,
    wasSetUp,
    workspace,
    officers,
    audience,
    vault,
    network,
    ledger,
    proxyLogins,
    fileStores,
    managed,
  }
  const status = new AppStatusReporter(parts)
  const announcer = createAnnouncer(parts)
  const claimListReader = new ClaimListReader({
    environment: () => workspace.environment,
    clock: systemClock,
  })
  const sessionLock = new SessionLock({ session: officers, minutes: () => settings.inForce.lockAfterMinutes })
  const updates = await openUpdates({
    ...given,
    network,
    feedUrl: () => settings.inForce.updateFeed,
    savesData: () => settings.inForce.saveData,
    clockAheadMs: () => workspace.environment.services?.witness.now().clock?.aheadMs ?? 0,
    drain: () => workspace.environment.services?.engine.drain() ?? nothingRuns,
  })

  const { signals } = workspace
  signals.entriesChanged.subscribe((entries) => announcer.entriesChanged(entries))
  signals.filesChanged.subscribe((entries) => announcer.entriesChanged(entries))
  signals.uploadsChanged.subscribe(() => tellUploads(parts))
  signals.entriesRemoved.subscribe((ids) => announcer.entriesRemoved(ids))
  signals.engineChanged.subscribe(() => announcer.statusChanged())
  signals.connectivityChanged.subscribe((now) => announce('connectivity:changed', now))
  // The officer who is signed in now may see other counts.
  officers.changed.subscribe(() => announcer.statusChanged())
  officers.changed.subscribe(() => tellUploads(parts))
  officers.changed.subscribe(() => void status.announce())
  sessionLock.locking.subscribe(() => announce('officers:locking', null))
  sessionLock.locked.subscribe(() => workspace.environment.services?.backup.putAway())
  sessionLock.locked.subscribe(() => claimListReader.stopAll())
  office.changed.subscribe(() => void status.announce())
  orders.changed.subscribe(() => void status.announce())
  orders.changed.subscribe(() => void office.writeStatus())
  // A key that was replaced at the insurer: the new one may lie there already.
  signals.connectivityChanged.subscribe(({ kind }) => {
    if (kind === 'key-refused') for (const source of orderSources) void orders.look(source)
  })
  updates.changed.subscribe((now) => announce('updates:changed', now))
  updates.changed.subscribe(({ type }) => {
    if (type === 'checking') void orders.look('feed')
  })
  workspace.settingsChanged.subscribe(() => updates.feedChanged())
  updates.start()
  orders.start()
  announcer.statusChanged()

  return {
    workspace,
    office,
    managed,
    status,
    sessionLock,
    updates,
    claimListReader,
    ledger,
    setUp,
    orders,
    wasSetUp,
    engineAnnounced: announcer.announced,
    handlers: gateHandlers(
      createHandlers({ ...parts, status, sessionLock, updates, claimListReader }),
      officers,
    ),
    async storeReady() {
      if (workspace.environment.storage.type === 'locked') {
        await officers.reload()
        await workspace.reopen()
      } else {
        await workspace.wrapDataKey()
        // Their file may be sealed under another key now.
        await officers.reload()
      }
      await status.announce()
    },
    networkChanged() {
      network.changed()
      office.lookSoon()
    },
  }
}

/** What announcements and handlers are made of. */
interface Parts extends ServicesOptions {
  readonly office: Office
  readonly workspace: Workspace
  readonly setUp: SetUp
  readonly orders: Orders
  readonly headOffice: () => HeadOfficeStatus | null
  readonly wasSetUp: Signal
  readonly officers: OfficerSession
  readonly audience: Audience
  readonly vault: KeyVault
  readonly network: SystemNetwork
  readonly ledger: LineLedger
  readonly proxyLogins: ProxyLoginVault
  readonly fileStores: FileStores
  readonly managed: ManagedSettings
}

function createAnnouncer({ workspace, officers, audience, announce }: Parts): OutboxAnnouncer {
  return createOutboxAnnouncer({
    announce: (channel, news) => {
      // While locked, announce nothing about a person; after signing in, the page requests everything again.
      if (channel !== 'outbox:changed' || !officers.isLocked()) announce(channel, news)
    },
    status: () =>
      workspace.environment.services?.engine.status((officerId) => audience.countsEntryOf(officerId)) ?? null,
    summarise(id) {
      const { services } = workspace.environment
      const entry = services === null ? null : visibleEntry(services, audience, id)
      return services === null || entry === null ? null : summarised(services, audience, entry)
    },
  })
}

// While locked nothing is said of them; after signing in, the page asks.
function tellUploads({ workspace, officers, audience, announce }: Parts): void {
  const uploads = workspace.environment.services?.uploads
  if (uploads === undefined || officers.isLocked()) return
  const status = guardStorage(() => uploads.status((officerId) => audience.countsEntryOf(officerId)))
  if (status.ok) announce('uploads:changed', status.value)
}

function createHandlers(
  parts: Parts & Pick<AppServices, 'status' | 'sessionLock' | 'updates' | 'claimListReader'>,
): RequestHandlers {
  const { workspace, officers, audience, status, sessionLock } = parts
  return {
    ...createAppHandlers({ ...parts, isPolicyUnread: () => isUnread(parts.managed) }),
    ...createNetworkHandlers(parts),
    ...createFileStoreHandlers(parts.fileStores, status),
    ...createOfficerHandlers(officers, (place) => sessionLock.leave(place)),
    ...createOutboxHandlers(workspace, audience),
    ...createDraftHandlers(workspace, audience),
    ...createPrivacyHandlers(workspace, status, () => audience.officerId()),
    ...createPaperHandlers({ ...parts, isLocked: () => officers.isLocked() }),
    ...createClaimHandlers(workspace, parts.claimListReader),
    ...createPharmacyHandlers(workspace),
    ...createSupportHandlers({ ...parts, keyStatus: (environment) => workspace.keyStatus(environment) }),
    ...createBackupHandlers(workspace, {
      files: parts.backupFiles,
      askRelease: parts.askRelease,
      knowsOfficer: (id) => worksHere(officers, id),
      mayGoOn: () => mayManage(officers),
    }),
    ...createOfficeHandlers({
      ...parts,
      files: parts.backupFiles,
      mayGoOn: () => mayManage(officers),
    }),
    ...createAttachmentHandlers({
      workspace,
      audience,
      choosePack: (name) => parts.chooseFile(name, say('attachments.save-pack')),
    }),
    ...createUploadHandlers(workspace, audience),
    ...createUpdateHandlers(parts.updates),
    ...createSetUpHandlers(parts.setUp, parts.setUpDialogs, async () => {
      await parts.orders.reload()
      await status.announce()
      parts.wasSetUp.emit()
    }),
  }
}

const checkWithFile: CheckStore = (inUse, network) =>
  checkStore({ ...inUse, network, now: () => systemClock.now() }, new AbortController().signal)

const nothingRuns = { drained: Promise.resolve(), goOn: () => undefined }

function createOfficerSession(
  {
    dataFolder,
    installationKey,
    secretCost,
  }: Pick<WorkspaceOptions, 'dataFolder' | 'installationKey'> & Pick<ServicesOptions, 'secretCost'>,
  managedConfig: ManagedConfig,
  { vault, settings, network }: Pick<Parts, 'vault' | 'network'> & { readonly settings: OfficeSettings },
): OfficerSession {
  return new OfficerSession({
    ...(secretCost === undefined ? {} : { cost: secretCost }),
    openStore: async () => openOfficersStore(dataFolder, await installationKey.orNull()),
    monotonicMs: () => performance.now(),
    secretRules: managedConfig.managed.secretRules,
    workers: () => workersIn(dataFolder),
    readableKeys: async () => {
      const found = await Promise.all(
        remoteEnvironments.map(async (environment) => ({
          environment,
          keys: await vault.readAll(environment),
        })),
      )
      return found.flatMap(({ environment, keys }) => keys.map((key) => ({ environment, key })))
    },
    provesWithoutVerifier: (key) =>
      provesWithoutVerifier(key, {
        vault,
        settings: settings.inForce,
        network,
        hasWorkedRemotely: hasWorkedRemotely(dataFolder),
      }),
  })
}
