import { spawn } from 'node:child_process'
import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces the running AppImage with a new one by renaming it to the same name: shortcuts keep working, and after a
 * power cut one of the two is there. Throws file system errors; the old file is then intact.
 */
export function replaceAppImage(newFile: string, appImage: string): void {
  const beside = join(dirname(appImage), `.${basename(appImage)}.new`)
  try {
    copyFileSync(newFile, beside)
    chmodSync(beside, 0o755)
    flush(beside)
    renameSync(beside, appImage)
    flush(dirname(appImage))
  } catch (thrown) {
    rmSync(beside, { force: true })
    throw thrown
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Starts a Windows installer (NSIS) silently.
 *
 * @param elevate the program electron-builder packages to request administrator rights.
 * @param runAfter whether the installer starts the new version.
 * @returns whether it was started; this process may end then.
 */
export async function startInstaller(
  installer: string,
  { elevate, runAfter }: { readonly elevate: string; readonly runAfter: boolean },
): Promise<boolean> {
  const args = ['--updated', '/S', ...(runAfter ? ['--force-run'] : [])]
  const code = await startDetached(installer, args)
  // Windows reports these for a program that needs more rights than this process has.
  if (code === 'EACCES' || code === 'UNKNOWN') {
    return (await startDetached(elevate, [installer, ...args])) === null
  }
  return code === null
}

/** @returns null once it runs, otherwise the error code. */
function startDetached(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (error: unknown): void =>
      resolve(error instanceof Error && 'code' in error ? String(error.code) : 'failed')
    try {
      const child = spawn(program, args, { detached: true, stdio: 'ignore' })
      child.once('error', failed)
      child.once('spawn', () => {
        child.unref()
        resolve(null)
      })
    } catch (error) {
      // Windows throws some of these errors synchronously.
      failed(error)
    }
  })
}
