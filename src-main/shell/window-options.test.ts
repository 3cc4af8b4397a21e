import { expect, it } from 'vitest'
import { preloadFile, windowOptions } from './main-window.ts'

const options = windowOptions(true, false)

it('is locked down as the security checklist requires', () => {
  expect(options.webPreferences).toEqual({
    preload: preloadFile,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    disableDialogs: true,
    devTools: false,
  })
})

it('is remembered by Electron, and fits a laptop at 150 %', () => {
  const remembered = { name: 'main', windowStatePersistence: true }
  expect(options).toMatchObject({ ...remembered, minWidth: 640, minHeight: 440 })
})

it('has developer tools only in development', () => {
  expect(windowOptions(false, false).webPreferences?.devTools).toBe(true)
})

it('opens in the colour of its theme, once there is something to see', () => {
  expect(options.show).toBe(false)
  expect(options.backgroundColor).not.toBe(windowOptions(true, true).backgroundColor)
})
