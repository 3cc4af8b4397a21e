import { hkdfSync } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { err, type Result } from '#shared/result.ts'
import { chunkBytes, chunksOf, openChunk, sealChunk, tagBytes } from '#main/outbox/attachments/sealed-file.ts'
import { storageFailureOf } from '#main/platform/sqlite.ts'
import type { BackupFile } from './backup-content.ts'

/*
 * What a backup carries after its header, one directly after the other: its text, then files in the order of its lines.
 * Each is sealed in chunks under a key of its own, made of the passphrase, the backup's header and the file's id: no
 * chunk or file can be left out, moved, or come from another backup. A damaged file costs no other.
 */

/** What the keys of a backup's files are derived from. */
export interface SectionKey {
  readonly filesKey: Uint8Array
  /** Of the backup's header. */
  readonly digest: Buffer
}

type Carried = Pick<BackupFile, 'id' | 'size'>

/** The bytes that a file of this size takes in a backup, with its nonces and tags. */
export function carriedLength(size: number): number {
  return size + chunksOf(size) * tagBytes
}

/** A chunk of a file, or the failure that ended the reading. */
async function* untilUnread(
  plain: AsyncIterable<Result<Buffer, unknown>>,
): AsyncGenerator<Result<Buffer, unknown>> {
  try {
    yield* plain
  } catch (thrown) {
    if (storageFailureOf(thrown) === null) throw thrown
  }
}

/**
 * The sealed bytes of a file, chunk by chunk. Where the plain bytes end early or have another length, the rest is
 * zeros, which fail authentication: the place of every file in a backup is fixed before the first is read.
 * @returns whether it is whole.
 */
export async function* sealFile(
  key: SectionKey,
  file: Carried,
  plain: AsyncIterable<Result<Buffer, unknown>>,
): AsyncGenerator<Buffer, boolean> {
  const own = fileKey(key, file.id)
  const chunks = chunksOf(file.size)
  let index = 0
  for await (const chunk of untilUnread(plain)) {
    if (!chunk.ok || index === chunks || chunk.value.length !== lengthOf(file, index)) break
    yield sealChunk(own, chunk.value, { fileId: file.id, index, isLast: index === chunks - 1 })
    index += 1
  }
  const isWhole = index === chunks
  for (; index < chunks; index += 1) yield Buffer.alloc(lengthOf(file, index) + tagBytes)
  return isWhole
}

/** The plain bytes of a file that begins at `at`; ends with the failure that stops it. */
export async function* openFile(
  handle: FileHandle,
  key: SectionKey,
  file: Carried,
  at: number,
): AsyncGenerator<Result<Buffer, { readonly type: 'damaged' | 'unreadable-file' }>> {
  const own = fileKey(key, file.id)
  const chunks = chunksOf(file.size)
  for (let index = 0; index < chunks; index += 1) {
    const sealed = Buffer.alloc(lengthOf(file, index) + tagBytes)
    const from = at + index * (chunkBytes + tagBytes)
    const read = await handle.read(sealed, 0, sealed.length, from).catch(() => null)
    // What was as long as it should be when it was chosen is gone now.
    if (read?.bytesRead !== sealed.length) {
      yield err({ type: 'unreadable-file' })
      return
    }
    const chunk = openChunk(own, sealed, { fileId: file.id, index, isLast: index === chunks - 1 })
    yield chunk
    if (!chunk.ok) return
  }
}

function lengthOf({ size }: Carried, index: number): number {
  return Math.min(chunkBytes, size - index * chunkBytes)
}

function fileKey({ filesKey, digest }: SectionKey, fileId: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', filesKey, digest, `claims-desk/backup/v1/file/${fileId}`, 32))
}
