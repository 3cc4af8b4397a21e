import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskFolderVariable } from '../e2e/support/disk-folder.ts'

/** What tools keep in the temporary folder for their next run, and where the system's sound would be met. */
const kept = /^(?:node-compile-cache|jiti|pulse-\w+)$/

/** A run's own folders: what is in them at its end, it left behind. No other program of the computer writes there. */
export interface RunFolders {
  /** By which everything that the run starts finds them. */
  readonly env: Readonly<Record<string, string>>
  /** What lies in them, by its path, and everything inside it: that tells who left it. */
  left(): readonly string[]
  remove(): void
}

function inside(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return []
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => join(path, name))
}

/** Makes a temporary folder, and one on a real disk, for a run. Their paths are short, as sockets lie in them. */
export function makeRunFolders(temporaryIn = tmpdir(), diskIn = homedir()): RunFolders {
  const temporary = mkdtempSync(join(realpathSync(temporaryIn), 'desk-'))
  const disk = mkdtempSync(join(diskIn, '.desk-'))
  return {
    env: { TMPDIR: temporary, TEMP: temporary, TMP: temporary, [diskFolderVariable]: disk },
    left: () =>
      [temporary, disk].flatMap((folder) =>
        readdirSync(folder)
          .filter((name) => !kept.test(name))
          .toSorted()
          .flatMap((name) => [join(folder, name), ...inside(join(folder, name))]),
      ),
    remove() {
      for (const folder of [temporary, disk]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
