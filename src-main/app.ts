import { app, dialog, nativeTheme, net, Notification, powerMonitor, safeStorage, session } from 'electron'
import type { Announce } from '#shared/contract/announcements.ts'
import { isManaged } from '#shared/managed-settings.ts'
import type { OutboxCounts } from '#shared/outbox/hold.ts'
import { addressOf, type Opened } from '#shared/screens.ts'
import type { SettingsPatch } from '#shared/settings.ts'
import { createAnnounce } from './ipc/announce.ts'
import type { RequestHandlers } from './ipc/register.ts'
import type { ProtectionSource } from './keys/protection.ts'
import { createStoreProtection } from './keys/store-protection.ts'
import { createTrust } from './network/certificates.ts'
import { printedBy, readScript, scriptAddress } from './network/proxy-script.ts'
import type { Log } from './platform/log.ts'
import { createServices, type AppServices } from './services.ts'
import { logProblems } from './settings/managed/log-problems.ts'
import { readManagedConfig } from './settings/managed/managed-config.ts'
import { createAddressQuestion } from './shell/address-question.ts'
import { createBackupFiles } from './shell/backup-files.ts'
import { createBackupQuestions } from './shell/backup-questions.ts'
import { createSetUpDialogs, type SetUpDialogs } from './shell/set-up-question.ts'
import type { SetUpCommand } from './shell/set-up-arguments.ts'
import { setUpByCommand, type SetUpOutcome } from './set-up-command.ts'
import type { PageDialogs } from './shell/dialog-gate.ts'
import { createFileChoice } from './shell/file-choice.ts'
import type { MainWindow } from './shell/main-window.ts'
import { watchNetwork } from './shell/network-watch.ts'
import { createNotifications, type Notifications } from './shell/notifications.ts'
import { printPage, sendToPrinter } from './shell/print-page.ts'
import type { LastStep, Quit } from './shell/quit.ts'
import { createStartAtLogin } from './shell/start-at-login.ts'
import { createSystemProxy } from './shell/system-proxy.ts'
import { createTrayNotice } from './shell/tray-notice.ts'
import { createTray, type AppTray } from './shell/tray.ts'
import { installationOf } from './updates/installation.ts'
import { updateKeys } from './updates/update-keys.ts'

/** How long the end waits for a folder of the office. */
const folderPatienceMs = 2_000

/** What exists before the rest of the application is opened. */
export interface AppParts {
  readonly folder: string
  readonly log: Log
  readonly mainWindow: MainWindow
  readonly pageDialogs: PageDialogs
  readonly quit: Quit
}

/** The application behind its window. */
export interface RunningApp {
  readonly handlers: RequestHandlers
  /** Of the open environment; null while it is closed. */
  counts(): OutboxCounts | null
  /** Where the practice server listens; null while practice is not open. */
  practicePort(): number | null
  /** Stops the engine and closes the files. */
  stop(): Promise<LastStep>
  /** Whether a folder of the office that does not answer keeps this process from ending by itself. */
  isHeldUp(): boolean
}

/** Opens everything but the window, and starts delivering: constructs it first, and then connects it. */
export async function startApp(given: AppParts): Promise<RunningApp> {
  const { mainWindow, quit, log } = given
  const announce = createAnnounce(() => mainWindow.page())
  const goTo = (opened: Opened): void => {
    if (!mainWindow.showAt(addressOf(opened))) announce('navigate', opened)
  }
  const store = createStoreProtection(safeStorage, process.platform, app.getPath('sessionData'))
  const notifications = createNotifications({ Notification, onOpen: goTo, log })
  const startAtLogin = createStartAtLogin(app, process.platform, log)
  const services = await createElectronServices(given, {
    announce,
    protection: store.protection,
    notifications,
    canStartAtLogin: startAtLogin.isPossible,
  })
  const { workspace, sessionLock, updates } = services
  const engine = () => workspace.environment.services?.engine
  const tray = createTray({
    onOpen: () => mainWindow.show(),
    onNewClaim: () => goTo({ to: 'new-claim' }),
    onClaims: () => goTo({ to: 'claims', show: 'on-its-way' }),
    onPause: (paused) => engine()?.pause(paused),
    onQuit: () => quit.request(),
  })

  const stopWaiting = store.whenReady(() => void services.storeReady())
  connectTray(tray, services)
  notifications.changed.subscribe(() => void services.status.announce())
  workspace.signals.connectivityChanged.subscribe(({ kind, clock }) =>
    log.event('connection', { kind: kind ?? 'unknown', clockIsWrong: clock?.isWrong ?? false }),
  )
  mainWindow.input.subscribe(() => sessionLock.input())
  sessionLock.locked.subscribe(() => mainWindow.reload())
  services.wasSetUp.subscribe(() => mainWindow.reload())
  mainWindow.closed.subscribe(() => services.workspace.environment.services?.claimTable.drop())
  const closedToTray = createTrayNotice({
    dialog,
    platform: process.platform,
    printedBy,
    isOutOfSight: () => mainWindow.window() === null && !quit.isEnding(),
    quit: () => quit.request(),
  })
  mainWindow.closed.subscribe(() => void closedToTray())
  // Only Windows and macOS report it; elsewhere the lock by idle time has to do.
  powerMonitor.on('lock-screen', () => sessionLock.lockSoon())
  powerMonitor.on('suspend', () => {
    engine()?.suspend()
    // Someone else may wake the computer.
    sessionLock.lockSoon()
  })
  // Before the engine tries again: the office may be another, with a proxy of its own.
  powerMonitor.on('resume', () => {
    services.networkChanged()
    engine()?.resume()
  })
  watchNetwork(net, (online) => {
    services.networkChanged()
    engine()?.networkChanged(online)
    if (online) workspace.environment.services?.uploads.connected()
  })
  workspace.settingsChanged.subscribe(({ theme, startAtLogin: isWanted }: SettingsPatch) => {
    if (theme !== undefined) nativeTheme.themeSource = theme
    if (isWanted !== undefined) void startAtLogin.set(isWanted)
  })
  // As the organisation sets it; and an entry that it once set goes when it no longer does.
  const starts = workspace.settings.startAtLogin
  if (starts && !isManaged(services.managed, 'startAtLogin')) void startAtLogin.renew()
  else void startAtLogin.set(starts)

  return {
    handlers: services.handlers,
    // Where it stopped sending, another computer has what waits.
    counts() {
      const holds = engine()?.connectionStatus().holds ?? []
      return holds.some(({ type }) => type === 'stopped') ? null : workspace.counts()
    },
    practicePort: () => workspace.environment.connection.practice?.port ?? null,
    isHeldUp: () => services.office.folders.isBusy,
    async stop() {
      const stopped = engine()
      const released = services.office.close(folderPatienceMs)
      updates.close()
      services.orders.close()
      stopWaiting()
      await workspace.close()
      await services.ledger.close()
      await released
      // An attempt whose result could not be written stays open: do not install an update over it.
      return async (isWantedAgain) =>
        stopped?.isAttemptOpen() === true ? isWantedAgain : await updates.lastly(isWantedAgain)
    },
  }
}

/** Sets this computer up without a screen, and closes everything again. */
export async function runSetUpCommand(
  given: Omit<AppParts, 'quit'>,
  command: SetUpCommand,
): Promise<SetUpOutcome> {
  const { protection } = createStoreProtection(safeStorage, process.platform, app.getPath('sessionData'))
  const services = await createElectronServices(
    { ...given, quit: { leave: () => false, startAgain: () => undefined } },
    {
      announce: () => undefined,
      protection,
      notifications: createNotifications({ Notification, onOpen: () => undefined, log: given.log }),
      canStartAtLogin: false,
      // The command is the consent.
      setUpDialogs: { choose: () => Promise.resolve(null), ask: () => Promise.resolve(true) },
    },
  )
  const outcome = await setUpByCommand(services, protection, command)
  given.log.event('set-up-command', { code: outcome.code })
  services.orders.close()
  services.updates.close()
  await services.office.close(folderPatienceMs)
  await services.workspace.close()
  await services.ledger.close()
  return outcome
}

interface ElectronParts {
  readonly setUpDialogs?: SetUpDialogs
  readonly announce: Announce
  readonly protection: ProtectionSource
  readonly notifications: Notifications
  readonly canStartAtLogin: boolean
}

type ElectronSurroundings = Omit<AppParts, 'quit'> & {
  readonly quit: Pick<Quit, 'leave' | 'startAgain'>
}

async function createElectronServices(
  { folder, log, mainWindow, pageDialogs, quit }: ElectronSurroundings,
  parts: ElectronParts,
): Promise<AppServices> {
  const trust = createTrust()
  const managedConfig = await readManagedConfig(process.platform)
  logProblems(log, managedConfig)
  return await createServices({
    ...parts,
    dataFolder: folder,
    managedConfig,
    version: app.getVersion(),
    host: 'electron' in process.versions ? 'electron' : 'stand-in',
    updateSources: {
      installation: installationOf({
        platform: process.platform,
        isPackaged: app.isPackaged,
        execPath: process.execPath,
        resourcesPath: process.resourcesPath,
        env: process.env,
      }),
      publicKeys: updateKeys(app.isPackaged, process.env),
      idleSeconds: () => powerMonitor.getSystemIdleTime(),
      leave: () => quit.leave(),
      onEvent: (name, reason) => log.event(name, reason === undefined ? {} : { reason }),
    },
    proxySettings: {
      trust,
      variables: process.env,
      askSystem: createSystemProxy({
        session: () => session.fromPartition('system-proxy'),
        scriptAddress: () => scriptAddress(process.platform, printedBy),
        readScript: (address) => readScript(address, trust),
      }),
    },
    confirmAddress: createAddressQuestion(pageDialogs, () => mainWindow.window()),
    chooseFile: createFileChoice(pageDialogs, () => mainWindow.window()),
    printPage: (size) => printPage(mainWindow.page(), size),
    sendToPrinter: () => sendToPrinter(mainWindow.page()),
    backupFiles: createBackupFiles(pageDialogs, () => mainWindow.window()),
    backupQuestions: createBackupQuestions(pageDialogs, () => mainWindow.window()),
    onHeadOffice: (name, reason) => log.event(name, reason === undefined ? {} : { reason }),
    setUpDialogs: parts.setUpDialogs ?? createSetUpDialogs(pageDialogs, () => mainWindow.window()),
    // Some systems keep the focus on the window when they lock the screen.
    isWatched: () => mainWindow.isWatched() && powerMonitor.getSystemIdleState(60) !== 'locked',
    startAgain: () => quit.startAgain(),
  })
}

/** Nothing is announced of a queue that is not open, so the tray then says nothing of it. */
function connectTray(tray: AppTray, { engineAnnounced, workspace }: AppServices): void {
  engineAnnounced.subscribe(({ counts, holds }) =>
    tray.update({
      waiting: counts.undelivered,
      awaitingFiles: counts.awaitingFiles,
      needsOfficer: counts.needsOfficer,
      paused: holds.some((hold) => hold.type === 'paused'),
      environment: workspace.environment.name,
    }),
  )
}
