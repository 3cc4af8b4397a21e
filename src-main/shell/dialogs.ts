import type {
  BrowserWindow,
  Dialog,
  MessageBoxOptions,
  SaveDialogOptions,
  SaveDialogReturnValue,
  BaseWindow,
  InputEvent,
  OpenDialogOptions,
} from 'electron'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { say } from '#main/platform/texts/texts.ts'
import type { Signal } from '#main/platform/signal.ts'

/** The part of Electron's `dialog` that asks in a message box. */
export type MessageBoxes = Pick<Dialog, 'showMessageBox'>

/** Asks with the system's own message box, over the window while there is one. @returns the button's index */
export async function askInBox(
  dialog: MessageBoxes,
  window: BrowserWindow | null,
  box: MessageBoxOptions,
): Promise<number> {
  const { response } = await (window === null
    ? dialog.showMessageBox(box)
    : dialog.showMessageBox(window, box))
  return response
}

/** A question whether something may be done. @param allow the button that allows it */
export interface Permission {
  readonly type: 'warning' | 'question'
  readonly message: string
  readonly detail: string
  readonly allow: string
}

/** Asks whether something may be done; no is what Enter, Escape and a closed box mean. */
export async function askToAllow(
  dialog: MessageBoxes,
  window: BrowserWindow | null,
  { allow, ...box }: Permission,
): Promise<boolean> {
  const buttons = [allow, say('cancel')]
  return (await askInBox(dialog, window, { ...box, buttons, defaultId: 1, cancelId: 1, noLink: true })) === 0
}

/**
 * Asks where to save, until the name ends in its filter's extension: GTK adds none (electron#15510), and a backup without
 * it would never be offered again. Where the name with it is taken, it asks again under that name, so that the system
 * itself asks whether to replace the file.
 */
export async function askNameInFull(
  ask: (options: SaveDialogOptions) => Promise<SaveDialogReturnValue>,
  options: SaveDialogOptions,
): Promise<SaveDialogReturnValue> {
  const answer = await ask(options)
  const extension = options.filters?.[0]?.extensions[0]
  const ending = extension === undefined ? '' : `.${extension}`
  if (answer.canceled || answer.filePath.toLowerCase().endsWith(ending)) return answer
  const filePath = `${answer.filePath}${ending}`
  if (existsSync(filePath)) return await askNameInFull(ask, { ...options, defaultPath: filePath })
  return { ...answer, filePath }
}

/** The system's dialogs that a page can cause. */
export type PageDialogs = Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog'>

interface DialogGateOptions {
  readonly dialog: PageDialogs
  /** Someone pressed a key or a button in the window. Main sees it; a script cannot make it up. */
  readonly pressed: Signal
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs?: () => number
}

/**
 * How long no dialog opens after the last one, while no one presses anything: longer each time, as for a script that
 * asks again and again. Not for ever, because screen readers press buttons without a key or a click.
 */
const pausesMs = [5_000, 10_000, 20_000, 40_000, 60_000] as const
const [firstPauseMs] = pausesMs

const presses: ReadonlySet<InputEvent['type']> = new Set([
  'mouseDown',
  'pointerDown',
  'rawKeyDown',
  'keyDown',
  'touchStart',
  'gestureTap',
])

/** Whether an input event is a key or a button that goes down. */
export function isPress({ type }: Pick<InputEvent, 'type'>): boolean {
  return presses.has(type)
}

/**
 * The system's dialogs, one at a time in the whole application, and not again before the person did something. What is
 * asked for meanwhile counts as cancelled, so a page can neither pile dialogs up nor keep one on the screen.
 */
export function createDialogGate(options: DialogGateOptions): PageDialogs {
  const { dialog, pressed, monotonicMs = () => performance.now() } = options
  let isOpen = false
  let isPressed = false
  let unpressed = 0
  let closedMs = monotonicMs()
  pressed.subscribe(() => (isPressed = true))

  async function through<T>(show: () => Promise<T>, cancelled: T): Promise<T> {
    const pauseMs = pausesMs[Math.min(unpressed, pausesMs.length - 1)] ?? firstPauseMs
    if (isOpen || (!isPressed && monotonicMs() - closedMs < pauseMs)) return cancelled
    unpressed = isPressed ? 0 : unpressed + 1
    isOpen = true
    try {
      return await show()
    } finally {
      isOpen = false
      isPressed = false
      closedMs = monotonicMs()
    }
  }

  return {
    showMessageBox: (...given: [MessageBoxOptions] | [BaseWindow, MessageBoxOptions]) => {
      const { cancelId = 0 } = given.length === 1 ? given[0] : given[1]
      const show = () =>
        given.length === 1 ? dialog.showMessageBox(given[0]) : dialog.showMessageBox(given[0], given[1])
      return through(show, { response: cancelId, checkboxChecked: false })
    },
    showSaveDialog: (...given: [SaveDialogOptions] | [BaseWindow, SaveDialogOptions]) => {
      const [options, ask] =
        given.length === 1
          ? [given[0], (one: SaveDialogOptions) => dialog.showSaveDialog(one)]
          : [given[1], (one: SaveDialogOptions) => dialog.showSaveDialog(given[0], one)]
      return through(() => askNameInFull(ask, options), { canceled: true, filePath: '' })
    },
    showOpenDialog: (...given: [OpenDialogOptions] | [BaseWindow, OpenDialogOptions]) => {
      const show = () =>
        given.length === 1 ? dialog.showOpenDialog(given[0]) : dialog.showOpenDialog(given[0], given[1])
      return through(show, { canceled: true, filePaths: [] })
    },
  }
}

/** Where the officer saves, in the system's own dialog, over the window when there is one; null when cancelled. */
async function placeToSave(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: BrowserWindow | null,
  question: Pick<SaveDialogOptions, 'title' | 'defaultPath' | 'filters'>,
): Promise<string | null> {
  const asked = {
    ...question,
    properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(asked)
    : dialog.showSaveDialog(window, asked))
  return canceled || filePath === '' ? null : filePath
}

/** What the officer opens, in the system's own dialog, over the window when there is one; null when cancelled. */
export async function placeToOpen(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  window: BrowserWindow | null,
  question: OpenDialogOptions,
): Promise<string | null> {
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(question)
    : dialog.showOpenDialog(window, question))
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks where to save a file; null when the officer cancels. */
export function createFileChoice(
  dialog: Pick<Dialog, 'showSaveDialog'>,
  window: () => BrowserWindow | null,
): (name: string, title: string) => Promise<string | null> {
  return (name, title) => {
    const extension = extname(name).slice(1)
    // With a filter, most systems add the extension to a name typed without one, and the gate does for the others.
    const filters = [{ name: extension.toUpperCase(), extensions: [extension] }]
    return placeToSave(dialog, window(), { title, defaultPath: name, filters })
  }
}

export type BackupFiles = ReturnType<typeof createBackupFiles>

/** Lets the officer choose where backups are written and read, and folders; null when cancelled. */
export function createBackupFiles(
  dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>,
  window: () => BrowserWindow | null,
) {
  const filters = () => [{ name: say('backup-files'), extensions: ['cdbackup'] }]
  const opened = (question: OpenDialogOptions) => placeToOpen(dialog, window(), question)
  return {
    toSave: (name: string) =>
      placeToSave(dialog, window(), { title: say('save-backup'), defaultPath: name, filters: filters() }),
    toOpen: () => opened({ title: say('open-backup'), filters: filters(), properties: ['openFile'] }),
    /** A folder of the office, such as a share or a stick. */
    folder: () => opened({ title: say('choose-folder'), properties: ['openDirectory', 'createDirectory'] }),
  }
}
