import { answering } from '#testing/head-office/head-office.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'

/** What a composed application needs besides its folder and its keyring, without a window or dialogs. */
export const quietSurroundings: Omit<ServicesOptions, 'dataFolder' | 'protection'> = {
  version: '0.0.0',
  host: 'stand-in',
  proxySettings: { variables: {}, askSystem: () => Promise.resolve({ list: 'DIRECT', script: null }) },
  announce: () => undefined,
  windowClosed: { subscribe: () => () => undefined },
  isPageGoing: () => false,
  confirmAddress: () => Promise.resolve(false),
  ask: () => Promise.resolve(true),
  chooseFile: () => Promise.resolve(null),
  printPage: () => Promise.resolve(null),
  sendToPrinter: () => Promise.resolve(false),
  backupFiles: {
    toSave: () => Promise.resolve(null),
    toOpen: () => Promise.resolve(null),
  },
  setUpDialogs: answering(false),
  notifications: { areShown: () => true, show: () => undefined },
  isWatched: () => false,
  updateSources: {
    replacesItself: false,
    publicKeys: [],
    idleSeconds: () => 0,
    leave: () => false,
    onEvent: () => undefined,
  },
  canStartAtLogin: true,
  startAgain: () => undefined,
}
