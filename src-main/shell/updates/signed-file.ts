import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** A file as described in the signed manifest. */
export interface SignedFile {
  /** Base64. */
  readonly sha512: string
  readonly size: number
}

/** Whether a file matches the signed size and hash. */
export async function isWhole(path: string, { sha512, size }: SignedFile): Promise<boolean> {
  if ((await sizeOf(path)) !== size) return false
  const hash = createHash('sha512')
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('base64') === sha512
}

/** 0 where there is none. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? 0
}
