import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ManagedFlaw } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'

/** More than managed settings need. */
const mostBytes = 64 * 1024
const othersMayWrite = 0o002
const groupMayWrite = 0o020

export interface ProtectedFileOptions {
  readonly file: string
  /** User ids that may own it; 0 is the system's administrator. */
  readonly owners: readonly number[]
  /** Whether parent folders must be as protected as the file: anyone who can rename one can replace the file. */
  readonly checksFolders: boolean
}

/**
 * The text of a file that only administrators can write; null when there is none. The checks use the open file handle,
 * so that the file cannot be swapped between check and read; links are never followed.
 */
export async function readProtectedFile(
  options: ProtectedFileOptions,
): Promise<Result<string | null, ManagedFlaw>> {
  try {
    // Without O_NONBLOCK, opening a pipe would block forever.
    const handle = await open(options.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = await handle.stat()
      if (!found.isFile()) return err('not-a-file')
      if (!isProtected(found, options.owners)) return err('unprotected')
      if (options.checksFolders && !(await areFoldersProtected(options))) return err('unprotected')
      if (found.size > mostBytes) return err('too-long')
      return ok(await handle.readFile('utf8'))
    } finally {
      await handle.close()
    }
  } catch (error) {
    return flawOf(error)
  }
}

async function areFoldersProtected({ file, owners }: ProtectedFileOptions): Promise<boolean> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = await lstat(folder)
    if (!found.isDirectory() || !isProtected(found, owners)) return false
    if (folder === dirname(folder)) return true
  }
}

/** Whether only those users can change the file. The administrators' group (id 0) may write too. */
export function isProtected(
  { uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>,
  owners: readonly number[],
): boolean {
  if (!owners.includes(uid)) return false
  if ((mode & othersMayWrite) !== 0) return false
  return (mode & groupMayWrite) === 0 || gid === 0
}

function flawOf(error: unknown): Result<null, ManagedFlaw> {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return ok(null)
  if (code === 'ELOOP' || code === 'ENXIO' || code === 'EISDIR') return err('not-a-file')
  if (typeof code !== 'string') throw error
  return err('unreadable')
}
