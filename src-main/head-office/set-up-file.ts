import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { err, ok, type Result } from '#shared/result.ts'
import type { SetUpRefusal } from '#shared/contract/set-up.ts'
import * as v from 'valibot'
import { SetUpContentSchema, type SetUpContent } from './fleet-content.ts'
import { largestBox, openBox, readBox, type ClosedBox } from './passphrase-box.ts'

const ContentText = v.pipe(v.string(), v.parseJson(), SetUpContentSchema)

/** Reads what of a set-up file needs no passphrase. */
export async function readSetUpFile(path: string, now: Date): Promise<Result<ClosedBox, SetUpRefusal>> {
  const bytes = await smallFile(path)
  if (bytes === null) return err('unreadable-file')
  const box = readBox('set-up', bytes)
  if (!box.ok) return err(box.error.type)
  return isOver(box.value, now) ? err('expired') : box
}

/** Opens a set-up file. What its header says counts only now: the passphrase vouches for it. */
export async function openSetUpFile(
  box: ClosedBox,
  passphrase: string,
  now: Date,
): Promise<Result<SetUpContent, SetUpRefusal>> {
  const opened = await openBox('set-up', box, passphrase)
  if (!opened.ok) return err(opened.error.type)
  if (isOver(box, now)) return err('expired')
  const content = v.safeParse(ContentText, opened.value)
  return content.success ? ok(content.output) : err('damaged')
}

function isOver({ header }: ClosedBox, now: Date): boolean {
  return header.expiresAt !== null && Date.parse(header.expiresAt) <= now.getTime()
}

/** A whole file; null for one that is too large, and for a pipe or a device, which would hang. */
async function smallFile(path: string): Promise<Buffer | null> {
  // Windows does not know it.
  const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
  const handle = await open(path, (O_RDONLY ?? 0) | O_NONBLOCK).catch(() => null)
  try {
    const found = await handle?.stat()
    if (found?.isFile() !== true || found.size > largestBox) return null
    const bytes = Buffer.alloc(found.size)
    const read = await handle?.read(bytes, 0, bytes.length, 0)
    return read?.bytesRead === bytes.length ? bytes : null
  } catch {
    return null
  } finally {
    await handle?.close()
  }
}
