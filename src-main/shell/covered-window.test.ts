import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMainWindow, type MainWindow } from './main-window.ts'

let calls: string[]
let shown: TestWindow
let mainWindow: MainWindow

class TestContents extends EventEmitter {
  readonly navigationHistory = { clear: () => undefined }
}

class TestWindow extends EventEmitter {
  readonly webContents = new TestContents()
  is: 'focused' | 'behind' | 'minimized' | 'hidden' = 'hidden'
  readonly isMinimized = (): boolean => this.is === 'minimized'
  readonly isVisible = (): boolean => this.is === 'focused' || this.is === 'behind'
  readonly isFocused = (): boolean => this.is === 'focused'
  size = [1280, 800]
  readonly getSize = (): number[] => this.size
  /** Shows a hidden window. */
  readonly maximize = (): void => this.#become('maximize', 'focused')
  readonly show = (): void => this.#become('show', 'focused')
  readonly showInactive = (): void => this.#become('showInactive', 'behind')
  readonly minimize = (): void => this.#become('minimize', 'minimized')
  readonly restore = (): void => undefined
  readonly hide = (): void => this.#become('hide', 'hidden')
  readonly focus = (): void => undefined

  #become(call: string, is: TestWindow['is']): void {
    calls.push(call)
    this.is = is
  }
  readonly loadURL = (): Promise<void> => Promise.resolve()
}

beforeEach(() => {
  calls = []
  const electron = {
    app: { isPackaged: true },
    BrowserWindow: function open() {
      shown = new TestWindow()
      return shown
    },
    nativeImage: { createFromDataURL: () => null },
    nativeTheme: { shouldUseDarkColors: false },
  }
  mainWindow = createMainWindow({
    electron: electron as never,
    trouble: () => undefined,
    onShown: () => undefined,
  })
  mainWindow.show()
  shown.emit('ready-to-show')
})

function reloaded(): void {
  mainWindow.reload()
  shown.webContents.emit('did-finish-load')
}

describe('the document in the window', () => {
  it('has a number from when it came until another one is wanted, which has a number of its own', () => {
    const { webContents } = shown
    webContents.emit('did-navigate', {}, 'app://desk/', 200)
    const first = mainWindow.documentNow()
    expect(first).not.toBeNull()
    mainWindow.reload()
    expect(mainWindow.documentNow()).toBeNull()
    webContents.emit('did-navigate-in-page', {}, 'app://desk/#/claims')
    webContents.emit('did-finish-load')
    expect(mainWindow.documentNow(), 'not by what an old document can do').toBeNull()
    webContents.emit('did-navigate', {}, 'app://desk/', 200)
    expect(mainWindow.documentNow()).not.toBeNull()
    expect(mainWindow.documentNow()).not.toBe(first)
  })

  it('is none where another one was wanted while no window was open, until one came', () => {
    shown.emit('closed')
    mainWindow.reload()
    mainWindow.show()
    expect(mainWindow.documentNow()).toBeNull()
    shown.webContents.emit('did-navigate', {}, 'app://desk/', 200)
    expect(mainWindow.documentNow()).not.toBeNull()
  })
})

describe('a window that nobody may read', () => {
  it('is shown by nothing before its page was loaded again', () => {
    mainWindow.cover()
    mainWindow.show()
    mainWindow.showAt('/claims')
    expect(calls).toEqual(['show', 'hide'])
    mainWindow.reload()
    expect(calls).toEqual(['show', 'hide'])
    shown.webContents.emit('did-finish-load')
    expect(calls).toEqual(['show', 'hide', 'show'])
    mainWindow.show()
    reloaded()
    expect(calls).toEqual(['show', 'hide', 'show', 'show'])
  })

  it.each([
    ['focused', 'show'],
    ['behind', 'showInactive'],
    ['minimized', 'minimize'],
  ] as const)('that was %s comes back so, and takes no focus that it had not', (was, call) => {
    shown.is = was
    mainWindow.cover()
    // Covered as the computer goes to sleep, and again as it wakes.
    mainWindow.cover()
    reloaded()
    expect(calls).toEqual(['show', 'hide', 'hide', call])
    expect(shown.is).toBe(was)
  })

  it('comes to the front once it may, if that was asked in the meantime', () => {
    shown.is = 'minimized'
    mainWindow.cover()
    mainWindow.show()
    expect(calls.at(-1)).toBe('hide')
    reloaded()
    expect(calls.at(-1)).toBe('show')
    shown.is = 'minimized'
    mainWindow.cover()
    mainWindow.reload()
    mainWindow.show()
    shown.webContents.emit('did-finish-load')
    expect(calls.at(-1), 'not minimized again').toBe('show')
  })

  it('stays covered where it was covered again before its page was loaded', () => {
    mainWindow.cover()
    mainWindow.reload()
    mainWindow.cover()
    shown.webContents.emit('did-finish-load')
    expect(calls.at(-1)).toBe('hide')
    reloaded()
    expect(calls.at(-1)).toBe('show')
  })

  it('is not shown by its first paint either', () => {
    shown.emit('closed')
    mainWindow.show()
    mainWindow.cover()
    shown.emit('ready-to-show')
    expect(calls.at(-1)).toBe('hide')
    reloaded()
    expect(calls.at(-1)).toBe('show')
  })

  it('is not shown on a small screen either, whose first window is maximized', () => {
    shown.emit('closed')
    mainWindow.show()
    shown.size = [1093, 580]
    mainWindow.cover()
    shown.emit('ready-to-show')
    expect(shown.is).toBe('hidden')
    reloaded()
    expect(calls.slice(-2)).toEqual(['maximize', 'show'])
  })

  it('is not maximized where its officer had chosen to have it small', () => {
    shown.emit('closed')
    mainWindow.show()
    shown.size = [900, 560]
    shown.emit('persisted-state-restored')
    shown.emit('ready-to-show')
    expect(calls).toEqual(['show', 'show'])
  })

  it('may be opened where its page cannot be loaded, and a new one too', () => {
    mainWindow.cover()
    mainWindow.reload()
    mainWindow.show()
    expect(calls).toEqual(['show', 'hide', 'show'])
    mainWindow.cover()
    shown.emit('closed')
    mainWindow.show()
    mainWindow.show()
    expect(calls.at(-1)).toBe('show')
  })

  it('is none where no window is open', () => {
    shown.emit('closed')
    mainWindow.cover()
    mainWindow.show()
    mainWindow.show()
    expect(calls).toEqual(['show', 'show'])
  })
})
