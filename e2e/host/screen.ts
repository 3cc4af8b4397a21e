import type { Display } from 'electron'
import { app } from './app.ts'

/** One screen that is not magnified. */
export const screen = {
  getPrimaryDisplay: (): Pick<Display, 'scaleFactor'> => {
    if (!app.isReady()) throw new Error("The 'screen' module can't be used before the app 'ready' event")
    return { scaleFactor: 1 }
  },
}
