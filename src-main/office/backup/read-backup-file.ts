import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { err, type Result } from '#shared/result.ts'
import { longestHead } from '#main/office/officers/passphrase-keys.ts'
import { readBackup, startLength, type BackupReadFailure, type SealedBackup } from './backup-format.ts'

/** Twenty thousand entries with their histories; its files are not read here. Nothing longer is opened. */
const longestStart = 64 * 1024 * 1024

/** Opens a file to read: never a pipe or a device, which would hang. Null where it cannot be. */
export async function openBackupFile(path: string): Promise<FileHandle | null> {
  // Windows has neither pipes nor devices among its files.
  const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
  const handle = await open(path, (O_RDONLY ?? 0) | O_NONBLOCK).catch(() => null)
  const isFile = await handle?.stat().then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile === true) return handle
  await handle?.close()
  return null
}

/** Reads a backup from the disk without its files. */
export async function readBackupFile(
  path: string,
): Promise<Result<SealedBackup, BackupReadFailure | { readonly type: 'unreadable-file' }>> {
  const handle = await openBackupFile(path)
  if (handle === null) return err({ type: 'unreadable-file' })
  try {
    const { size } = await handle.stat()
    const length = startLength(await firstBytes(handle, Math.min(size, longestHead)))
    if (!length.ok) return length
    if (length.value > longestStart) return err({ type: 'unreadable-file' })
    return readBackup(await firstBytes(handle, Math.min(size, length.value)), size)
  } catch {
    return err({ type: 'unreadable-file' })
  } finally {
    await handle.close()
  }
}

async function firstBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}
