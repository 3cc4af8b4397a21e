import { isAbsolute, join, sep } from 'node:path'

/** What the desktop starts at login. */
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
  /** The data folder requested at this start, or null for the default one. */
  readonly dataFolder: string | null
}

/**
 * What to start at login so that the same application opens on the same data. An AppImage runs from a folder that is
 * mounted at each start, so its file is started, not the program in it.
 */
export function loginProgram(started: StartedAs): LoginProgram {
  const data = started.dataFolder === null ? [] : [`--data-dir=${started.dataFolder}`]
  if (started.isPackaged) return { executable: appImageOf(started) ?? started.execPath, args: data }
  // Unpackaged, the program is Electron (or Node, for the stand-in) and needs the path of the application.
  const opened = started.isElectron ? started.appPath : join(started.appPath, 'scripts', 'start.ts')
  return { executable: started.execPath, args: [opened, ...data] }
}

/**
 * The AppImage we run from, or null. Its variables may be inherited from another one, such as a terminal that is an
 * AppImage.
 */
export function appImageOf({ env, execPath }: Pick<StartedAs, 'env' | 'execPath'>): string | null {
  const { APPIMAGE: file, APPDIR: mounted } = env
  if (file === undefined || mounted === undefined || !isAbsolute(file)) return null
  return execPath.startsWith(mounted.replace(/\/*$/, sep)) ? file : null
}
