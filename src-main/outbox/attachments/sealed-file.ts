import { createCipheriv, createDecipheriv } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { err, ok, type Result } from '#shared/result.ts'

/*
 * A file sealed in chunks of AES-256-GCM under its own key:
 *
 *   1 byte     n times: up to 256 KiB, 16 bytes
 *   version    ciphertext, tag
 *
 * The nonce is the chunk's number and whether it is the last one: chunks cannot be swapped, nor the end truncated. The
 * key seals one file once, so that no nonce is used twice.
 */
const version = 1
export const tagBytes = 16
const algorithm = 'aes-256-gcm'
export const chunkBytes = attachmentLimits.part
export const keyBytes = 32

/** How many chunks a file of this many bytes has. */
export function chunksOf(size: number): number {
  return Math.max(1, Math.ceil(size / chunkBytes))
}

/** The length on the disk of a sealed file of this many plain bytes. */
export function sealedSize(size: number): number {
  return 1 + size + chunksOf(size) * tagBytes
}

/** The format version: the first byte of every sealed file, so that a later format can differ. */
export const fileHead = Buffer.of(version)

export interface ChunkPlace {
  readonly fileId: string
  readonly index: number
  readonly isLast: boolean
}

/** Seals one chunk. */
export function sealChunk(key: Uint8Array, plain: Uint8Array, place: ChunkPlace): Buffer {
  const cipher = createCipheriv(algorithm, key, nonceOf(place), { authTagLength: tagBytes })
  cipher.setAAD(boundTo(place))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Opens what {@link sealChunk} sealed: `damaged` when the key, the place or a single bit differs. */
export function openChunk(
  key: Uint8Array,
  sealed: Uint8Array,
  place: ChunkPlace,
): Result<Buffer, { readonly type: 'damaged' }> {
  if (sealed.length < tagBytes) return err({ type: 'damaged' })
  const decipher = createDecipheriv(algorithm, key, nonceOf(place), { authTagLength: tagBytes })
  decipher.setAAD(boundTo(place))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const plain = decipher.update(sealed.subarray(0, -tagBytes))
    // Nothing is left over in this mode: it only compares the tag.
    decipher.final()
    return ok(plain)
  } catch {
    return err({ type: 'damaged' })
  }
}

/** Which file, and its expected length. */
export interface SealedAttachment {
  readonly path: string
  readonly fileId: string
  readonly key: Uint8Array
  readonly size: number
}

export type SealedAttachmentFailure = { readonly type: 'missing' } | { readonly type: 'damaged' }

/** The chunks of a sealed file that are read: from the first one on, up to the last one. */
interface Chunks {
  readonly from: number
  readonly until: number
}

/** A sealed file, or some chunks of it, chunk by chunk; ends with the failure that stops it. */
export async function* readAll(
  file: SealedAttachment,
  { from, until }: Chunks = { from: 0, until: chunksOf(file.size) },
): AsyncGenerator<Result<Buffer, SealedAttachmentFailure>> {
  const opened = await openOrNull(file.path)
  if (opened === null) {
    yield err({ type: 'missing' })
    return
  }
  try {
    // One for all chunks: a large file would leave more of them behind than is collected in time.
    const sealed = Buffer.allocUnsafeSlow(chunkBytes + tagBytes)
    for (let index = from; index < Math.min(until, chunksOf(file.size)); index += 1) {
      const chunk = await chunkAt(opened, file, index, sealed)
      yield chunk
      if (!chunk.ok) return
    }
  } finally {
    await opened.close()
  }
}

/** One chunk of a sealed file. Throws what the disk says, except for a missing file. */
export async function readChunk(
  file: SealedAttachment,
  index: number,
): Promise<Result<Buffer, SealedAttachmentFailure>> {
  for await (const chunk of readAll(file, { from: index, until: index + 1 })) return chunk
  return err({ type: 'damaged' })
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null
    throw thrown
  }
}

async function chunkAt(
  handle: FileHandle,
  { fileId, key, size }: SealedAttachment,
  index: number,
  space: Buffer,
): Promise<Result<Buffer, SealedAttachmentFailure>> {
  const last = chunksOf(size) - 1
  const plainBytes = index === last ? size - last * chunkBytes : chunkBytes
  const sealed = space.subarray(0, plainBytes + tagBytes)
  const at = fileHead.length + index * (chunkBytes + tagBytes)
  const { bytesRead } = await handle.read(sealed, 0, sealed.length, at)
  if (bytesRead !== sealed.length) return err({ type: 'damaged' })
  return openChunk(key, sealed, { fileId, index, isLast: index === last })
}

function nonceOf({ index, isLast }: ChunkPlace): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function boundTo({ fileId }: ChunkPlace): Buffer {
  return Buffer.concat([fileHead, Buffer.from(`attachment/${fileId}/file`)])
}
