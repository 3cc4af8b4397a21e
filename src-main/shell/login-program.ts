import { isAbsolute, join, sep } from 'node:path'

/** What the desktop, not we, has to start at login. */
export interface LoginProgram {
  /** Absolute. */
  readonly executable: string
  readonly args: readonly string[]
}

/** How this process was started. */
export interface StartedAs {
  readonly isPackaged: boolean
  readonly isElectron: boolean
  /** `process.execPath`. */
  readonly execPath: string
  /** `app.getAppPath()`. */
  readonly appPath: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that was asked for when we were started, or null for the usual one. */
  readonly dataFolder: string | null
}

/**
 * What to start at login so that the same application opens on the same data. An AppImage runs from a folder that is
 * mounted anew at each start: its file is started, not the program in it.
 */
export function loginProgram(started: StartedAs): LoginProgram {
  const data = started.dataFolder === null ? [] : [`--data-dir=${started.dataFolder}`]
  if (started.isPackaged) return { executable: appImageOf(started) ?? started.execPath, args: data }
  // Unpackaged, the program is Electron (or Node, for the stand-in) and needs to be told what to open.
  const opened = started.isElectron ? started.appPath : join(started.appPath, 'scripts', 'start.ts')
  return { executable: started.execPath, args: [opened, ...data] }
}

/**
 * The AppImage we run from; null where it is none. The variables of another may be inherited: a terminal that runs from
 * one, say.
 */
export function appImageOf({ env, execPath }: Pick<StartedAs, 'env' | 'execPath'>): string | null {
  const { APPIMAGE: file, APPDIR: mounted } = env
  if (file === undefined || mounted === undefined || !isAbsolute(file)) return null
  return execPath.startsWith(mounted.replace(/\/*$/, sep)) ? file : null
}
