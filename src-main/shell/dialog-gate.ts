import type {
  BaseWindow,
  Dialog,
  InputEvent,
  MessageBoxOptions,
  OpenDialogOptions,
  SaveDialogOptions,
} from 'electron'
import type { Signal } from '../platform/signal.ts'
import { askNameInFull } from './name-in-full.ts'

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
 * How long no dialog opens after the last one, while nobody presses anything: longer each time, as for a script that
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
