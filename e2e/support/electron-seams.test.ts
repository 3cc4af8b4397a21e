import { EventEmitter, once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createBackupFiles, createDialogs, createFileChoice } from '#main/shell/dialogs.ts'
import { createQuitQuestion } from '#main/shell/quit.ts'
import type { Command } from '../host/control-contract.ts'
import * as calls from './electron-calls.ts'
import { replaceSystem } from './electron-seams.js'

/*
 * The Electron side of the tests where there is no Electron: what electron-probe.js puts into its modules, over modules
 * that do nothing, and what Playwright carries over, run from its source text as Playwright does.
 */
let folder: string
beforeEach(() => {
  folder = createTestFolder()
})

const never = (): never => {
  throw new Error('A test would wait for somebody who is not there.')
}

type Listener = Parameters<Electron.IpcMain['handle']>[1]

/** Electron as far as it is touched. */
function createModules() {
  const recorded: string[] = []
  const handlers = new Map<string, Listener>()
  const events = new EventEmitter()
  const contents = {
    print: never,
    send: (channel: string, ...args: unknown[]) => void recorded.push(channel, ...args.map(String)),
  }
  const dialog: Electron.Dialog = {
    showCertificateTrustDialog: never,
    showErrorBox: never,
    showMessageBox: never,
    showMessageBoxSync: never,
    showOpenDialog: never,
    showOpenDialogSync: never,
    showSaveDialog: never,
    showSaveDialogSync: never,
  }
  class Tray {
    setToolTip(text: string): void {
      recorded.push(text)
    }
    setContextMenu(menu: Electron.Menu | null): void {
      recorded.push(`a menu of ${menu?.items.length ?? 0}`)
    }
  }
  class Notification extends EventEmitter {
    static isSupported = (): boolean => false
    title = 'One claim'
    body = 'was not accepted'
    silent = true
    show(): void {
      never()
    }
  }
  class Menu {
    items: Electron.MenuItem[] = []
    popup(): void {
      never()
    }
  }
  const modules: calls.ReplacedModules = {
    Menu,
    Notification,
    Tray,
    app: {
      setPath: (name, path) => void recorded.push(`${name} in ${path}`),
      on: (name: string, listener: (...args: never[]) => void) =>
        void events.on(name, (...args: unknown[]) => void Reflect.apply(listener, null, args)),
    },
    crashReporter: { start: (options) => void recorded.push(JSON.stringify(options)) },
    dialog,
    ipcMain: { handle: (channel, listener) => void handlers.set(channel, listener) },
    shell: { openExternal: never },
  }
  return { modules, Menu, Tray, Notification, contents, events, handlers, recorded }
}

/** Runs a test's function as in Electron: from its source text, with nothing but `appProbe`. */
function asked(more: Partial<calls.SeamOptions> = {}) {
  const electron = createModules()
  const seen = replaceSystem(electron.modules, {
    saveFolder: folder,
    printedFile: '',
    crashDumpsFolder: null,
    ...more,
  })
  const ask = async (
    call: (...args: never[]) => unknown,
    modules: object = {},
    argument?: unknown,
  ): Promise<unknown> => {
    const sandbox = { appProbe: seen, modules, argument, process, setImmediate }
    const text: unknown = await runInNewContext(
      `(async () => JSON.stringify(await (${String(call)})(modules, argument)))()`,
      sandbox,
    )
    return typeof text === 'string' ? JSON.parse(text) : null
  }
  const { dialog } = electron.modules
  const window = { webContents: {} }
  const modules = {
    Menu: { getApplicationMenu: () => null },
    BrowserWindow: { getAllWindows: () => [window] },
    app: { getBadgeCount: () => 0 },
  }
  const look = async (): Promise<unknown> => await ask(calls.status, modules)
  const carryOut = async (command: Command): Promise<unknown> => await ask(calls.carryOut, modules, command)
  const answer = async (label: string): Promise<unknown> => await carryOut({ type: 'answer-dialog', label })
  return { ...electron, dialog, window, look, carryOut, answer }
}

const noWindow = (): null => null

describe('the system’s dialogs, answered by a test', () => {
  it('save a file where the application asks, under that name, and nowhere when it is cancelled', async () => {
    const { dialog, look, answer } = asked()
    const choose = createFileChoice(createDialogs(dialog, noWindow))
    const chosen = choose('log.jsonl', 'Save the log')
    const detail = join(folder, 'log.jsonl')
    expect(await look()).toMatchObject({
      dialog: { message: 'Save the log', detail, buttons: ['Save', 'Cancel'] },
    })
    await answer('Save')
    expect(await chosen).toBe(detail)
    expect(await look()).toMatchObject({ dialog: null })
    const again = choose('log.jsonl', 'Save the log')
    await answer('Cancel')
    expect(await again).toBeNull()
  })

  it('offer the files of the wanted kind to open', async () => {
    for (const name of ['b.cdbackup', 'a.cdbackup', 'letter.txt']) writeFileSync(join(folder, name), '')
    const { dialog, look, answer } = asked()
    const files = createBackupFiles(createDialogs(dialog, noWindow))
    const chosen = files.toOpen()
    expect(await look()).toMatchObject({ dialog: { buttons: ['a.cdbackup', 'b.cdbackup', 'Cancel'] } })
    await answer('b.cdbackup')
    expect(await chosen).toBe(join(folder, 'b.cdbackup'))
    const again = files.toOpen()
    await answer('Cancel')
    expect(await again).toBeNull()
  })

  it('are answered in the order they came, by one of their buttons', async () => {
    const { dialog, look, answer } = asked()
    await expect(answer('Quit anyway')).rejects.toThrow('No question')
    const quit = createQuitQuestion(createDialogs(dialog, noWindow))
    const second = quit(3)
    const third = createFileChoice(createDialogs(dialog, noWindow))('log.jsonl', 'Save the log')
    expect(JSON.stringify(await look())).toContain('3')
    await expect(answer('Save')).rejects.toThrow('has no “Save”')
    await answer('Quit anyway')
    expect(await second).toBe('quit')
    await answer('Save')
    expect(await third).toBe(join(folder, 'log.jsonl'))
  })
})

describe('what Electron shows', () => {
  it('includes a context menu, which closes as an item is chosen', async () => {
    const { Menu, window, look, carryOut } = asked()
    expect(await look()).toMatchObject({ contextMenu: null })
    const clicked: unknown[] = []
    const menu = new Menu()
    const item = { label: 'Paste', enabled: true, click: (...args: unknown[]) => void clicked.push(args) }
    Object.assign(menu, { items: [item] }).popup()
    expect(await look()).toMatchObject({ contextMenu: [{ label: 'Paste', enabled: true }] })
    const click = (label: string) => carryOut({ type: 'click-context-menu', label })
    await expect(click('Cut')).rejects.toThrow('no item "Cut"')
    await click('Paste')
    expect(clicked).toEqual([[{}, window, window.webContents]])
    expect(await look()).toMatchObject({ contextMenu: null })
  })

  it('includes the tray once it is there, and its items can be clicked', async () => {
    const { Tray, look, carryOut, recorded } = asked()
    expect(await look()).toMatchObject({ tray: null })
    const clicked: string[] = []
    const item = (label: string, enabled: boolean) => ({
      label,
      enabled,
      type: 'normal',
      click: () => void clicked.push(label),
    })
    const items = [item('Open', true), { ...item('', true), type: 'separator' }, item('Pause', false)]
    const real = new Tray()
    real.setToolTip('Claims Desk: 2 waiting')
    Reflect.apply(real.setContextMenu.bind(real), undefined, [{ items }])
    expect(await look()).toMatchObject({
      tray: {
        tooltip: 'Claims Desk: 2 waiting',
        items: [
          { label: 'Open', enabled: true },
          { label: 'Pause', enabled: false },
        ],
      },
    })
    expect(recorded).toEqual(['Claims Desk: 2 waiting', 'a menu of 3'])
    await carryOut({ type: 'click-tray', label: 'Open' })
    expect(clicked).toEqual(['Open'])
    await expect(carryOut({ type: 'click-tray', label: 'Pause' })).rejects.toThrow('no item "Pause"')
  })

  it('includes notifications, which stay hidden and can be clicked', async () => {
    const { Notification, look, carryOut } = asked()
    expect(Notification.isSupported()).toBe(true)
    const shown = new Notification()
    const clicked: unknown[] = []
    shown.on('click', (event) => clicked.push(event))
    const show = once(shown, 'show')
    shown.show()
    await show
    expect(await look()).toMatchObject({
      notifications: [{ title: 'One claim', body: 'was not accepted', silent: true }],
    })
    const click = (title: string) => carryOut({ type: 'click-notification', title })
    await click('One claim')
    expect(clicked).toHaveLength(1)
    await expect(click('Another')).rejects.toThrow('no notification "Another"')
    expect(asked({ notifications: 'none' }).Notification.isSupported()).toBe(false)
  })
})

it('what is said to a page is written down, and the page gets it all the same', async () => {
  const trafficFile = join(folder, 'traffic')
  const { modules, events, handlers, contents, recorded } = asked({ trafficFile })
  modules.ipcMain.handle('outbox:list', () => Promise.resolve({ ok: true, value: ['an answer'] }))
  const listener = handlers.get('outbox:list')
  const answer: unknown = listener === undefined ? null : await Reflect.apply(listener, null, [{}])
  expect(answer).toEqual({ ok: true, value: ['an answer'] })
  events.emit('web-contents-created', {}, contents)
  contents.send('outbox:changed', 'news')
  expect(recorded).toEqual(['outbox:changed', 'news'])
  const written = readFileSync(trafficFile, 'utf8').trim().split('\n')
  expect(written).toEqual([
    '{"channel":"outbox:list","value":{"ok":true,"value":["an answer"]}}',
    '{"channel":"outbox:changed","args":["news"]}',
  ])
})
