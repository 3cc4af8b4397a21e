import { chmodSync, copyFileSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Puts a new AppImage in the place of the one that runs, under the same name, so that shortcuts go on leading to it.
 * electron-updater would remove the old file before it moves the new one: a power cut in between would leave no
 * application. Throws what the disk says; the old file is whole then.
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
