import { describe, expect, it } from 'vitest'
import { windowOptions } from './window-options.ts'

const input = { preloadFile: '/out/preload/index.cjs', isPackaged: true, dark: false }

describe('the window', () => {
  it('is locked down as the security checklist requires', () => {
    expect(windowOptions(input).webPreferences).toEqual({
      preload: '/out/preload/index.cjs',
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

  it('has developer tools only in development', () => {
    expect(windowOptions({ ...input, isPackaged: false }).webPreferences?.devTools).toBe(true)
  })

  it('opens in the colour of its theme, once there is something to see', () => {
    expect(windowOptions(input).show).toBe(false)
    expect(windowOptions(input).backgroundColor).not.toBe(
      windowOptions({ ...input, dark: true }).backgroundColor,
    )
  })
})
