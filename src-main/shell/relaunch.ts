import type { App } from 'electron'
import { backgroundFlag } from './login-item.ts'
import { appImageOf } from './login-program.ts'

/** Set by `npm start`, which watches the start, has the screen, and starts the application again itself. */
export const starterVariable = 'CLAIMS_DESK_STARTER'
/** The exit code that asks the starter to do so. */
export const againCode = 85

/** Whether `npm start` watches this process. */
export function isWatchedStart({ isPackaged }: Pick<App, 'isPackaged'>): boolean {
  return !isPackaged && process.env[starterVariable] !== undefined
}

/**
 * Has the application started again, with its window, once this process has ended. An AppImage is started by its file:
 * the program in its mounted folder may be the old version, and the mount is about to disappear.
 *
 * @returns the exit code to end this process with
 */
export function relaunch(app: Pick<App, 'isPackaged' | 'relaunch'>): number {
  if (isWatchedStart(app)) return againCode
  const appImage = app.isPackaged ? appImageOf({ env: process.env, execPath: process.execPath }) : null
  app.relaunch({
    args: process.argv.slice(1).filter((given) => given !== backgroundFlag),
    ...(appImage === null ? {} : { execPath: appImage }),
  })
  return 0
}
