import type {
  BrowserWindow,
  Dialog,
  InputEvent,
  MessageBoxOptions,
  OpenDialogOptions,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { say } from '#main/platform/texts/texts.ts'
import type { Signal } from '#main/platform/signal.ts'

/** The system's dialogs as this application uses them. */
export interface Dialogs {
  /** @returns the index of the button */
  ask(box: MessageBoxOptions): Promise<number>
  /** @returns the file to save to, its name with its extension; null when cancelled */
  save(question: SaveDialogOptions): Promise<string | null>
  /** @returns the file or folder to open; null when cancelled */
  open(question: OpenDialogOptions): Promise<string | null>
}

/** The system's dialogs, over our window while there is one. */
export function createDialogs(
  dialog: Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog'>,
  windowNow: () => BrowserWindow | null,
): Dialogs {
  return {
    async ask(box) {
      const window = windowNow()
      const shown = window === null ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box)
      return (await shown).response
    },
    save(question) {
      const window = windowNow()
      const properties = ['showOverwriteConfirmation', 'createDirectory'] as const
      return askNameInFull(
        (asked) => (window === null ? dialog.showSaveDialog(asked) : dialog.showSaveDialog(window, asked)),
        { ...question, properties: [...properties] },
      )
    },
    async open(question) {
      const window = windowNow()
      const shown =
        window === null ? dialog.showOpenDialog(question) : dialog.showOpenDialog(window, question)
      const { canceled, filePaths } = await shown
      return canceled ? null : (filePaths[0] ?? null)
    },
  }
}

/**
 * Asks where to save, until the name ends in its filter's extension: GTK adds none (electron#15510), and a backup without
 * it would never be offered again. Where the name with it is taken, it asks again under that name, so that the system
 * itself asks whether to replace the file. @returns null when cancelled
 */
export async function askNameInFull(
  ask: (options: SaveDialogOptions) => Promise<SaveDialogReturnValue>,
  options: SaveDialogOptions,
): Promise<string | null> {
  const { canceled, filePath } = await ask(options)
  if (canceled || filePath === '') return null
  const extension = options.filters?.[0]?.extensions[0]
  const ending = extension === undefined ? '' : `.${extension}`
  if (filePath.toLowerCase().endsWith(ending)) return filePath
  const inFull = `${filePath}${ending}`
  return existsSync(inFull) ? await askNameInFull(ask, { ...options, defaultPath: inFull }) : inFull
}

/** A question whether something may be done. @param allow the button that allows it */
export interface Permission {
  readonly type: 'warning' | 'question'
  readonly message: string
  readonly detail: string
  readonly allow: string
}

/** Asks a person in a dialog of the system, which no page can answer. */
export type Ask = (question: Permission) => Promise<boolean>

/** Asks whether something may be done; no is what Enter, Escape and a closed box mean. */
export async function askToAllow(
  dialogs: Pick<Dialogs, 'ask'>,
  { allow, ...box }: Permission,
): Promise<boolean> {
  const buttons = [allow, say('cancel')]
  return (await dialogs.ask({ ...box, buttons, defaultId: 1, cancelId: 1, noLink: true })) === 0
}

interface DialogGateOptions {
  readonly dialogs: Dialogs
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
 * The dialogs that a page can cause: one at a time in the whole application, and not again before the person did
 * something. What is asked for meanwhile counts as cancelled, so a page can neither pile dialogs up nor keep one on the
 * screen.
 */
export function createDialogGate(options: DialogGateOptions): Dialogs {
  const { dialogs, pressed, monotonicMs = () => performance.now() } = options
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
    ask: (box) => through(() => dialogs.ask(box), box.cancelId ?? 0),
    save: (question) => through(() => dialogs.save(question), null),
    open: (question) => through(() => dialogs.open(question), null),
  }
}

/** Asks where to save a file; null when the officer cancels. */
export function createFileChoice(
  dialogs: Pick<Dialogs, 'save'>,
): (name: string, title: string) => Promise<string | null> {
  return (name, title) => {
    const extension = extname(name).slice(1)
    const filters = [{ name: extension.toUpperCase(), extensions: [extension] }]
    return dialogs.save({ title, defaultPath: name, filters })
  }
}

export type BackupFiles = ReturnType<typeof createBackupFiles>

/** Lets the officer choose where backups are written and read; null when cancelled. */
export function createBackupFiles({ save, open }: Pick<Dialogs, 'save' | 'open'>) {
  const filters = () => [{ name: say('backup-files'), extensions: ['cdbackup'] }]
  return {
    toSave: (name: string) => save({ title: say('save-backup'), defaultPath: name, filters: filters() }),
    toOpen: () => open({ title: say('open-backup'), filters: filters(), properties: ['openFile'] }),
  }
}
