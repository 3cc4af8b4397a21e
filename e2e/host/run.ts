import { flushCompileCache, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { placeManagedSettings } from '../support/placed-managed-settings.js'
import { app } from './app.ts'
import { browser } from './chromium.ts'
import { listenToParent } from './control.ts'
import { dialog } from './dialog.ts'
import { hostOptions } from './options.ts'
import type { HostWindow } from './window.ts'

/*
 * Runs a built main bundle in Node with this folder in place of Electron:
 * node e2e/host/run.ts out/main/index.js [--data-dir=DIR] [--headless] [--remote-debugging-port=N]
 *   [--indexeddb=leveldb|sqlite] [--password-store=gnome-libsecret --host-keyring=FILE] [--host-control]
 */
const standIn = new URL('electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context),
})

// As Electron has it: the program, the application's folder, then the arguments.
process.argv.splice(1, 2, hostOptions.appPath)
app.beforeExit = async () => browser.close()
process.on('exit', () => browser.kill())

// As Electron's main process (electron_browser_main_parts.cc, lib/browser/init.ts): a rejection that nobody handles is a
// warning, and what nobody caught is shown in a box; the process lives on.
process.on('unhandledRejection', (reason) => {
  if (process.listenerCount('unhandledRejection') > 1) return
  console.error('(node) UnhandledPromiseRejectionWarning:', reason)
  process.exitCode = 1
})
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return
  dialog.showErrorBox(
    'A JavaScript error occurred in the main process',
    `Uncaught Exception:\n${error.stack ?? error.message}`,
  )
})

let signals = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    signals += 1
    if (signals > 1) app.exit(130)
    // The application may listen itself; otherwise a signal quits, as in Electron.
    else if (process.listenerCount(signal) === 1) app.quit()
  })
}

// Under NODE_COMPILE_CACHE the next start finds compiled what this one needed: a killed process would not write it.
app.once('browser-window-created', (_event: unknown, window: HostWindow) => {
  window.webContents.once('did-finish-load', () => flushCompileCache())
})

placeManagedSettings(process.env['CLAIMS_DESK_POLICY_FILE'])
if (hostOptions.control) listenToParent()
await import(pathToFileURL(hostOptions.appMain).href).catch((error: unknown) => {
  process.emit('uncaughtException', error instanceof Error ? error : new Error(String(error)))
})
setImmediate(() => app.becomeReady())
