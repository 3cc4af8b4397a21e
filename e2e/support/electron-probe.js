// Loaded by Electron before the application (electron -r): keeps what Electron shows and has no way to read back.
import process from 'node:process'
import { Menu, Notification, Tray, app, crashReporter, dialog, ipcMain, shell } from 'electron'
import { recordPrinted, replaceSystem } from './electron-seams.js'
import { passTime } from './passing-time.js'
import { placeManagedSettings } from './placed-managed-settings.js'

/** @type {import('./electron-calls.ts').SeamOptions} */
const options = JSON.parse(process.env['CLAIMS_DESK_SEAMS'] ?? '')
placeManagedSettings(process.env['CLAIMS_DESK_POLICY_FILE'])
recordPrinted([process.stdout, process.stderr], options.printedFile)
const seen = replaceSystem({ Menu, Notification, Tray, app, crashReporter, dialog, ipcMain, shell }, options)
Object.assign(globalThis, { appProbe: Object.assign(seen, { passTime }) })
