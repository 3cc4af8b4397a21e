import { rmSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import {
  app,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
  type MessageBoxOptions,
} from 'electron'
import { registerHandlers } from './ipc/register.ts'
import { readTheme } from './settings/settings-file.ts'
import { introduceToWindows } from './shell/app-id.ts'
import { registerAppScheme, serveApp } from './shell/app-protocol.ts'
import { rendererFolder } from './shell/bundle-paths.ts'
import { denyCredentials } from './shell/credentials.ts'
import { isFolderWritable, useDataFolder } from './shell/data-folder.ts'
import { createLinkOpener } from './shell/external-link.ts'
import { createLanguageChoice, speakLanguage } from './shell/language-files.ts'
import { createLog } from './shell/log.ts'
import { backgroundFlag } from './shell/login-item.ts'
import { createMainWindow } from './shell/main-window.ts'
import { denyDownloads, guardNavigation } from './shell/navigation-guard.ts'
import { notWritableMessage, startFailedMessage, unusableFolderMessage } from './shell/not-writable.ts'
import { cutOffChromium, refuseRequests } from './shell/page-network.ts'
import { denyPermissions } from './shell/permissions.ts'
import { createQuit, createQuitQuestion, type Quit } from './shell/quit.ts'
import { onSessionEnd } from './shell/session-end.ts'
import { takeSingleInstance } from './shell/single-instance.ts'
import { relaunch } from './shell/relaunch.ts'
import { tellTerminal } from './shell/terminal.ts'
import { say } from './shell/texts.ts'
import type { RunningApp } from './app.ts'

/*
 * What has to be there before the window is, and no more: whoever waits for it waits for all that is imported here. The
 * rest, app.ts, is read while Chromium makes the window and the page reads its scripts.
 */

/** A window that takes longer to ask for its page does not hold up what goes on without it. */
const windowFirstMs = 100
/** So long quitting waits for a start that is under way. */
const startPatienceMs = 2_000
/** Longer than the engine waits for an attempt to end. */
const stopTimeoutMs = 12_000

const { folder, refused } = useDataFolder(app, process.argv, process.env)
introduceToWindows(app, process)
// Electron's own menu would be there until ours is, with its help and its developer tools.
Menu.setApplicationMenu(null)
const log = createLog({ folder })
const box: { quit: Quit | null; desk: RunningApp | null } = { quit: null, desk: null }
const mainWindow = createMainWindow({
  log,
  onSessionEnd: () => box.quit?.sessionEnds(),
  onInput: () => box.desk?.input(),
})

/** A second start that comes before the first is that far is only remembered. */
const starting = { isOver: false, isShowWanted: !process.argv.includes(backgroundFlag) }

// The lock comes first: two of us on one queue would send everything twice.
if (refused !== null) {
  const message = (): MessageBoxOptions => unusableFolderMessage(refused.folder, refused.flaw)
  inWords(() => tellAndEnd(message))
} else if (takeSingleInstance(app, onSecondStart)) {
  // As root Electron runs only without the sandbox: then this would take the switch away, and no page would come.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  // Dates and numbers of Chromium's own controls as they are written here, whatever the system's language is.
  app.commandLine.appendSwitch('lang', 'en-GB')
  cutOffChromium(app.commandLine, app)
  registerAppScheme(protocol)
  inWords(start)
} else if (isFolderWritable(folder)) {
  log.event('second-start')
  tellTerminal(say('second-start.shown'))
  app.exit(0)
} else {
  // No lock can be had in such a folder, whether another one runs or not.
  inWords(() => tellAndEnd(() => notWritableMessage(folder)))
}

function onSecondStart(): void {
  if (!starting.isOver) starting.isShowWanted = true
  else if (box.quit?.startedAgain() !== true) mainWindow.show()
}

/** Once the application is ready. To Electron a rejection is only a warning: a process would stay that nobody sees. */
function inWords(begin: () => unknown): void {
  app.whenReady().then(begin).catch(endFailedStart)
}

async function endFailedStart(error: unknown): Promise<void> {
  log.event('start-failed', { class: error instanceof Error ? error.name : typeof error })
  try {
    await tell(startFailedMessage())
  } finally {
    app.exit(1)
  }
}

/** To the officer, and to the terminal of whoever started it there. */
async function tell(message: MessageBoxOptions): Promise<void> {
  tellTerminal([message.message, message.detail ?? ''].join('\n'))
  await dialog.showMessageBox(message)
}

async function tellAndEnd(message: () => MessageBoxOptions): Promise<void> {
  speakLanguage(createLanguageChoice(app)('system'))
  await tell(message())
  try {
    // It was made for this start alone.
    if (refused !== null) rmSync(folder, { recursive: true, force: true })
  } catch {
    // Windows does not let go of what Chromium still holds. The folder is among the temporary ones.
  }
  app.exit(1)
}

/** Opens the window, which says at once that the application starts, and then everything behind it. */
function start(): void {
  const served = guardThePage()
  const running = Promise.withResolvers<RunningApp>()
  const quit = createQuitOf(running.promise)
  box.quit = quit
  registerHandlers(
    running.promise.then(({ handlers }) => handlers),
    {
      ipcMain,
      isOurPage: (contents: Electron.WebContents) => mainWindow.isOurPage(contents),
      onFirstAnswer: () => log.event('page-answered'),
      log,
    },
  )
  app.on('activate', () => mainWindow.show())
  onSessionEnd({ powerMonitor, process }, () => {
    quit.sessionEnds()
    quit.request()
  })
  nativeTheme.themeSource = readTheme(folder)
  starting.isOver = true
  const isShown = starting.isShowWanted && !isOpenedAtLogin()
  if (isShown) mainWindow.show()
  running.resolve(openDesk(quit, isShown ? served : Promise.resolve()))
  running.promise.catch(endFailedStart)
}

/** @param windowUnderWay until then, and no longer than a moment, the processor is the window's. */
async function openDesk(quit: Quit, windowUnderWay: Promise<void>): Promise<RunningApp> {
  await Promise.race([windowUnderWay, after(windowFirstMs)])
  const { startApp } = await import('./app.ts')
  const desk = await startApp({ folder, log, mainWindow, quit })
  box.desk = desk
  log.event('started')
  return desk
}

/** @returns when the page got its first file. */
function guardThePage(): Promise<void> {
  const openLink = createLinkOpener({ dialog, shell, window: () => mainWindow.window(), log })
  guardNavigation(app, openLink)
  denyPermissions(session.defaultSession)
  denyDownloads(session.defaultSession)
  denyCredentials(app)
  refuseRequests(session.defaultSession, app)
  return serveApp(protocol, rendererFolder)
}

/**
 * Who quits while everything still opens is asked once it is open, or leaves after a moment: what holds it up may be a
 * question of the system's that nobody answers. Nothing that was captured is open then.
 */
function createQuitOf(running: Promise<RunningApp>): Quit {
  const soon = async (): Promise<RunningApp | null> =>
    await Promise.race([running.catch(() => null), after(startPatienceMs, null, { ref: false })])
  return createQuit({
    app,
    undelivered: async () => (await soon())?.undelivered() ?? 0,
    ask: createQuitQuestion(dialog, () => mainWindow.window()),
    keepRunning: () => mainWindow.close(),
    stop: async () => await (await soon())?.stop(),
    lastly: async (isWantedAgain) => (await box.desk?.lastly(isWantedAgain)) ?? isWantedAgain,
    relaunch: () => relaunch(app),
    stopTimeoutMs,
  })
}

/** macOS passes no arguments of ours to what it opens at login. */
function isOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
