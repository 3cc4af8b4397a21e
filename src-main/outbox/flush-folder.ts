import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** A rename is on the disk only when its folder is; Windows has no such call and needs none. */
export function flushFolderNow(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
