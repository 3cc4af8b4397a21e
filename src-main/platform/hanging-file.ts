import { readdirSync, type Dirent } from 'node:fs'
import { join } from 'node:path'

/**
 * The path of a pipe or device in a folder or in one directly below, where everything lies that a start reads; null for
 * none. Opening one waits for ever, in SQLite and the log too, so it is looked for before anything there is opened. A
 * socket fails at once, as any file that cannot be read.
 */
export function hangingFileIn(folder: string, levels = 2): string | null {
  for (const entry of levels === 0 ? [] : entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()) return path
    const below = entry.isDirectory() ? hangingFileIn(path, levels - 1) : null
    if (below !== null) return below
  }
  return null
}

/** What cannot be listed is reported where it is needed. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
