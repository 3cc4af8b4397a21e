import type { BrowserWindowConstructorOptions } from 'electron'
import { appName } from '../texts/texts.ts'

export interface WindowOptionsInput {
  readonly preloadFile: string
  readonly isPackaged: boolean
  readonly dark: boolean
}

/** Options of our window, including every item of Electron's security checklist that is an option. */
export function windowOptions(input: WindowOptionsInput): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 800,
    minWidth: 900,
    minHeight: 600,
    // Shown once there is something to see, so that no white window flashes.
    show: false,
    title: appName,
    backgroundColor: input.dark ? '#101418' : '#f6f7f9',
    webPreferences: {
      preload: input.preloadFile,
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
      // A page's own message boxes: ours are main's, and the page's are in its document.
      disableDialogs: true,
      devTools: !input.isPackaged,
    },
  }
}
