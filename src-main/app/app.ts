import {
  app,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  session,
  Tray,
} from 'electron'
import type { Announce } from '#shared/contract/calls.ts'
import { environments } from '#shared/domain/product.ts'
import { isManaged } from '#shared/managed-settings.ts'
import type { OutboxCounts } from '#shared/outbox/hold.ts'
import { addressOf, type Opened } from '#shared/screens.ts'
import { createAnnounce, type RequestHandlers } from './handlers/register.ts'
import type { ProtectionSource } from '#main/platform/keys/protection.ts'
import { createKeyringProtection } from '#main/platform/keys/keyring-protection.ts'
import { createTrust } from '#main/network/certificates.ts'
import { printedBy, readScript, scriptAddress, createSystemProxy } from '#main/network/proxy-script.ts'
import type { Log } from '#main/platform/log.ts'
import { trayStateOf } from './page.ts'
import { createServices, type AppServices } from './services.ts'
import { logProblems, readManagedConfig } from '#main/office/settings/managed/managed-config.ts'
import { createAddressQuestion, createSetUpDialogs, type SetUpDialogs } from '#main/shell/questions.ts'
import { askToAllow, createBackupFiles, createFileChoice, type Dialogs } from '#main/shell/dialogs.ts'
import type { StartCommand } from '#main/shell/start-checks.ts'
import { logTroubles } from '#main/office/reports/support/log-troubles.ts'
import { removeAllData } from './remove-all-data.ts'
import { writeSupportReport } from './support-report-command.ts'
import { setUpByCommand, type CommandOutcome } from './set-up-command.ts'
import { printPage, sendToPrinter, type MainWindow } from '#main/shell/main-window.ts'
import { createNotifications, type Notifications } from '#main/shell/notifications.ts'
import type { LastStep, Quit } from '#main/shell/quit.ts'
import { watchScreenLock } from '#main/shell/screen-lock.ts'
import { createStartAtLogin } from '#main/shell/login-item.ts'
import { createTrayNotice, createTray } from '#main/shell/tray.ts'
import { replacesItself, updateKeys } from '#main/shell/updates/installation.ts'

/** What exists before the rest of the application is opened. */
export interface AppParts {
  readonly folder: string
  readonly log: Log
  readonly mainWindow: MainWindow
  readonly dialogs: Dialogs
  /** Those that a page can cause. */
  readonly pageDialogs: Dialogs
  readonly quit: Quit
}

/** The application behind its window. */
export interface RunningApp {
  readonly handlers: RequestHandlers
  /** How many entries of the office's own work are in which state; null while its outbox is closed. */
  counts(): OutboxCounts | null
  /** Where the practice server listens; null while practice is not open. */
  practicePort(): number | null
  /** Stops the engine and closes the files. @param isSessionEnding it may not take long */
  stop(isSessionEnding: boolean): Promise<LastStep>
}

/** Opens everything but the window, and starts delivering: constructs it first, and then connects it. */
export async function startApp(given: AppParts): Promise<RunningApp> {
  const { mainWindow, quit, log } = given
  const announce = createAnnounce(() => mainWindow.page())
  const goTo = (opened: Opened): void => {
    if (!mainWindow.showAt(addressOf(opened))) announce('navigate', opened)
  }
  const store = createKeyringProtection(safeStorage, process.platform, app.getPath('sessionData'))
  const notifications = createNotifications({
    Notification,
    // The list of another environment would not have what it is about.
    onOpen: (opened, of) => (of === workspace.environment.name ? goTo(opened) : mainWindow.show()),
    log,
  })
  const startAtLogin = createStartAtLogin(app, log)
  const services = await createElectronServices(given, {
    quit,
    announce,
    protection: store.protection,
    notifications,
    canStartAtLogin: startAtLogin.isPossible,
  })
  const { workspace, sessionLock, updates } = services
  const showInTray = createTray(
    { app, Menu, nativeImage, screen, Tray },
    {
      onOpen: () => mainWindow.show(),
      onNewClaim: () => goTo({ to: 'new-claim' }),
      onClaims: () => goTo({ to: 'claims', show: 'on-its-way' }),
      onPause: (paused) => workspace.desk.services?.engine.pause(paused),
      onQuit: () => quit.request(),
    },
  )

  const stopWaiting = store.whenReady(() => void services.storeReady())
  services.engineAnnounced.subscribe((status) => showInTray(trayStateOf(status, workspace.desk)))
  logTroubles(log, services.office, workspace)
  notifications.changed.subscribe(() => void services.status.announce('desk'))
  for (const environment of environments)
    workspace.signalsOf[environment].connectivityChanged.subscribe(({ kind, code, clock }) =>
      log.event('connection', {
        environment,
        kind: kind ?? 'unknown',
        ...(code === undefined ? {} : { code }),
        clockIsWrong: clock?.isWrong ?? false,
      }),
    )
  mainWindow.input.subscribe(() => sessionLock.input())
  sessionLock.officerChanged.subscribe(() => mainWindow.reload())
  services.wasSetUp.subscribe(() => mainWindow.reload())
  const closedToTray = createTrayNotice({
    dialogs: given.dialogs,
    platform: process.platform,
    printedBy,
    isOutOfSight: () => mainWindow.window() === null && !quit.isEnding(),
    quit: () => quit.request(),
  })
  mainWindow.closed.subscribe(() => void closedToTray())
  mainWindow.sessionMayEnd.subscribe(() => {
    announce('drafts:save-now', null)
    for (const { engine } of workspace.everyOpen) engine.sessionMayEnd()
  })
  powerMonitor.on('lock-screen', () => sessionLock.lockSoon())
  if (process.platform === 'linux') watchScreenLock(() => sessionLock.lockSoon())
  // Someone else may wake the computer before the page has left.
  const lockUnseen = (): void => {
    if (services.officers.current() !== null) mainWindow.cover()
    sessionLock.lockSoon()
  }
  powerMonitor.on('suspend', () => {
    for (const { engine } of workspace.everyOpen) engine.suspend()
    lockUnseen()
  })
  powerMonitor.on('resume', () => {
    // With an empty battery it goes to sleep unannounced.
    lockUnseen()
    // Before the engine tries again: the computer may be in another office, with a proxy of its own.
    services.networkChanged()
    for (const { engine } of workspace.everyOpen) engine.resume()
  })
  watchNetwork((online) => services.networkChanged(online))
  workspace.onSettings(['theme'], () => (nativeTheme.themeSource = workspace.settings.theme))
  workspace.onSettings(['startAtLogin'], () => void startAtLogin.set(workspace.settings.startAtLogin))
  // As the organisation sets it, and an entry that it once set goes when it no longer does. What an officer turned off in
  // the system's own list stays off.
  const starts = workspace.settings.startAtLogin
  if (!starts || isManaged(services.managed, 'startAtLogin')) void startAtLogin.set(starts)

  return {
    handlers: services.handlers,
    counts: () => workspace.desk.services?.engine.status().counts ?? null,
    practicePort: () => workspace.environment.connection.practice?.port ?? null,
    async stop(isSessionEnding) {
      const stopped = workspace.everyOpen
      if (isSessionEnding) for (const { engine } of stopped) engine.sessionMayEnd()
      stopWaiting()
      await services.close()
      log.event('stopped')
      // An attempt whose result could not be written stays open: do not install an update over it.
      return async (isWantedAgain) =>
        stopped.some(({ engine }) => engine.isAttemptOpen())
          ? isWantedAgain
          : await updates.lastly(isWantedAgain)
    },
  }
}

/** Sets this computer up without a screen, or removes its data, and closes everything again. */
export async function runCommand(
  given: Omit<AppParts, 'quit'>,
  command: StartCommand,
): Promise<CommandOutcome> {
  if (command.type === 'remove-all-data') {
    const outcome = await removeAllData(given.folder, command.number)
    if (outcome.code === 0) await createStartAtLogin(app, given.log).set(false)
    return outcome
  }
  const { protection } = createKeyringProtection(safeStorage, process.platform, app.getPath('sessionData'))
  const services = await createElectronServices(given, {
    quit: { startAgain: () => false },
    announce: () => undefined,
    protection,
    notifications: createNotifications({ Notification, onOpen: () => undefined, log: given.log }),
    canStartAtLogin: false,
    // The command is the consent.
    setUpDialogs: {
      choose: () => Promise.resolve(null),
      ask: () => Promise.resolve(true),
      tell: () => Promise.resolve(0),
    },
  })
  const outcome =
    command.type === 'support-report'
      ? await writeSupportReport(services.handlers, command.file)
      : await setUpByCommand(services, protection, command)
  given.log.event(`${command.type}-command`, { code: outcome.code })
  await services.close()
  return outcome
}

/** Electron has no event for network changes in main: a flag is read at this interval. */
const askNetworkEveryMs = 3_000

/** Calls back when the system's online status changes. */
function watchNetwork(changed: (online: boolean) => void): void {
  let online = net.isOnline()
  const look = (): void => {
    const now = net.isOnline()
    if (now === online) return
    online = now
    changed(now)
  }
  setInterval(look, askNetworkEveryMs).unref()
}

interface ElectronParts {
  readonly quit: Pick<Quit, 'startAgain'>
  readonly setUpDialogs?: SetUpDialogs
  readonly announce: Announce
  readonly protection: ProtectionSource
  readonly notifications: Notifications
  readonly canStartAtLogin: boolean
}

async function createElectronServices(
  { folder, log, mainWindow, dialogs, pageDialogs }: Omit<AppParts, 'quit'>,
  { quit, setUpDialogs = createSetUpDialogs(pageDialogs, dialogs), ...parts }: ElectronParts,
): Promise<AppServices> {
  const trust = createTrust()
  const managedConfig = await readManagedConfig(process.platform)
  logProblems(log, managedConfig)
  const logged = (name: string, reason?: string): void =>
    log.event(name, reason === undefined ? {} : { reason })
  return await createServices({
    ...parts,
    dataFolder: folder,
    managedConfig,
    version: app.getVersion(),
    host: 'electron' in process.versions ? 'electron' : 'stand-in',
    updateSources: {
      replacesItself: replacesItself(process, app),
      publicKeys: updateKeys(app.isPackaged, process.env),
      idleSeconds: () => powerMonitor.getSystemIdleTime(),
      leave: () => quit.startAgain(),
      onEvent: logged,
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
    confirmAddress: createAddressQuestion(pageDialogs),
    windowClosed: mainWindow.closed,
    isPageGoing: () => mainWindow.documentNow() === null,
    ask: (question) => askToAllow(pageDialogs, question),
    chooseFile: createFileChoice(pageDialogs),
    printPage: (size) => printPage(mainWindow.page(), size),
    sendToPrinter: () => sendToPrinter(mainWindow.page()),
    backupFiles: createBackupFiles(pageDialogs),
    onHeadOffice: logged,
    setUpDialogs,
    // Some systems keep the focus on the window when they lock the screen.
    isWatched: () => mainWindow.isWatched() && powerMonitor.getSystemIdleState(60) !== 'locked',
    startAgain: () => quit.startAgain(),
  })
}
