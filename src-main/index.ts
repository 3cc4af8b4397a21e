import { rmSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import {
  app,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
  shell,
  BrowserWindow,
  type MessageBoxOptions,
} from 'electron'
import { createAnnounce, registerHandlers } from '#main/app/handlers/register.ts'
import { readTheme } from '#main/office/settings/settings-file.ts'
import {
  createAnswerWatch,
  createNoAnswerQuestion,
  saveLog,
  type NoAnswerChoice,
} from '#main/shell/answer-watch.ts'
import {
  introduce,
  notWritableMessage,
  startFailedMessage,
  unusableFolderMessage,
  keepToItself,
  onSessionEnd,
  isWithoutScreen,
  nameToastActivator,
  isRunningCode,
  noScreenCode,
  notWritableCode,
  commandOf,
  takeSingleInstance,
  printToTerminal,
  writtenAtMs,
  type StartCommand,
} from '#main/shell/start-checks.ts'
import { registerAppScheme, serveApp } from '#main/shell/app-protocol.ts'
import { createMainWindow, rendererFolder, createTrouble, watchProcesses } from '#main/shell/main-window.ts'
import {
  denyCredentials,
  denyDownloads,
  guardNavigation,
  cutOffChromium,
  refuseRequests,
  denyPermissions,
} from '#main/shell/page-guards.ts'
import { isFolderWritable, useDataFolder } from '#main/shell/data-folder.ts'
import { createDialogGate, createDialogs } from '#main/shell/dialogs.ts'
import { createLinkOpener } from '#main/shell/external-link.ts'
import { createLog } from '#main/platform/log.ts'
import { backgroundFlag } from '#main/shell/login-item.ts'
import { setApplicationMenu } from '#main/shell/menu.ts'
import { createQuit, createQuitQuestion, isWatchedStart, relaunch, type Quit } from '#main/shell/quit.ts'
import { say } from '#main/platform/texts/texts.ts'
import type { RunningApp } from '#main/app/app.ts'

/*
 * Only what is needed before the window opens: every import here delays the window. The rest, app.ts, is loaded while
 * Chromium creates the window and the page reads its scripts.
 */

/** If the window takes longer than this to request its page, startup continues without waiting for it. */
const windowFirstMs = 100
/** How long quitting waits for a start that is still running. */
const startPatienceMs = 2_000
/** Longer than the engine waits for an attempt to end; where the session ends, it waits less. */
const stopTimeoutMs = 12_000
const lastStopTimeoutMs = 3_500
/** What the page says as it closes may be lost: so long it has to save what is typed, where the session ends. */
const lastSavesMs = 500

keepToItself(process, app)
introduce(app, process)
const { folder, refused } = useDataFolder(app, process.argv, process.env)
// Until our menu is set, Electron would show its default one, with its help and developer tools.
Menu.setApplicationMenu(null)
nameToastActivator(app, process.platform)
const log = createLog({ folder })
const trouble = createTrouble(log, app.isPackaged ? null : printToTerminal)
const mainWindow = createMainWindow({
  electron: { app, BrowserWindow, Menu, nativeImage, nativeTheme },
  trouble,
  onShown: () => log.event('window-shown'),
})
const dialogs = createDialogs(dialog, () => mainWindow.window())
const pageDialogs = createDialogGate({ dialogs, pressed: mainWindow.pressed })
/** Given by a script: no window, no dialog, and an end. */
const command = commandOf(process.argv)
/** Looked at before the running application may be asked for it. */
const reportedMs = command?.type === 'support-report' ? writtenAtMs(command.file) : null
const hasNoSandbox = app.commandLine.hasSwitch('no-sandbox')
let isShowWanted = !process.argv.includes(backgroundFlag)
/**
 * Bound late, and nothing else is: the lock needs it at once, but quitting exists only once Electron is ready. Until
 * then a second start is only remembered.
 */
let onSecondStart = (reportTo: string | null): void => {
  if (reportTo === null) isShowWanted = true
}

if (isWithoutScreen(process)) {
  log.event('no-screen')
  printToTerminal(say('no-screen'))
  end(noScreenCode)
} else if (refused !== null) {
  const message = (): MessageBoxOptions => unusableFolderMessage(refused.folder, refused.flaw)
  inWords(() => tellAndEnd(message))
  // Take the lock first: two instances on one queue would send everything twice.
} else if (takeSingleInstance(app, command, (reportTo) => onSecondStart(reportTo))) {
  // As root, Electron runs only with --no-sandbox: enabling the sandbox would undo that switch and no page would load.
  if (!hasNoSandbox) app.enableSandbox()
  if (hasNoSandbox) log.event('no-sandbox')
  // Chromium's own controls format dates and numbers as the application does, whatever the system's language.
  app.commandLine.appendSwitch('lang', 'en-GB')
  cutOffChromium(app.commandLine, app)
  registerAppScheme(protocol)
  watchProcesses(app, trouble)
  inWords(command === null ? start : () => obey(command))
} else if (isFolderWritable(folder)) {
  log.event('second-start')
  if (command?.type === 'support-report') void awaitReport(command.file)
  else {
    printToTerminal(say(command === null ? 'second-start.shown' : 'set-up.running'))
    app.exit(command === null ? 0 : isRunningCode)
  }
} else {
  // No lock can be taken in a read-only folder, whether another instance runs or not.
  inWords(() => tellAndEnd(() => notWritableMessage(folder)))
}

/** Runs `begin` when Electron is ready. An unhandled rejection would only warn and leave an invisible process. */
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

/** Shows the message in a dialog, and on the terminal the application was started from. */
async function tell(message: MessageBoxOptions): Promise<void> {
  printToTerminal([message.message, message.detail ?? ''].join('\n'))
  if (command === null) await dialog.showMessageBox(message)
}

async function obey(given: StartCommand): Promise<void> {
  const { runCommand } = await import('#main/app/app.ts')
  const { code, line } = await runCommand({ folder, log, mainWindow, dialogs, pageDialogs }, given)
  printToTerminal(line)
  app.exit(code)
}

async function reportInto(file: string, handlers: RunningApp['handlers']): Promise<void> {
  const { writeSupportReport } = await import('#main/app/support-report-command.ts')
  log.event('support-report-command', { code: (await writeSupportReport(handlers, file)).code })
}

/** The running application was asked for it. */
async function awaitReport(file: string): Promise<void> {
  const { awaitSupportReport } = await import('#main/app/support-report-command.ts')
  const { code, line } = await awaitSupportReport(file, reportedMs)
  printToTerminal(line)
  app.exit(code)
}

async function tellAndEnd(message: () => MessageBoxOptions): Promise<void> {
  await tell(message())
  end(notWritableCode)
}

function end(code: number): void {
  try {
    // The folder was created for this start only.
    if (refused !== null) rmSync(folder, { recursive: true, force: true })
  } catch {
    // On Windows, Chromium still holds some of these files. The folder is a temporary one.
  }
  app.exit(code)
}

/** Opens the window, which first shows that the application is starting, and then everything behind it. */
function start(): void {
  const running = Promise.withResolvers<RunningApp>()
  const served = guardThePage(running.promise)
  const quit = createQuitOf(running.promise)
  const answers = createAnswerWatch({
    // `npm start` watches the start itself.
    ask: isWatchedStart(app)
      ? () => Promise.resolve<NoAnswerChoice>('wait')
      : createNoAnswerQuestion(dialogs),
    startAgain: () => quit.startAgain(),
    saveLog: () => saveLog(dialogs, folder),
    onAnswered: () => log.event('page-answered'),
  })
  mainWindow.navigated.subscribe(() => answers.navigated())
  mainWindow.loaded.subscribe(() => answers.loaded())
  mainWindow.closed.subscribe(answers.over)
  registerHandlers(
    running.promise.then(({ handlers }) => handlers),
    {
      ipcMain,
      isOurPage: (contents: Electron.WebContents) => mainWindow.isOurPage(contents),
      documentNow: () => mainWindow.documentNow(),
      onAnswer: () => answers.answered(),
      log,
    },
  )
  app.on('activate', () => mainWindow.show())
  const sessionEnds = (): void => {
    quit.sessionEnds()
    mainWindow.sessionMayEnd.emit()
    setTimeout(quit.request, lastSavesMs)
  }
  onSessionEnd({ powerMonitor, process }, sessionEnds)
  mainWindow.sessionEnding.subscribe(sessionEnds)
  nativeTheme.themeSource = readTheme(folder)
  // Before the window, which would jump under a menu bar that comes later.
  showMenu()
  onSecondStart = (reportTo) => {
    if (reportTo !== null) void running.promise.then(({ handlers }) => reportInto(reportTo, handlers))
    else if (!quit.startedAgain()) mainWindow.show()
  }
  const isShown = isShowWanted && !isOpenedAtLogin()
  if (isShown) mainWindow.show()
  running.resolve(openApp(quit, isShown ? served : Promise.resolve()))
  running.promise.catch(endFailedStart)
}

function showMenu(): void {
  setApplicationMenu(Menu, {
    isPackaged: app.isPackaged,
    platform: process.platform,
    onCommand: (id) => {
      mainWindow.show()
      createAnnounce(() => mainWindow.page())('command', { id })
    },
  })
}

/** @param windowOpening the rest waits for this, but only briefly: the window gets the processor first. */
async function openApp(quit: Quit, windowOpening: Promise<void>): Promise<RunningApp> {
  await Promise.race([windowOpening, after(windowFirstMs)])
  const { startApp } = await import('#main/app/app.ts')
  const started = await startApp({ folder, log, mainWindow, dialogs, pageDialogs, quit })
  const [major = 0, minor = 0, patch = 0] = app.getVersion().split('.').map(Number)
  log.event('started', { major, minor, patch })
  // Not at each sign-in: a start in the background shows nothing.
  return started
}

/** @returns a promise that resolves when the page has received its first file. */
function guardThePage(running: Promise<RunningApp>): Promise<void> {
  const openLink = createLinkOpener({
    dialogs: pageDialogs,
    shell,
    practicePort: async () => (await running).practicePort(),
    log,
  })
  guardNavigation(app, openLink)
  denyPermissions(session.defaultSession)
  denyDownloads(session.defaultSession)
  denyCredentials(app)
  refuseRequests(session.defaultSession, app)
  return serveApp(protocol, rendererFolder)
}

/**
 * Quitting during startup waits until startup is done, or quits after a short time: startup may be blocked by a system
 * prompt that is not answered. No captured work is open at that point.
 */
function createQuitOf(running: Promise<RunningApp>): Quit {
  const soon = async (): Promise<RunningApp | null> =>
    await Promise.race([running.catch(() => null), after(startPatienceMs, null, { ref: false })])
  return createQuit({
    app,
    undelivered: async () => (await soon())?.counts()?.undelivered ?? 0,
    ask: createQuitQuestion(dialogs),
    keepRunning: () => mainWindow.close(),
    stop: async (isSessionEnding) =>
      (await (await soon())?.stop(isSessionEnding)) ?? ((isWantedAgain) => Promise.resolve(isWantedAgain)),
    relaunch: () => relaunch(app, log),
    stopTimeoutMs,
    lastStopTimeoutMs,
  })
}

/** macOS does not pass our arguments to applications that it opens at login. */
function isOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
