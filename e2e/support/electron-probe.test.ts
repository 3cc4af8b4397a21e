import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { carryOut, status, type SeamOptions } from './electron-calls.ts'

/*
 * The Electron side of the tests where there is no Electron: what electron-probe.js puts into its modules, over modules
 * that do nothing, and what Playwright carries over, run from its source text as Playwright does.
 */
const electron = `
import { EventEmitter } from 'node:events'
export class Menu { popup() {} }
export class Notification extends EventEmitter {
  title = 'One claim'; body = 'was not accepted'; silent = true
  static isSupported() { return false }
  show() {}
}
export class Tray {
  setToolTip(text) { this.tip = text }
  setContextMenu(menu) { this.menu = menu }
}
export const app = Object.assign(new EventEmitter(), { setPath() {}, getBadgeCount: () => 0 })
export const crashReporter = { start() {} }
export const dialog = {}
export const ipcMain = { handle(channel, listener) { this[channel] = listener } }
export const shell = {}
`
const application = `
import { Menu, Notification, Tray, app, dialog, ipcMain } from 'electron'
const window = { webContents: {} }
const look = () => (${String(status)})({ Menu: { getApplicationMenu: () => null }, app })
const command = (type, label) =>
  (${String(carryOut)})({ BrowserWindow: { getAllWindows: () => [window] } }, { type, label, title: label })
const failing = (...args) => command(...args).then(() => 'done', ({ message }) => message)
const said = {}

const saved = dialog.showSaveDialog({ title: 'Save the log', defaultPath: 'log.jsonl' })
const asked = dialog.showMessageBox({ message: '3 are waiting', buttons: ['Keep running', 'Quit anyway'] })
const opened = dialog.showOpenDialog({ filters: [{ extensions: ['cdbackup'] }] })
said.save = look().dialog
said.wrong = await failing('answer-dialog', 'Quit anyway')
await command('answer-dialog', 'Save')
await command('answer-dialog', 'Quit anyway')
said.open = look().dialog.buttons
await command('answer-dialog', 'b.cdbackup')
const cancelled = dialog.showSaveDialog({ defaultPath: 'log.jsonl' })
await command('answer-dialog', 'Cancel')
said.none = await failing('answer-dialog', 'Cancel')
said.chosen = [await saved, await asked, await opened, await cancelled]

const clicked = []
const item = (label, enabled = true, type = 'normal') =>
  ({ label, enabled, type, click: (...args) => clicked.push([label, args[1] === window]) })
Object.assign(new Menu(), { items: [item('Paste')] }).popup()
const tray = new Tray()
tray.setToolTip('2 waiting')
tray.setContextMenu({ items: [item('Open'), item('', true, 'separator'), item('Pause', false)] })
const notification = new Notification()
notification.on('click', () => clicked.push('notification'))
notification.show()
const { contextMenu, tray: shownTray, notifications } = look()
said.shown = { contextMenu, tray: shownTray, notifications, real: [tray.tip, tray.menu.items.length] }
said.refused = [
  await failing('click-context-menu', 'Cut'),
  await failing('click-tray', 'Pause'),
  await failing('click-notification', 'Another'),
]
await command('click-context-menu', 'Paste')
await command('click-tray', 'Open')
await command('click-notification', 'One claim')
said.clicked = [...clicked, look().contextMenu]

ipcMain.handle('outbox:list', async () => 'an answer')
said.answer = await ipcMain['outbox:list']({})
const contents = { send: (...args) => { said.sent = args } }
app.emit('web-contents-created', {}, contents)
contents.send('outbox:changed', 'news')

said.isOver = false
setTimeout(() => { said.isOver = true }, 3_600_000)
await appProbe.passTime(3_600_000)
console.log(JSON.stringify({ ...said, supported: Notification.isSupported() }))
process.exit()
`

it('is there before the application, loaded as Electron loads it, and is asked as Playwright asks it', () => {
  const folder = createTestFolder()
  const file = (name: string, text = ''): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  for (const name of ['b.cdbackup', 'a.cdbackup', 'letter.txt']) file(name)
  const address = pathToFileURL(file('electron.mjs', electron)).href
  const hook = `require('node:module').registerHooks({ resolve: (name, context, next) =>
    name === 'electron' ? { url: ${JSON.stringify(address)}, shortCircuit: true } : next(name, context) })`
  const options: SeamOptions = {
    saveFolder: folder,
    printedFile: join(folder, 'printed'),
    trafficFile: join(folder, 'traffic'),
    crashDumpsFolder: null,
  }
  // Node's own -r, which Electron's does the same work by: Module._preloadModules (default_app/main.ts).
  const loaded = ['-r', file('hook.cjs', hook), '-r', join(projectRoot, 'e2e/support/electron-probe.js')]
  const said = execFileSync(process.execPath, [...loaded, file('application.mjs', application)], {
    env: { ...process.env, CLAIMS_DESK_SEAMS: JSON.stringify(options) },
    encoding: 'utf8',
  })
  expect(JSON.parse(said)).toEqual({
    save: { message: 'Save the log', detail: join(folder, 'log.jsonl'), buttons: ['Save', 'Cancel'] },
    wrong: '“Save the log” has no “Quit anyway”, but Save, Cancel.',
    open: ['a.cdbackup', 'b.cdbackup', 'Cancel'],
    none: 'No question is open.',
    chosen: [
      { canceled: false, filePath: join(folder, 'log') },
      { response: 1, checkboxChecked: false },
      { canceled: false, filePaths: [join(folder, 'b.cdbackup')] },
      { canceled: true, filePath: '' },
    ],
    shown: {
      contextMenu: [{ label: 'Paste', enabled: true }],
      tray: {
        tooltip: '2 waiting',
        items: [
          { label: 'Open', enabled: true },
          { label: 'Pause', enabled: false },
        ],
      },
      notifications: [{ title: 'One claim', body: 'was not accepted', silent: true }],
      real: ['2 waiting', 3],
    },
    refused: [
      'There is no item "Cut" to click.',
      'There is no item "Pause" to click.',
      'There is no notification "Another" to click.',
    ],
    clicked: [['Paste', true], ['Open', false], 'notification', null],
    answer: 'an answer',
    sent: ['outbox:changed', 'news'],
    isOver: true,
    supported: true,
  })
  expect(readFileSync(join(folder, 'printed'), 'utf8')).toBe(said)
  expect(readFileSync(join(folder, 'traffic'), 'utf8').trim().split('\n')).toEqual([
    '{"channel":"outbox:list","value":"an answer"}',
    '{"channel":"outbox:changed","args":["news"]}',
  ])
})
