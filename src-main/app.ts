import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, nativeTheme, net, Notification, powerMonitor, safeStorage } from 'electron'
import type { Announce } from '#shared/contract/announcements.ts'
import { addressOf, type Opened } from '#shared/screens.ts'
import type { SettingsPatch } from '#shared/settings.ts'
import { createServices, type AppServices } from './services.ts'
import { createAnnounce } from './ipc/announce.ts'
import type { RequestHandlers } from './ipc/register.ts'
import { logProblems } from './settings/managed/log-problems.ts'
import { readPolicy } from './settings/managed/read-policy.ts'
import { createBackupFiles } from './shell/backup-files.ts'
import { dataFolderAskedFor } from './shell/data-folder.ts'
import { createFileChoice } from './shell/file-choice.ts'
import { createLanguageChoice, languageTags, speakLanguage } from './shell/language-files.ts'
import type { Log } from './platform/log.ts'
import {
  canStartAtLogin,
  renewLoginItem,
  setStartAtLogin,
  type LoginItemOptions,
} from './shell/login-item.ts'
import { loginProgram } from './shell/login-program.ts'
import type { MainWindow } from './shell/main-window.ts'
import { setApplicationMenu } from './shell/menu.ts'
import { watchNetwork } from './shell/network-watch.ts'
import { createNotifications } from './shell/notifications.ts'
import { printPage } from './shell/print-page.ts'
import type { Quit } from './shell/quit.ts'
import { createTray, type AppTray } from './shell/tray.ts'
import type { Engine } from './delivery/engine.ts'
import { installationOf } from './updates/installation.ts'
import { updateKeys } from './updates/update-keys.ts'
import { patientStore } from './keys/patient-store.ts'
import type { ProtectionSource } from './keys/protection.ts'
import { whenKept, windowsStoreKey } from './keys/windows-store.ts'

/** Enough for a store that opens without a prompt. One that asks for a password unlocks the data when it answers. */
const storeLimitMs = 5_000

/** What exists before the rest of the application is opened. */
export interface AppParts {
  readonly folder: string
  readonly log: Log
  readonly mainWindow: MainWindow
  readonly quit: Quit
}

/** The application behind its window. */
export interface RunningApp {
  readonly handlers: RequestHandlers
  /** Someone typed, clicked or moved the mouse in the window. */
  input(): void
  undelivered(): number
  /** Stops the engine and closes the files. */
  stop(): Promise<void>
  /** Runs what must wait until the engine has stopped. @returns whether to start the application again. */
  lastly(isWantedAgain: boolean): Promise<boolean>
}

/** Opens everything but the window, and starts delivering. */
export async function startApp(given: AppParts): Promise<RunningApp> {
  const { mainWindow, log } = given
  const announce = createAnnounce(() => mainWindow.page())
  const goTo = (opened: Opened): void => {
    if (!mainWindow.showAt(addressOf(opened))) announce('navigate', opened)
  }
  const store = systemStore()
  const box: { tray: AppTray | null; composed: AppServices | null } = { tray: null, composed: null }
  const composed = await composeServices(given, {
    announce,
    goTo,
    tray: () => box.tray,
    statusChanged: () => void box.composed?.workspace.announce(),
    store,
  })
  box.composed = composed
  const stopLooking = store.whenReady(() => void composed.storeReady())
  const { workspace, sessionLock } = composed
  speakLanguage(createLanguageChoice(app)(workspace.settings.language))
  box.tray = createTray({
    onOpen: () => mainWindow.show(),
    onNewClaim: () => goTo({ to: 'new-claim' }),
    onOutbox: () => goTo({ to: 'outbox' }),
    onPause: (paused) => workspace.environment.services?.engine.pause(paused),
    onQuit: () => given.quit.request(),
  })
  showMenu(mainWindow, announce)
  listenToTheSystem(composed)
  if (workspace.settings.startAtLogin) void renewStart(log)
  return {
    handlers: composed.handlers,
    input: () => sessionLock.input(),
    undelivered: () => workspace.undelivered(),
    ...ending(composed, stopLooking),
  }
}

interface Store {
  readonly protection: ProtectionSource
  /** Calls back when a store that was not reliable before becomes so. @returns a function that stops it. */
  whenReady(onReady: () => void): () => void
}

/** The system's store. It may answer late, and on Windows its key is on disk only seconds after the first start. */
function systemStore(): Store {
  const { platform } = process
  const late = Promise.withResolvers<null>()
  const patient = patientStore(safeStorage, { limitMs: storeLimitMs, onLateAnswer: () => late.resolve(null) })
  const isStoreKept =
    platform === 'win32' ? windowsStoreKey({ sessionFolder: app.getPath('sessionData') }) : () => true
  return {
    protection: { safeStorage: patient, platform, isStoreKept },
    whenReady(onReady) {
      void late.promise.then(onReady)
      return isStoreKept() ? () => undefined : whenKept(isStoreKept, onReady)
    },
  }
}

interface Ways {
  readonly announce: Announce
  readonly goTo: (opened: Opened) => void
  /** Null until the tray exists. */
  readonly tray: () => AppTray | null
  /** Part of the status changed that the workspace does not track. */
  readonly statusChanged: () => void
  readonly store: Store
}

async function composeServices(given: AppParts, ways: Ways): Promise<AppServices> {
  const { announce, goTo, tray } = ways
  const { folder, log, mainWindow, quit } = given
  const languageFor = createLanguageChoice(app)
  const notifications = createNotifications({ Notification, onOpen: goTo, onChange: ways.statusChanged, log })
  const policy = await readPolicy(process.platform, languageTags)
  logProblems(log, policy)
  return await createServices({
    dataFolder: folder,
    policy,
    version: app.getVersion(),
    host: 'electron' in process.versions ? 'electron' : 'stand-in',
    languageFor,
    protection: ways.store.protection,
    updates: {
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
    announce,
    chooseFile: createFileChoice(dialog, () => mainWindow.window()),
    printPage: (size) => printPage(mainWindow.page(), size),
    backupFiles: createBackupFiles(dialog, () => mainWindow.window()),
    onStatus: ({ counts, holds }, { environment }) =>
      tray()?.update({
        waiting: counts.undelivered,
        needsOfficer: counts.needsOfficer,
        paused: holds.some((hold) => hold.type === 'paused'),
        environment,
      }),
    onSettings(patch) {
      if (patch.language !== undefined) {
        speakLanguage(languageFor(patch.language))
        tray()?.speakAgain()
        showMenu(mainWindow, announce)
      }
      void applyToSystem(patch, log)
    },
    onNotice: (notice, environment) => notifications.show(notice, environment),
    showsNotifications: () => notifications.areShown(),
    canStartAtLogin: canStartAtLogin(process.platform, app.isPackaged),
    // Some systems keep the focus on the window when they lock the screen.
    isWindowWatched: () => mainWindow.isWatched() && powerMonitor.getSystemIdleState(60) !== 'locked',
    startAgain: () => quit.startAgain(),
    onLocked: () => mainWindow.reload(),
  })
}

function ending(
  { workspace, updates }: AppServices,
  stopLooking: () => void,
): Pick<RunningApp, 'stop' | 'lastly'> {
  const box: { engine: Engine | null } = { engine: null }
  return {
    async stop() {
      box.engine = workspace.environment.services?.engine ?? null
      updates.close()
      stopLooking()
      await workspace.close()
    },
    // An attempt whose result could not be written stays open: do not install an update over it.
    lastly: async (isWantedAgain) =>
      box.engine?.isAttemptOpen() === true ? isWantedAgain : await updates.lastly(isWantedAgain),
  }
}

function showMenu(mainWindow: MainWindow, announce: Announce): void {
  setApplicationMenu({
    isPackaged: app.isPackaged,
    onCommand: (id) => {
      mainWindow.show()
      announce('command', { id })
    },
  })
}

function listenToTheSystem({ workspace, sessionLock }: AppServices): void {
  const engine = () => workspace.environment.services?.engine
  powerMonitor.on('suspend', () => {
    engine()?.suspend()
    // Someone else may wake the computer.
    sessionLock.lockSoon()
  })
  powerMonitor.on('resume', () => engine()?.resume())
  watchNetwork(net, (online) => engine()?.networkChanged(online))
}

async function applyToSystem(patch: SettingsPatch, log: Log): Promise<void> {
  if (patch.theme !== undefined) nativeTheme.themeSource = patch.theme
  if (patch.startAtLogin === undefined || !canStartAtLogin(process.platform, app.isPackaged)) return
  const set = await setStartAtLogin(loginItem(), patch.startAtLogin)
  if (!set.ok) log.event('login-item-not-set', { code: set.error.type })
}

async function renewStart(log: Log): Promise<void> {
  const renewed = await renewLoginItem(loginItem())
  if (!renewed.ok) log.event('login-item-not-set', { code: renewed.error.type })
}

function loginItem(): LoginItemOptions {
  return {
    app,
    platform: process.platform,
    program: loginProgram({
      isPackaged: app.isPackaged,
      isElectron: 'electron' in process.versions,
      execPath: process.execPath,
      appPath: app.getAppPath(),
      env: process.env,
      dataFolder: dataFolderAskedFor(process.argv, process.env),
    }),
    configHome: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
  }
}
