import { homedir } from 'node:os'
import { join } from 'node:path'
import type { App } from 'electron'
import type { Log } from '../platform/log.ts'
import { dataFolderAskedFor } from './data-folder.ts'
import { canStartAtLogin, renewLoginItem, setStartAtLogin, type LoginItemOptions } from './login-item.ts'
import { loginProgram } from './login-program.ts'

export interface StartAtLogin {
  readonly isPossible: boolean
  set(isWanted: boolean): Promise<void>
  /** Writes it again: the program may have moved. */
  renew(): Promise<void>
}

/** Starts this program when the officer logs in; where the system refuses, the log says so. */
export function createStartAtLogin(app: App, platform: NodeJS.Platform, log: Log): StartAtLogin {
  const isPossible = canStartAtLogin(platform, app.isPackaged)
  const item = (): LoginItemOptions => ({
    app,
    platform,
    program: loginProgram({
      isPackaged: app.isPackaged,
      isElectron: 'electron' in process.versions,
      execPath: process.execPath,
      appPath: app.getAppPath(),
      env: process.env,
      dataFolder: dataFolderAskedFor(process.argv, process.env),
    }),
    configHome: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
  })
  async function logged(done: ReturnType<typeof setStartAtLogin | typeof renewLoginItem>): Promise<void> {
    const result = await done
    if (!result.ok) log.event('login-item-not-set', { code: result.error.type })
  }
  return {
    isPossible,
    async set(isWanted) {
      if (isPossible) await logged(setStartAtLogin(item(), isWanted))
    },
    renew: () => logged(renewLoginItem(item())),
  }
}
