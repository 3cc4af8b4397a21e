import { rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  app,
  dialog,
  ipcMain,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  type MessageBoxOptions,
} from 'electron'
import { addressOf, type Opened } from '#shared/screens.ts'
import type { Settings, SettingsPatch } from '#shared/settings.ts'
import { compose, type Composed } from './compose.ts'
import { createAnnounce, type Announce } from './ipc/announce.ts'
import { registerHandlers } from './ipc/register.ts'
import type { DeskLock } from './officers/desk-lock.ts'
import { logProblems } from './policy/log-problems.ts'
import { readPolicy } from './policy/read-policy.ts'
import { testPolicyFile } from './policy/test-policy.ts'
import { registerAppScheme, serveApp } from './shell/app-protocol.ts'
import { rendererFolder } from './shell/bundle-paths.ts'
import { denyCredentials } from './shell/credentials.ts'
import { dataFolderAskedFor, isFolderWritable, useDataFolder } from './shell/data-folder.ts'
import { createLinkOpener } from './shell/external-link.ts'
import { createBackupFiles } from './shell/backup-files.ts'
import { createFileChoice } from './shell/file-choice.ts'
import { createLog } from './shell/log.ts'
import { backgroundFlag, renewLoginItem, setStartAtLogin, type LoginItemOptions } from './shell/login-item.ts'
import { appImageOf, loginProgram } from './shell/login-program.ts'
import { createMainWindow, type MainWindow } from './shell/main-window.ts'
import { setApplicationMenu } from './shell/menu.ts'
import { denyDownloads, guardNavigation } from './shell/navigation-guard.ts'
import { appUserModelId } from './shell/app-id.ts'
import { createNotifications } from './shell/notifications.ts'
import { watchNetwork } from './shell/network-watch.ts'
import { notWritableMessage, unusableFolderMessage } from './shell/not-writable.ts'
import { cutOffChromium, refuseRequests } from './shell/page-network.ts'
import { printPage } from './shell/print-page.ts'
import { denyPermissions } from './shell/permissions.ts'
import { createQuit, createQuitQuestion, type Quit } from './shell/quit.ts'
import { onSessionEnd } from './shell/session-end.ts'
import { createLanguageChoice, languageTags, speakLanguage } from './shell/language-files.ts'
import { takeSingleInstance } from './shell/single-instance.ts'
import { createTray, type AppTray } from './shell/tray.ts'
import type { Engine } from './sync/engine.ts'
import { installationOf } from './updates/installation.ts'
import { updateKeys } from './updates/update-keys.ts'

/** Longer than the engine waits for an attempt to end. */
const stopTimeoutMs = 12_000

const { folder, refused } = useDataFolder(app, process.argv, process.env)
const log = createLog({ folder })
const chosenLanguage = createLanguageChoice(app)
const box: { quit: Quit | null; tray: AppTray | null; deskLock: DeskLock | null } = {
  quit: null,
  tray: null,
  deskLock: null,
}
const mainWindow = createMainWindow({
  log,
  onSessionEnd: () => box.quit?.sessionEnds(),
  onInput: () => box.deskLock?.input(),
})

/** Nobody answers a page before the handlers are there: until then a second start is only remembered. */
const starting = { isOver: false, isShowWanted: !process.argv.includes(backgroundFlag) }

// The lock comes first: two of us on one queue would send everything twice.
if (refused !== null) {
  const message = (): MessageBoxOptions => unusableFolderMessage(refused.folder, refused.flaw)
  void app.whenReady().then(() => tellAndEnd(message))
} else if (takeSingleInstance(app, onSecondStart)) {
  app.enableSandbox()
  // Dates and numbers of Chromium's own controls as they are written here, whatever the system's language is.
  app.commandLine.appendSwitch('lang', 'en-GB')
  cutOffChromium(app.commandLine, app)
  registerAppScheme(protocol)
  void app.whenReady().then(start)
} else if (isFolderWritable(folder)) {
  app.exit(0)
} else {
  // No lock can be had in such a folder, whether another one runs or not.
  void app.whenReady().then(() => tellAndEnd(() => notWritableMessage(folder)))
}

function onSecondStart(): void {
  if (!starting.isOver) starting.isShowWanted = true
  else if (box.quit?.startedAgain() !== true) mainWindow.show()
}

async function tellAndEnd(message: () => MessageBoxOptions): Promise<void> {
  speakLanguage(chosenLanguage('system'))
  await dialog.showMessageBox(message())
  // It was made for this start alone.
  if (refused !== null) rmSync(folder, { recursive: true, force: true })
  app.exit(1)
}

async function start(): Promise<void> {
  const openLink = createLinkOpener({ dialog, shell, window: () => mainWindow.window(), log })
  guardNavigation(app, openLink)
  denyPermissions(session.defaultSession)
  denyDownloads(session.defaultSession)
  denyCredentials(app)
  refuseRequests(session.defaultSession, app)
  serveApp(protocol, rendererFolder)

  const announce = createAnnounce(() => mainWindow.page())
  const goTo = (opened: Opened): void => {
    if (!mainWindow.showAt(addressOf(opened))) announce('navigate', opened)
  }
  const notifications = createNotifications({ onOpen: goTo, log })
  // Without it, or a shortcut in the start menu that has it, Windows shows no notification.
  if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? appUserModelId : process.execPath)
  const policy = await readPolicy({
    platform: process.platform,
    testFile: testPolicyFile(app, process.env),
    languages: languageTags,
  })
  logProblems(log, policy)
  const composed = await compose({
    dataFolder: folder,
    policy,
    version: app.getVersion(),
    host: 'electron' in process.versions ? 'electron' : 'stand-in',
    languageFor: chosenLanguage,
    protection: { safeStorage, platform: process.platform },
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
      leave: () => box.quit?.leave() ?? false,
      onEvent: (name, reason) => log.event(name, reason === undefined ? {} : { reason }),
    },
    announce,
    chooseFile: createFileChoice(dialog, () => mainWindow.window()),
    printPage: (size) => printPage(mainWindow.page(), size),
    backupFiles: createBackupFiles(dialog, () => mainWindow.window()),
    onStatus: ({ counts, holds }, { environment }) =>
      box.tray?.update({
        waiting: counts.undelivered,
        needsOfficer: counts.needsOfficer,
        paused: holds.some((hold) => hold.type === 'paused'),
        environment,
      }),
    onSettings(patch) {
      if (patch.language !== undefined) {
        speakLanguage(chosenLanguage(patch.language))
        box.tray?.speakAgain()
        showMenu(announce)
      }
      void applyToSystem(patch)
    },
    onNotice: (notice, environment) => notifications.tell(notice, environment),
    showsNotifications: () => notifications.areShown(),
    // Some systems leave the focus where it was when they lock the screen.
    isWindowWatched: () => mainWindow.isWatched() && powerMonitor.getSystemIdleState(60) !== 'locked',
    onLocked: () => mainWindow.startAnew(),
  })
  const { workspace, deskLock, updates } = composed
  box.deskLock = deskLock
  speakLanguage(chosenLanguage(workspace.settings.language))
  const engine = () => workspace.environment.services?.engine
  const ending: { engine: Engine | null } = { engine: null }
  const quit = createQuit({
    app,
    undelivered: () => workspace.undelivered(),
    ask: createQuitQuestion(dialog, () => mainWindow.window()),
    keepRunning: () => mainWindow.close(),
    async stop() {
      ending.engine = engine() ?? null
      updates.close()
      await workspace.close()
    },
    // What could not be written down of an attempt leaves it open: nothing is installed over it.
    lastly: async (isWantedAgain) =>
      ending.engine?.isAttemptOpen() === true ? isWantedAgain : await updates.lastly(isWantedAgain),
    startAnew,
    stopTimeoutMs,
  })
  box.quit = quit
  box.tray = createTray({
    onOpen: () => mainWindow.show(),
    onNewClaim: () => goTo({ to: 'new-claim' }),
    onOutbox: () => goTo({ to: 'outbox' }),
    onPause: (paused) => engine()?.pause(paused),
    onQuit: () => quit.request(),
  })
  showMenu(announce)
  registerHandlers(composed.handlers, {
    ipcMain,
    isOurPage: (contents: Electron.WebContents) => mainWindow.isOurPage(contents),
    onFirstAnswer: () => log.event('page-answered'),
    log,
  })
  listenToTheSystem(composed, mainWindow, quit)
  applyTheme(workspace.settings.theme)
  log.event('started')
  starting.isOver = true
  if (starting.isShowWanted && !isOpenedAtLogin()) mainWindow.show()
  if (workspace.settings.startAtLogin) {
    const renewed = await renewLoginItem(loginItem())
    if (!renewed.ok) log.event('login-item-not-set', { code: renewed.error.type })
  }
}

// An AppImage is started by its file: the program in it may be the former version's, and its folder is about to go.
function startAnew(): void {
  const appImage = app.isPackaged ? appImageOf({ env: process.env, execPath: process.execPath }) : null
  app.relaunch({
    args: process.argv.slice(1).filter((given) => given !== backgroundFlag),
    ...(appImage === null ? {} : { execPath: appImage }),
  })
}

function showMenu(announce: Announce): void {
  setApplicationMenu({
    isPackaged: app.isPackaged,
    onCommand: (id) => {
      mainWindow.show()
      announce('command', { id })
    },
  })
}

function listenToTheSystem({ workspace, deskLock }: Composed, window: MainWindow, quit: Quit): void {
  const engine = () => workspace.environment.services?.engine
  powerMonitor.on('suspend', () => {
    engine()?.suspend()
    // Whoever wakes the computer may be somebody else.
    deskLock.lockSoon()
  })
  powerMonitor.on('resume', () => engine()?.resume())
  watchNetwork(net, (online) => engine()?.networkChanged(online))
  app.on('activate', () => window.show())
  onSessionEnd({ powerMonitor, process }, () => {
    quit.sessionEnds()
    quit.request()
  })
}

async function applyToSystem(patch: SettingsPatch): Promise<void> {
  if (patch.theme !== undefined) applyTheme(patch.theme)
  if (patch.startAtLogin === undefined) return
  const set = await setStartAtLogin(loginItem(), patch.startAtLogin)
  if (!set.ok) log.event('login-item-not-set', { code: set.error.type })
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

/** macOS passes no arguments of ours to what it opens at login. */
function isOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

function applyTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme
}
