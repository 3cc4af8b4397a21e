import { readFile, rm } from 'node:fs/promises'
import { writeDurably } from '../platform/durable-file.ts'
import { openBackup, readBackup } from './backup-format.ts'

/** Why a backup is not where it should be. */
export interface NotWritten {
  readonly why: 'disk-full' | 'read-only' | 'other'
  /** Whether no part of it is left on the disk. */
  readonly isGone: boolean
}

/**
 * Writes a backup, reads it back and opens it. @returns null when the file exists and returns this text, or why there
 * is none now.
 */
export async function writeChecked(
  file: string,
  bytes: Buffer,
  { passphrase, text }: { readonly passphrase: string; readonly text: string },
): Promise<NotWritten | null> {
  const written = await writeDurably(file, bytes)
  const back = await readFile(file).catch(() => null)
  const isWhole = back?.equals(bytes) === true
  if (written.ok && isWhole && (await gives(bytes, passphrase)) === text) return null
  // The file there may be an earlier backup that the new one did not replace.
  const wasWritten = written.ok || isWhole
  const isGone = !wasWritten || (await removed(file))
  const why = written.ok || written.error.type === 'storage-unavailable' ? 'other' : written.error.type
  return { why, isGone }
}

async function gives(bytes: Buffer, passphrase: string): Promise<string | null> {
  const sealed = readBackup(bytes)
  const opened = sealed.ok ? await openBackup(sealed.value, passphrase) : null
  return opened?.ok === true ? opened.value : null
}

async function removed(file: string): Promise<boolean> {
  return await rm(file, { force: true }).then(
    () => true,
    () => false,
  )
}
