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
  readonly isMinimized = (): boolean => false
  readonly show = (): unknown => calls.push('show')
  readonly hide = (): unknown => calls.push('hide')
  readonly focus = (): void => undefined
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
    mainWindow.reload()
    shown.webContents.emit('did-finish-load')
    expect(calls).toEqual(['show', 'hide', 'show', 'show'])
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
