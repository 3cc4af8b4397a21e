import { createHash } from 'node:crypto'
import type { Result } from '#shared/result.ts'
import type { ReadableFile } from '#main/outbox/attachments/attachment-store.ts'
import { chunkBytes, type SealedAttachmentFailure } from '#main/outbox/attachments/sealed-file.ts'
import type { ObjectBody } from '#main/file-store/object-store.ts'

/** The largest file that is uploaded whole, and the size of the parts of larger ones: a whole number of chunks. */
export const partBytes = 20 * chunkBytes

/** The bytes of a file are gone from this computer, or damaged. */
export class FileLost extends Error {}

/** A part of a file, or all of it, that was read once and may be sent. */
export interface SendablePart extends ObjectBody {
  /** Hexadecimal. */
  readonly md5: string
}

/** How many parts a file of this many bytes is uploaded in; 1 is the file in one piece. */
export function uploadPartsOf(size: number, perPart = partBytes): number {
  return Math.max(1, Math.ceil(size / perPart))
}

/**
 * Reads a part of a sealed file for its sums; its bytes are read again while they are sent, so that no part is ever in
 * memory. @param number from 1 @param perPart bytes, a whole number of chunks @throws FileLost
 */
export async function partOf(
  { file, bytes }: Pick<ReadableFile, 'file' | 'bytes'>,
  number: number,
  onSent: (bytes: number) => void,
  perPart = partBytes,
): Promise<SendablePart> {
  const chunksPerPart = perPart / chunkBytes
  const chunks = { from: (number - 1) * chunksPerPart, until: number * chunksPerPart }
  const read = (): AsyncIterable<Uint8Array> => opened(bytes(chunks))
  const sha256 = createHash('sha256')
  const md5 = createHash('md5')
  let size = 0
  for await (const chunk of read()) {
    sha256.update(chunk)
    md5.update(chunk)
    size += chunk.length
  }
  const part = { size, sha256: sha256.digest('hex'), md5: md5.digest('hex'), bytes: read, onSent }
  if (uploadPartsOf(file.size, perPart) === 1 && part.sha256 !== file.sha256) throw new FileLost()
  return part
}

/** What most stores answer as the ETag of a file of these parts. */
export function etagOf(md5s: readonly string[]): string {
  const [only] = md5s
  if (md5s.length === 1 && only !== undefined) return only
  const whole = createHash('md5')
  for (const md5 of md5s) whole.update(Buffer.from(md5, 'hex'))
  return `${whole.digest('hex')}-${md5s.length}`
}

/** Whether an ETag may be made of MD5 sums: others say nothing about the bytes. */
export function looksLikeMd5(etag: string): boolean {
  return /^[0-9a-f]{32}(-\d+)?$/i.test(etag)
}

async function* opened(
  chunks: AsyncIterable<Result<Buffer, SealedAttachmentFailure>>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (!chunk.ok) throw new FileLost()
    yield chunk.value
  }
}
