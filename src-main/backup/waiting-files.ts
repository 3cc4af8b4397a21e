import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { detectKind } from '#shared/domain/file-kind.ts'
import { newId } from '#shared/domain/identifier.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { beginArrival, type Arrival } from '../attachments/arriving-file.ts'
import { attachmentFolderOf, passing } from '../attachments/orphans.ts'
import { filesAside } from '../outbox/files-aside.ts'
import { flushFolder } from '../outbox/flush-folder.ts'
import { guardStorage, storageFailureOf, type StorageFailure } from '../platform/storage-failure.ts'
import type { BackupFile } from './backup-content.ts'
import { carriedLength, openFile, type SectionKey } from './file-section.ts'
import { readWaiting, type ArrivedFile, type WaitingPlace } from './waiting-backups.ts'

/*
 * The files of backups that wait, each sealed under a new key of its own, in a folder that nothing but their release
 * reads. The keys are in the sealed row of their backup.
 */

/** Where the files of an environment's waiting backups lie: next to its outbox file. */
function waitingFolderOf(outboxFile: string): string {
  return join(dirname(outboxFile), 'waiting-files')
}

/** A backup on the disk, opened by its passphrase. */
export interface OpenedSection extends SectionKey {
  readonly path: string
  readonly filesAt: number
}

/**
 * Copies the files that a backup carries into the folder, under passing names, until {@link settleFiles}. A damaged
 * one, or one that adding would not accept, is left out. Throws what the disk says, and leaves nothing then.
 * @returns `unreadable-file` when the backup cannot be read any more.
 */
export async function copyFiles(
  outboxFile: string,
  section: OpenedSection,
  files: readonly BackupFile[],
): Promise<Result<readonly ArrivedFile[], { readonly type: 'unreadable-file' }>> {
  const carried = files.filter((file) => file.carried)
  if (carried.length === 0) return ok([])
  const handle = await open(section.path, 'r').catch(() => null)
  if (handle === null) return err({ type: 'unreadable-file' })
  const arrived: ArrivedFile[] = []
  let isDone = false
  try {
    await mkdir(waitingFolderOf(outboxFile), { recursive: true, mode: 0o700 })
    let at = section.filesAt
    for (const file of carried) {
      const id = newId()
      const arrival = await beginArrival({ ...file, id }, pathOf(outboxFile, id) + passing)
      const copied = await copiedTo(arrival, openFile(handle, section, file, at), file)
      if (copied === 'unreadable') return err({ type: 'unreadable-file' })
      if (copied !== null) arrived.push({ of: file.id, id, ...copied })
      at += carriedLength(file.size)
    }
    isDone = true
    return ok(arrived)
  } finally {
    await handle.close()
    if (!isDone) dropFiles(outboxFile, arrived)
  }
}

/** What is needed to open the copy; null when the file is damaged or not what the list says. */
async function copiedTo(
  arrival: Arrival,
  plain: ReturnType<typeof openFile>,
  { kind, sha256 }: BackupFile,
): Promise<Pick<ArrivedFile, 'key'> | null | 'unreadable'> {
  let isKept = false
  try {
    let index = 0
    for await (const chunk of plain) {
      if (!chunk.ok) return chunk.error.type === 'unreadable' ? 'unreadable' : null
      if (index === 0 && detectKind(chunk.value) !== kind) return null
      if (!arrival.fits(index, chunk.value)) return null
      await arrival.write(chunk.value)
      index += 1
    }
    if (!arrival.isWhole) return null
    const written = await arrival.finish()
    if (written.sha256 !== sha256) return null
    isKept = true
    return { key: Buffer.from(written.key).toString('base64') }
  } finally {
    if (!isKept) await arrival.abandon()
  }
}

/** Gives copied files the names under which they wait: synchronously with the row that has their keys. */
export function settleFiles(outboxFile: string, arrived: readonly ArrivedFile[]): void {
  for (const { id } of arrived) renameSync(pathOf(outboxFile, id) + passing, pathOf(outboxFile, id))
  const [first] = arrived
  if (first !== undefined) flushFolder(pathOf(outboxFile, first.id))
}

/** Removes copied files that do not come to wait. Never throws: the next start removes what is left. */
export function dropFiles(outboxFile: string, arrived: readonly ArrivedFile[]): void {
  for (const { id } of arrived) {
    for (const path of [pathOf(outboxFile, id), pathOf(outboxFile, id) + passing]) {
      guardStorage(() => {
        rmSync(path, { force: true })
      })
    }
  }
}

/**
 * Removes the files of backups that no longer wait. Removes nothing while a backup that waits cannot be opened, or a
 * damaged outbox file is set aside: either may have the keys.
 *
 * @param options.cutOff also removes what an earlier start left unfinished: only before anything is taken in.
 */
export function removeWaitingOrphans(
  place: WaitingPlace & { readonly outboxFile: string },
  { cutOff = false }: { readonly cutOff?: boolean } = {},
): Result<null, StorageFailure> {
  return guardStorage(() => {
    const { outboxFile } = place
    const folder = waitingFolderOf(outboxFile)
    if (!existsSync(folder)) return null
    const { backups, unreadable } = readWaiting(place)
    const known = new Set(backups.flatMap(({ arrived }) => arrived.map(({ id }) => id)))
    const mayHaveKeys = unreadable > 0 || filesAside(outboxFile).length > 0
    for (const name of readdirSync(folder)) {
      const isArriving = name.endsWith(passing)
      const isOrphan = !isArriving && !mayHaveKeys && !known.has(name)
      if (isOrphan || (isArriving && cutOff)) rmSync(join(folder, name), { force: true })
    }
    return null
  })
}

/**
 * Puts waiting files beside those of attachments too, under passing names, so that a crash leaves them where they
 * wait. @returns those that were there.
 */
export async function linkFiles(
  outboxFile: string,
  arrived: readonly ArrivedFile[],
): Promise<Result<readonly ArrivedFile[], StorageFailure>> {
  const folder = attachmentFolderOf(outboxFile)
  const linked: ArrivedFile[] = []
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const one of arrived) {
      const from = pathOf(outboxFile, one.id)
      const to = join(folder, one.id) + passing
      await rm(to, { force: true })
      if (!existsSync(from)) continue
      // Some file systems have no second name for a file.
      await link(from, to).catch(() => copyFile(from, to))
      linked.push(one)
    }
    return ok(linked)
  } catch (thrown) {
    const failure = storageFailureOf(thrown)
    if (failure === null) throw thrown
    return err(failure)
  }
}

/** Gives linked files their names, synchronously with the rows that have their keys. Throws what the disk says. */
export function moveIn(outboxFile: string, linked: readonly ArrivedFile[]): void {
  const folder = attachmentFolderOf(outboxFile)
  for (const { id } of linked) renameSync(join(folder, id) + passing, join(folder, id))
  const [first] = linked
  if (first !== undefined) flushFolder(join(folder, first.id))
}

function pathOf(outboxFile: string, id: string): string {
  return join(waitingFolderOf(outboxFile), id)
}
