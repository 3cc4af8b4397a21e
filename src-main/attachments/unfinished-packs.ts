import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'

/** The end of a note's name: a note of a pack that is being written. */
export const noteEnding = '.pack.part'
const unfinishedName = /^\.claims-desk-[0-9a-f-]{36}\.tmp$/

/** A pack that is being written beside its place, unsealed, and noted in our own folder. */
export interface UnfinishedPack {
  readonly path: string
  /** Forgets the note: the file was renamed, or removed. */
  readonly done: () => Promise<void>
}

/**
 * A name for a pack while it is being written, noted on the disk first: what a crash leaves of it is removed at the next
 * start. The name says nothing of the claim. Throws file system errors.
 */
export async function beginPack(target: string, folder: string): Promise<UnfinishedPack> {
  const path = join(dirname(target), `.claims-desk-${randomUUID()}.tmp`)
  const note = join(folder, `${randomUUID()}${noteEnding}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(note, 'wx', 0o600)
  try {
    await handle.writeFile(path)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { path, done: () => rm(note, { force: true }) }
}

/**
 * Removes what is left of a noted pack, and the note. While its disk or folder is not there, the note stays. Throws file
 * system errors.
 */
export function removeUnfinished(note: string): void {
  const path = readFileSync(note, 'utf8')
  // The note lies in the open: it can have no other file removed than one of ours.
  const isOurs = isAbsolute(path) && unfinishedName.test(basename(path))
  if (isOurs && !existsSync(dirname(path))) return
  if (isOurs) rmSync(path, { force: true })
  rmSync(note, { force: true })
}
