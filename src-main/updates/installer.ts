import { spawn } from 'node:child_process'
import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Puts a new AppImage in the place of the one that runs, by a rename under the same name: shortcuts still lead to it,
 * and a power cut leaves one of the two. Throws what the disk says; the old file is whole then.
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
 * Starts an installer of Windows (NSIS) without its screens.
 *
 * @param elevate the program that electron-builder packs to ask for an administrator's rights.
 * @param runAfter whether the installer starts the new version.
 * @returns whether it was started; this process may end then.
 */
export async function startInstaller(
  installer: string,
  { elevate, runAfter }: { readonly elevate: string; readonly runAfter: boolean },
): Promise<boolean> {
  const args = ['--updated', '/S', ...(runAfter ? ['--force-run'] : [])]
  const code = await startDetached(installer, args)
  // How Windows refuses a program that needs more rights than this one has.
  if (code === 'EACCES' || code === 'UNKNOWN') {
    return (await startDetached(elevate, [installer, ...args])) === null
  }
  return code === null
}

/** @returns null once it runs, otherwise the code of the error. */
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
      // Some refusals of Windows are thrown at once.
      failed(error)
    }
  })
}
