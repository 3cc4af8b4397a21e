import type { App } from 'electron'
import { backgroundFlag } from './login-item.ts'
import { appImageOf } from './login-program.ts'

/**
 * Relaunches the application, with its window, once this process has ended. An AppImage is started by its file: the
 * program in its mounted folder may be the old version, and the mount is about to disappear.
 */
export function relaunch(app: Pick<App, 'isPackaged' | 'relaunch'>): void {
  const appImage = app.isPackaged ? appImageOf({ env: process.env, execPath: process.execPath }) : null
  app.relaunch({
    args: process.argv.slice(1).filter((given) => given !== backgroundFlag),
    ...(appImage === null ? {} : { execPath: appImage }),
  })
}
