import { join } from 'node:path'
import { app, BrowserWindow, protocol } from 'electron'

/*
 * The raw thing of a start: a main process that does nothing but open one window, of the application's size, on a page of
 * one word. It keeps its data where the application does, and stays when its window is closed.
 */
const scheme = 'app'
const folder = process.argv
  .find((argument) => argument.startsWith('--data-dir='))
  ?.slice('--data-dir='.length)
if (folder !== undefined) {
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'session'))
}
app.on('window-all-closed', () => undefined)
protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }])

async function open(): Promise<void> {
  await app.whenReady()
  protocol.handle(
    scheme,
    () =>
      new Response('<!doctype html><title>Empty</title><h1>Empty</h1>', {
        headers: { 'Content-Type': 'text/html' },
      }),
  )
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } })
  await window.loadURL('app://desk/index.html')
}
void open()
