import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import type { SeamOptions } from './electron-calls.ts'

const electron = `
export class Menu { popup() {} }
export class Notification { static isSupported() { return false } show() {} }
export class Tray { setToolTip() {} setContextMenu() {} }
export const app = { on() {}, setPath() {} }
export const crashReporter = { start() {} }
export const dialog = {}
export const ipcMain = { handle() {} }
export const shell = {}
`
const application = `
import { Notification, dialog } from 'electron'
const chosen = dialog.showSaveDialog({ defaultPath: 'log.jsonl' })
appProbe.dialogs.answer('Save')
let isOver = false
setTimeout(() => { isOver = true }, 3_600_000)
await appProbe.passTime(3_600_000)
console.log(JSON.stringify([Notification.isSupported(), (await chosen).filePath, isOver]))
process.exit()
`

it('is there before the application, loaded as Electron loads it', () => {
  const folder = createTestFolder()
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const address = pathToFileURL(file('electron.mjs', electron)).href
  const hook = `require('node:module').registerHooks({ resolve: (name, context, next) =>
    name === 'electron' ? { url: ${JSON.stringify(address)}, shortCircuit: true } : next(name, context) })`
  const options: SeamOptions = {
    saveFolder: folder,
    printedFile: join(folder, 'printed'),
    crashDumpsFolder: null,
  }
  // Node's own -r, which Electron's does the same work by: Module._preloadModules (default_app/main.ts).
  const loaded = ['-r', file('hook.cjs', hook), '-r', join(projectRoot, 'e2e/support/electron-probe.js')]
  const said = execFileSync(process.execPath, [...loaded, file('application.mjs', application)], {
    env: { ...process.env, CLAIMS_DESK_SEAMS: JSON.stringify(options) },
    encoding: 'utf8',
  })
  expect(said).toBe(`${JSON.stringify([true, join(folder, 'log'), true])}\n`)
  expect(readFileSync(options.printedFile, 'utf8')).toBe(said)
})
