import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** A small file; null where there is none, and `unfit` for anything else: a folder, a pipe, a huge file. */
export type SmallFile = Buffer | null | 'unfit'

/** Reads a whole small file: never a pipe or a device, which would hang, and never more than the limit. */
export async function readSmallFile(path: string, limitBytes: number): Promise<SmallFile> {
  // Windows does not know it.
  const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
  try {
    const handle = await open(path, (O_RDONLY ?? 0) | O_NONBLOCK)
    try {
      const { size } = await handle.stat()
      if (!(await handle.stat()).isFile() || size > limitBytes) return 'unfit'
      const bytes = Buffer.alloc(limitBytes + 1)
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
      return bytesRead > limitBytes ? 'unfit' : bytes.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unfit'
  }
}
