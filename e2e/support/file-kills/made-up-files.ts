import { createHash } from 'node:crypto'
import type { MadeUpFile } from '../kill-messages.ts'

const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** The bytes of a made-up file: the same for the same id, like no other file's, and a picture by their beginning. */
export function bytesOf({ id, size }: Pick<MadeUpFile, 'id' | 'size'>): Buffer {
  const outputLength = size - jpegHead.length
  return Buffer.concat([jpegHead, createHash('shake128', { outputLength }).update(id).digest()])
}
