import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Damaged outbox files set aside, their logs, and leftovers of an interrupted rebuild. Throws what the disk says. */
export function filesAside(outboxFile: string): readonly string[] {
  const folder = dirname(outboxFile)
  if (!existsSync(folder)) return []
  const marks = ['.damaged-', '.rebuilding', '.rebuilt'].map((mark) => basename(outboxFile) + mark)
  return readdirSync(folder)
    .filter((name) => marks.some((mark) => name.startsWith(mark)))
    .sort()
}

/** Removes them. @returns how many. Throws what the disk says. */
export function removeFilesAside(outboxFile: string): number {
  const names = filesAside(outboxFile)
  for (const name of names) rmSync(join(dirname(outboxFile), name), { force: true })
  return names.length
}
