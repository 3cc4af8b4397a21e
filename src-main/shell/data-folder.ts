import { mkdirSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import type { App } from 'electron'

const flag = '--data-dir='

/** Why a folder that was asked for cannot be the data folder. Not being writable is told elsewhere. */
export type FolderFlaw = 'relative' | 'root' | 'network' | 'not-a-folder'

/** The folder asked for by `--data-dir=DIR` or `CLAIMS_DESK_DATA_DIR`, as it was given; the argument wins. */
export function dataFolderAskedFor(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const given = argv.findLast((argument) => argument.startsWith(flag))?.slice(flag.length)
  const folder = given ?? env['CLAIMS_DESK_DATA_DIR'] ?? ''
  return folder === '' ? null : folder
}

/**
 * What is wrong with a path as a data folder, by its words alone. A path that is not whole would lead to another folder
 * from each place the application is started in; on another computer's disk SQLite's log does not work.
 */
export function flawOfPath(folder: string, platform: NodeJS.Platform): FolderFlaw | null {
  if (platform === 'win32') {
    if (/^[\\/]{2}/.test(folder)) return 'network'
    if (!/^[A-Za-z]:[\\/]/.test(folder)) return 'relative'
    return win32.parse(win32.normalize(folder)).base === '' ? 'root' : null
  }
  if (!posix.isAbsolute(folder)) return 'relative'
  return posix.parse(posix.normalize(folder)).base === '' ? 'root' : null
}

/** Linux's numbers for disks of other computers: NFS, SMB in its three forms, AFS, Ceph, 9P, Coda. */
const networkDisks: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0xc36400, 0x01021997, 0x73757245,
])

/** Whether a disk of that kind (`statfs`) is another computer's. */
export function isNetworkDisk(kind: number): boolean {
  // Linux may give the number with a sign.
  return networkDisks.has(kind >>> 0)
}

export interface UsedFolder {
  readonly folder: string
  /** The folder in use is a new one for this start alone: tell what is wrong with the one asked for, and end. */
  readonly refused: { readonly folder: string; readonly flaw: FolderFlaw } | null
}

/**
 * Keeps everything of one installation in one folder. Call it before the single-instance lock is taken and before the
 * application is ready. A folder that was asked for and cannot be used is never replaced by the usual one: somebody
 * would go on in another office's data.
 */
export function useDataFolder(
  app: Pick<App, 'getPath' | 'setPath'>,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): UsedFolder {
  const asked = dataFolderAskedFor(argv, env)
  const flaw = asked === null ? null : (flawOfPath(asked, platform) ?? flawOfFolder(asked, platform))
  const refused = asked === null || flaw === null ? null : { folder: asked, flaw }
  const folder = refused === null ? (asked ?? app.getPath('userData')) : passingFolder()
  if (refused === null) tryToMake(folder)
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'session'))
  return { folder, refused }
}

function flawOfFolder(folder: string, platform: NodeJS.Platform): FolderFlaw | null {
  tryToMake(folder)
  try {
    if (!statSync(folder).isDirectory()) return 'not-a-folder'
    return platform === 'linux' && isNetworkDisk(statfsSync(folder).type) ? 'network' : null
  } catch {
    // It is not there and cannot be made: the application ends, and says so.
    return null
  }
}

function tryToMake(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // Nothing can be kept there. Without a lock the application ends, and says why.
  }
}

function passingFolder(): string {
  return mkdtempSync(join(tmpdir(), 'claims-desk-refused-'))
}

/**
 * Whether the application may write to its folder. It is tried: on Windows the mode of a folder says nothing of who may
 * write there. A full disk is another matter, and another start holds the lock then.
 */
export function isFolderWritable(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.writable-')))
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOSPC' || code === 'EDQUOT'
  }
}
