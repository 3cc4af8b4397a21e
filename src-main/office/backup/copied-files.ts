import { renameSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { detectKind } from '#shared/domain/file-kind.ts'
import { newId } from '#shared/domain/identifier.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { ArrivingFile } from '#main/outbox/attachments/arriving-file.ts'
import { attachmentFolderOf, passing } from '#main/outbox/attachments/attachment-rows.ts'
import { flushFolderNow, openPlainFile } from '#main/platform/durable-file.ts'
import type { BackupFile } from './backup-content.ts'
import type { SealedBackup } from './backup-format.ts'
import { carriedLength, openFile, type SectionKey } from './file-section.ts'

/** A file of a backup whose bytes are here, sealed under a new key. */
export interface CopiedFile {
  /** The file of the backup. */
  readonly of: string
  /** Its id here. */
  readonly id: string
  /** 32 bytes as base64. */
  readonly key: string
}

/**
 * Copies the wanted files that a backup carries beside those of attachments, under passing names until
 * {@link settleFiles}: the next start removes what a crash leaves. A damaged one, or one that adding would not accept,
 * is left out. Throws what the disk says, and leaves nothing then.
 * @returns `unreadable-file` when the backup cannot be read any longer.
 */
export async function copyFiles(
  outboxFile: string,
  { path, filesAt }: Pick<SealedBackup, 'path' | 'filesAt'>,
  section: SectionKey,
  files: readonly BackupFile[],
  isWanted: (file: BackupFile) => boolean,
): Promise<Result<readonly CopiedFile[], { readonly type: 'unreadable-file' }>> {
  const carried = files.filter((file) => file.carried)
  if (!carried.some(isWanted)) return ok([])
  const handle = await openPlainFile(path)
  if (handle === null) return err({ type: 'unreadable-file' })
  const copied: CopiedFile[] = []
  let isDone = false
  try {
    await mkdir(attachmentFolderOf(outboxFile), { recursive: true, mode: 0o700 })
    let at = filesAt
    for (const file of carried) {
      if (isWanted(file)) {
        const id = newId()
        const arrival = await ArrivingFile.begin({ ...file, id }, pathOf(outboxFile, id) + passing)
        const one = await copiedTo(arrival, openFile(handle, section, file, at), file)
        if (one === 'unreadable') return err({ type: 'unreadable-file' })
        if (one !== null) copied.push({ of: file.id, id, ...one })
      }
      at += carriedLength(file.size)
    }
    isDone = true
    return ok(copied)
  } finally {
    await handle.close()
    if (!isDone) await dropFiles(outboxFile, copied)
  }
}

/** What is needed to open the copy; null when the file is damaged or not what the list says. */
async function copiedTo(
  arrival: ArrivingFile,
  plain: ReturnType<typeof openFile>,
  { kind, sha256 }: BackupFile,
): Promise<Pick<CopiedFile, 'key'> | null | 'unreadable'> {
  let isKept = false
  try {
    let index = 0
    for await (const chunk of plain) {
      if (!chunk.ok) return chunk.error.type === 'unreadable-file' ? 'unreadable' : null
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

/** Gives a copied file its name, in the transaction of the row that has its key. Throws what the disk says. */
export function settleFile(outboxFile: string, { id }: CopiedFile): void {
  renameSync(pathOf(outboxFile, id) + passing, pathOf(outboxFile, id))
}

/** Flushes the names of settled files, before their rows count. Throws what the disk says. */
export function flushFiles(outboxFile: string): void {
  flushFolderNow(pathOf(outboxFile, passing))
}

/** Removes copied files that are not settled. Never throws: the next start removes what is left. */
export async function dropFiles(outboxFile: string, copied: readonly CopiedFile[]): Promise<void> {
  for (const { id } of copied)
    await rm(pathOf(outboxFile, id) + passing, { force: true }).catch(() => undefined)
}

function pathOf(outboxFile: string, id: string): string {
  return join(attachmentFolderOf(outboxFile), id)
}
