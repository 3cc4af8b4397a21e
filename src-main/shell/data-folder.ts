import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import type { App } from 'electron'
import { hangingFileIn } from '#main/platform/hanging-file.ts'
import { appName } from '#main/platform/texts/texts.ts'

const flag = '--data-dir='
/** The name of a run from source, and so of its data folder. */
export const nameFromSource = `${appName} (from source)`

/** Why a folder cannot be the data folder. A `hanging-file` lies in it, and is named in its place. */
export type FolderFlaw = 'relative' | 'root' | 'network' | 'not-a-folder' | 'not-writable' | 'hanging-file'

/** The folder requested by `--data-dir=DIR` or `CLAIMS_DESK_DATA_DIR`, as given; the argument wins. */
export function dataFolderAskedFor(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const given = argv.findLast((argument) => argument.startsWith(flag))?.slice(flag.length)
  const folder = given ?? env['CLAIMS_DESK_DATA_DIR'] ?? ''
  return folder === '' ? null : folder
}

/**
 * What is wrong with a path as a data folder, judged by the path alone. A relative path would depend on where the
 * application was started; on a network disk SQLite's write-ahead log does not work.
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

/** Linux's file system numbers of network disks: NFS, SMB in its three forms, AFS, Ceph, 9P, Coda. */
const networkDisks: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0xc36400, 0x01021997, 0x73757245,
])

/** Whether a file system of that type (`statfs`) is a network disk. */
export function isNetworkDisk(kind: number): boolean {
  // Linux may report the number as signed.
  return networkDisks.has(kind >>> 0)
}

export interface UsedFolder {
  readonly folder: string
  /**
   * Set when the folder in use is a temporary one for this start: report what is wrong with the one that was to be used,
   * then quit.
   */
  readonly refused: { readonly folder: string; readonly flaw: FolderFlaw } | null
}

/**
 * Keeps all data of one installation in one folder. Call it before the single-instance lock is taken and before the
 * application is ready. A requested folder that cannot be used is never replaced by the default one: the officer could
 * end up working in another office's data.
 */
export function useDataFolder(
  app: Pick<App, 'getName' | 'getPath' | 'setPath'>,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): UsedFolder {
  const { folder: wanted, flaw } = judged(
    dataFolderAskedFor(argv, env) ??
      usualDataFolder(app.getName(), () => app.getPath('appData'), env, platform),
    platform,
  )
  const refused = flaw === null ? null : { folder: wanted, flaw }
  const folder = refused === null ? wanted : passingFolder()
  if (refused === null) closeToOthers(folder)
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'session'))
  return { folder, refused }
}

interface JudgedFolder {
  readonly folder: string
  readonly flaw: FolderFlaw | null
}

/**
 * Where the data are when no folder is named: Electron's `userData` (electron_paths.cc), but on Windows, where that one
 * goes with the account to other computers or lies on a share, one that stays here.
 */
export function usualDataFolder(
  name: string,
  appData: () => string,
  { LOCALAPPDATA: local = '' }: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  return join(platform === 'win32' && local !== '' ? local : appData(), name)
}

function judged(folder: string, platform: NodeJS.Platform): JudgedFolder {
  const flaw = flawOfPath(folder, platform) ?? flawOfFolder(folder, platform)
  const hanging = flaw === null ? hangingFileIn(folder) : null
  return hanging === null ? { folder, flaw } : { folder: hanging, flaw: 'hanging-file' }
}

function flawOfFolder(folder: string, platform: NodeJS.Platform): FolderFlaw | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // Something else is there, or nothing can be.
  }
  try {
    if (!statSync(folder).isDirectory()) return 'not-a-folder'
    return platform === 'linux' && isNetworkDisk(statfsSync(folder).type) ? 'network' : null
  } catch {
    // It does not exist and cannot be created.
    return 'not-writable'
  }
}

/** Whatever lies in it, from before too: other users of the computer cannot enter it. */
function closeToOthers(folder: string): void {
  try {
    // Only takes rights away: a folder that was made read-only stays so, and is told.
    chmodSync(folder, statSync(folder).mode & 0o700)
  } catch {
    // It is another user's, or on a disk without modes.
  }
}

/** Where not even a temporary folder can be made, one that does not exist: only a message is shown. */
function passingFolder(): string {
  const name = join(tmpdir(), 'claims-desk-refused-')
  try {
    return mkdtempSync(name)
  } catch {
    return `${name}${randomUUID()}`
  }
}

/**
 * Whether the application can write to its folder. It tries to, since on Windows a folder's mode does not show who may
 * write there. A full disk counts as writable: a lock that cannot be taken then means another instance holds it.
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
