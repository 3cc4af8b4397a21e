import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, openSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { err, ok, type Result } from '#shared/result.ts'

/** Why a small file could not be written or read. */
export interface FileFailure {
  readonly type: 'disk-full' | 'read-only' | 'storage-unavailable'
}

/** The new content of a file: whole, or in pieces that need not fit into memory together. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>

/**
 * Writes a whole file so that a crash leaves either the old one or the new one: a temporary file beside it, flushed to
 * disk, then renamed. Only this user of the computer may read it (mode 0600).
 *
 * @param isGood reads back what was written, before it takes the place of the old one
 */
export async function writeDurably(
  file: string,
  content: FileContent,
  isGood: (written: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Result<null, FileFailure>> {
  const folder = dirname(file)
  const temporary = join(folder, `.${basename(file)}.${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFlushed(temporary, content)
    if (!(await isGood(temporary))) throw Object.assign(new Error('Not as written.'), { code: 'EIO' })
    await patiently(() => rename(temporary, file))
    await flushFolder(folder)
    return ok(null)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    return err(fileFailure(error))
  }
}

const unfinished = /^\..+\.[\da-f-]{36}\.tmp$/

/** Removes what a kill left unfinished in a folder. Call before anything is written there: that looks the same. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (unfinished.test(name)) await rm(join(folder, name), { force: true }).catch(() => undefined)
}

/** The text of a file, or null when there is none; a folder in its place reads as an empty one. */
export async function readText(file: string): Promise<Result<string | null, FileFailure>> {
  try {
    return ok(await patiently(() => readFile(file, 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'EISDIR') return ok('')
    return codeOf(error) === 'ENOENT' ? ok(null) : err(fileFailure(error))
  }
}

/** Opens a file to read: never a pipe or a device, which would hang. Null where it cannot be. */
export async function openPlainFile(path: string): Promise<FileHandle | null> {
  // Windows has neither pipes nor devices among its files.
  const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants>
  const handle = await patiently(() => open(path, (O_RDONLY ?? 0) | O_NONBLOCK)).catch(() => null)
  const isFile = await handle?.stat().then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile === true) return handle
  await handle?.close()
  return null
}

/** The beginning of a file; all of a shorter one. */
export async function firstBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

/**
 * Moves a file aside to the first free name `<file>.<mark>-<n>`. Never replaces another file.
 * @returns the new name (not the path), or null when there was no file.
 */
export async function keepAside(file: string, mark: string): Promise<Result<string | null, FileFailure>> {
  try {
    const taken = new Set(await readdir(dirname(file)))
    if (!taken.has(basename(file))) return ok(null)
    let number = 1
    while (taken.has(`${basename(file)}.${mark}-${number}`)) number += 1
    const aside = `${file}.${mark}-${number}`
    await patiently(() => rename(file, aside))
    await flushFolder(dirname(file))
    return ok(basename(aside))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok(null) : err(fileFailure(error))
  }
}

/** Removes a file; with `asides`, also everything that was kept aside from it. */
export async function removeFile(
  file: string,
  { asides }: { readonly asides: boolean },
): Promise<Result<null, FileFailure>> {
  const folder = dirname(file)
  const name = basename(file)
  try {
    const names = await readdir(folder)
    for (const found of names.filter((other) => other === name || (asides && other.startsWith(`${name}.`)))) {
      await patiently(() => rm(join(folder, found), { force: true }))
    }
    await flushFolder(folder)
    return ok(null)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok(null) : err(fileFailure(error))
  }
}

const heldCodes: ReadonlySet<string | null> = new Set(['EBUSY', 'EPERM', 'EACCES'])
const betweenTriesMs = [20, 50, 100, 200, 400] as const

/**
 * Moves, reads or removes a file. On Windows another program, such as a virus scanner, may hold it for a moment: what is
 * refused so is tried again for under a second, because settings that could not be read would count as lost.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of betweenTriesMs) {
    try {
      return await work()
    } catch (error) {
      if (!heldCodes.has(codeOf(error))) throw error
    }
    await after(waitMs)
  }
  return await work()
}

async function writeFlushed(file: string, content: FileContent): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) await handle.writeFile(content, 'utf8')
    else for await (const piece of content) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename is on disk only when its folder is; Windows has no such call and needs none. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    unlessItCannotBe(error)
  } finally {
    await handle.close()
  }
}

/** The same, but synchronous, for use between SQLite's own calls. */
export function flushFolderNow(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    unlessItCannotBe(error)
  } finally {
    closeSync(folder)
  }
}

/** Not every share can flush a folder: what was renamed there is there all the same. @throws anything else */
function unlessItCannotBe(error: unknown): void {
  if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'ENOTSUP') throw error
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** A failure of the file system as data. @throws anything else, because it is a bug. */
function fileFailure(error: unknown): FileFailure {
  const code = codeOf(error)
  if (code === null) throw error
  if (code === 'ENOSPC' || code === 'EDQUOT') return { type: 'disk-full' }
  const isForbidden = code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
  return { type: isForbidden ? 'read-only' : 'storage-unavailable' }
}
