import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableFile } from '#main/outbox/attachments/attachment-store.ts'
import type { ObjectBody } from '#main/file-store/object-store.ts'

/** A file that was read whole, at most 8 MB, and may be sent. */
export interface FileBody extends ObjectBody {
  /** Hexadecimal: what most stores answer as its ETag. */
  readonly md5: string
}

/** Opens a sealed file. @returns null where its bytes are gone from this computer, or damaged */
export async function bodyOf(
  { file, bytes }: Pick<ReadableFile, 'file' | 'bytes'>,
  onSent: (bytes: number) => void,
): Promise<FileBody | null> {
  const chunks: Buffer[] = []
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  for await (const chunk of bytes()) {
    if (!chunk.ok) return null
    sha256.update(chunk.value)
    md5.update(chunk.value)
    chunks.push(chunk.value)
  }
  if (sha256.digest('hex') !== file.sha256) return null
  return {
    size: file.size,
    sha256: file.sha256,
    md5: md5.digest('hex'),
    bytes: () => Readable.from(chunks),
    onSent,
  }
}

/** Whether an ETag may be made of MD5 sums: others say nothing about the bytes. */
export function looksLikeMd5(etag: string): boolean {
  return /^[0-9a-f]{32}(-\d+)?$/i.test(etag)
}
