import { open, type FileHandle } from 'node:fs/promises'
import { err, type Result } from '#shared/result.ts'
import {
  longestHead,
  readBackup,
  startLength,
  type BackupReadFailure,
  type SealedBackup,
} from './backup-format.ts'

/** More than the text of a backup ever has; its files are not read here. */
const longestStart = 512 * 1024 * 1024

/** Reads a backup from the disk without its files. */
export async function readBackupFile(
  path: string,
): Promise<Result<SealedBackup, BackupReadFailure | { readonly type: 'unreadable-file' }>> {
  const handle = await open(path, 'r').catch(() => null)
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
