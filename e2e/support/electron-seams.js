import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { setImmediate } from 'node:timers'

/*
 * What a test puts in the place of the system inside Electron, before the application starts: nobody sits at the
 * computer to answer a dialog, and Electron cannot read back what it showed. Plain JavaScript, as Electron
 * loads it with `-r`; typed against Electron's own declarations.
 */

/** @typedef {import('./test-app.ts').DialogView} DialogView */
/** @typedef {import('./electron-calls.ts').SeamOptions} SeamOptions */
/** @typedef {typeof import('electron')} Modules */
/** @typedef {Pick<Modules, 'Menu' | 'Notification' | 'Tray' | 'app' | 'crashReporter' | 'dialog' | 'ipcMain' | 'shell'>} ReplacedModules */

/** The stand-in offers no more either. */
const mostFilesOffered = 20

/** The questions of the system's dialogs, the oldest first. */
export class DialogQueue {
  /** @type {{ view: DialogView, answered: (index: number) => void }[]} */
  #open = []

  /** @returns {DialogView | null} the question that is open now. */
  get question() {
    return this.#open[0]?.view ?? null
  }

  /**
   * @param {DialogView} view
   * @returns {Promise<number>} which button was chosen.
   */
  ask(view) {
    return new Promise((answered) => {
      this.#open.push({ view, answered })
    })
  }

  /** @param {string} label */
  answer(label) {
    const [question] = this.#open
    if (question === undefined) throw new Error('No question is open.')
    const { message, buttons } = question.view
    const index = buttons.indexOf(label)
    if (index < 0) throw new Error(`“${message}” has no “${label}”, but ${buttons.join(', ')}.`)
    this.#open.shift()
    question.answered(index)
  }
}

/**
 * Puts a queue of questions in the place of the system's dialogs. Their options are the last argument: the first may be
 * the window they belong to.
 *
 * @param {Electron.Dialog} dialog
 * @param {string} [saveFolder] where files are saved and found; the home folder by default
 */
export function replaceDialogs(dialog, saveFolder = homedir()) {
  const queue = new DialogQueue()
  const folder = resolve(saveFolder)

  /**
   * @param {Electron.BaseWindow | Electron.MessageBoxOptions} first
   * @param {Electron.MessageBoxOptions} [second]
   */
  dialog.showMessageBox = async (first, second) => {
    const { message, detail = '', buttons = ['OK'] } = optionsOf(first, second)
    return { response: await queue.ask({ message, detail, buttons }), checkboxChecked: false }
  }
  /**
   * @param {Electron.BaseWindow | Electron.SaveDialogOptions} first
   * @param {Electron.SaveDialogOptions} [second]
   */
  dialog.showSaveDialog = async (first, second) => {
    const { title = 'Save as', defaultPath = 'untitled', buttonLabel = 'Save' } = optionsOf(first, second)
    const filePath = resolve(folder, defaultPath)
    const chosen = await queue.ask({ message: title, detail: filePath, buttons: [buttonLabel, 'Cancel'] })
    if (chosen !== 0) return { canceled: true, filePath: '' }
    // As a person types it where nothing adds the extension, or as the file that is there.
    const typed = filePath.slice(0, filePath.length - extname(filePath).length)
    return { canceled: false, filePath: existsSync(filePath) ? filePath : typed }
  }
  /**
   * @param {Electron.BaseWindow | Electron.OpenDialogOptions} first
   * @param {Electron.OpenDialogOptions} [second]
   */
  dialog.showOpenDialog = async (first, second) => {
    const { title = 'Open', filters = [] } = optionsOf(first, second)
    const kinds = filters.flatMap(({ extensions }) => extensions)
    const names = readdirSync(folder)
      .filter((name) => kinds.length === 0 || kinds.some((kind) => name.endsWith(`.${kind}`)))
      .sort()
      .slice(0, mostFilesOffered)
    const name = names[await queue.ask({ message: title, detail: folder, buttons: [...names, 'Cancel'] })]
    return name === undefined
      ? { canceled: true, filePaths: [] }
      : { canceled: false, filePaths: [join(folder, name)] }
  }
  dialog.showErrorBox = (title, content) => {
    void queue.ask({ message: title, detail: content, buttons: ['OK'] })
  }
  // These would block main until someone answers.
  for (const name of /** @type {const} */ ([
    'showMessageBoxSync',
    'showSaveDialogSync',
    'showOpenDialogSync',
  ]))
    dialog[name] = () => {
      throw new Error(`Nobody is there to answer dialog.${name}.`)
    }
  return queue
}

/**
 * @template {object} Options
 * @param {Electron.BaseWindow | Options} first
 * @param {Options} [second]
 * @returns {Options}
 */
function optionsOf(first, second) {
  if (second !== undefined) return second
  if ('getBounds' in first) throw new TypeError('A dialog needs its options.')
  return /** @type {Options} */ (first)
}

/**
 * Puts all of it in its place.
 *
 * @param {ReplacedModules} electron
 * @param {SeamOptions} options
 */
export function replaceSystem(electron, options) {
  const { Menu, Notification, app, crashReporter, dialog, ipcMain, shell, Tray } = electron
  const seen = {
    dialogs: replaceDialogs(dialog, options.saveFolder),
    tooltip: '',
    /** @type {Electron.Menu | null} */
    menu: null,
    /** @type {Pick<Electron.Menu, 'items'> | null} */
    contextMenu: null,
    printedTimes: 0,
    /** @type {string[]} */
    openedLinks: [],
    /** @type {Pick<Electron.Notification, 'show'>[]} */
    notifications: [],
  }
  const { setToolTip, setContextMenu } = Tray.prototype
  Tray.prototype.setToolTip = function (text) {
    seen.tooltip = text
    setToolTip.call(this, text)
  }
  Tray.prototype.setContextMenu = function (menu) {
    seen.menu = menu
    setContextMenu.call(this, menu)
  }
  // It would stay open until somebody chooses.
  Menu.prototype.popup = function () {
    seen.contextMenu = this
  }
  shell.openExternal = (url) => {
    seen.openedLinks.push(url)
    return Promise.resolve()
  }
  // Shown only to the test: a computer that runs tests may have no notification service.
  Notification.isSupported = () => options.notifications !== 'none'
  Notification.prototype.show = function () {
    if (options.notifications === 'failing') {
      setImmediate(() => this.emit('failed', {}, 'Notifications are not allowed for this application'))
      return
    }
    seen.notifications.push(this)
    this.emit('show', {})
  }
  // The system's dialog would wait for somebody.
  app.on('web-contents-created', (_event, contents) => {
    contents.print = (_options, callback) => {
      const isPrinted = options.printer !== 'none'
      if (isPrinted) seen.printedTimes += 1
      if (options.printer !== 'silent') callback?.(isPrinted, isPrinted ? '' : 'Invalid printer settings')
    }
  })
  if (options.neverReadyToShow === true) withholdReady(app)
  if (options.trafficFile !== undefined) recordTraffic(app, ipcMain, options.trafficFile)
  if (options.crashDumpsFolder !== null) {
    app.setPath('crashDumps', options.crashDumpsFolder)
    crashReporter.start({ uploadToServer: false })
  }
  return seen
}

/**
 * Keeps every window from saying that it is ready to be shown.
 *
 * @param {ReplacedModules['app']} app
 */
function withholdReady(app) {
  app.on('browser-window-created', (_event, window) => {
    const emit = window.emit.bind(window)
    window.emit = (name, ...args) => name !== 'ready-to-show' && emit(name, ...args)
  })
}

/**
 * Records every message from main to a page, a line each.
 *
 * @param {ReplacedModules['app']} app
 * @param {ReplacedModules['ipcMain']} ipcMain
 * @param {string} file
 */
function recordTraffic(app, ipcMain, file) {
  /** @param {unknown} said */
  const write = (said) => appendFileSync(file, `${JSON.stringify(said)}\n`)
  const handle = ipcMain.handle.bind(ipcMain)
  ipcMain.handle = (channel, listener) =>
    handle(channel, async (event, ...args) => {
      /** @type {unknown} */
      const value = await listener(event, ...args)
      write({ channel, value })
      return value
    })
  app.on('web-contents-created', (_event, contents) => {
    const send = contents.send.bind(contents)
    contents.send = (channel, ...args) => {
      write({ channel, args })
      send(channel, ...args)
    }
  })
}

/**
 * Also writes this process's output into a file: its parent misses the first moments.
 *
 * @param {readonly NodeJS.WriteStream[]} streams
 * @param {string} file
 */
export function recordPrinted(streams, file) {
  for (const stream of streams) {
    const { write } = stream
    /** @param {[text: string | Uint8Array, ...rest: unknown[]]} args */
    stream.write = (...args) => {
      appendFileSync(file, args[0])
      return Reflect.apply(write, stream, args)
    }
  }
}
