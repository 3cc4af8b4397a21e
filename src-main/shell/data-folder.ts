import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { App } from 'electron'

const flag = '--data-dir='

/** The folder asked for by `--data-dir=DIR` or `CLAIMS_DESK_DATA_DIR`, absolute; the argument wins. */
export function dataFolderAskedFor(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const given = argv.findLast((argument) => argument.startsWith(flag))?.slice(flag.length)
  const folder = given ?? env['CLAIMS_DESK_DATA_DIR'] ?? ''
  return folder === '' ? null : resolve(folder)
}

/**
 * Keeps everything of one installation in one folder. Call it before the single-instance lock is taken and before the
 * application is ready.
 * @returns the folder in use, asked for or the system's usual one.
 */
export function useDataFolder(
  app: Pick<App, 'getPath' | 'setPath'>,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string {
  const folder = dataFolderAskedFor(argv, env) ?? app.getPath('userData')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // Nothing can be kept there. Without a lock the application ends, and says why.
  }
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'session'))
  return folder
}

/** Whether the application may write to its folder. */
export function isFolderWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
