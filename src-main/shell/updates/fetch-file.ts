import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { patiently } from '#main/platform/durable-file.ts'
import { FeedError, type FeedClient } from './feed-client.ts'

/** A file as described in the signed manifest. */
interface SignedFile {
  /** Base64. */
  readonly sha512: string
  readonly size: number
}

/**
 * Downloads a file completely or not at all. A partial download is kept in `partFolder` and resumed: over a connection
 * that breaks every few minutes an installer would never arrive otherwise. Only the signed hash of the whole file
 * decides whether it is valid. Throws {@link FeedError} and file system errors.
 */
export async function fetchFile(
  client: FeedClient,
  name: string,
  file: SignedFile,
  to: { readonly partFolder: string; readonly destination: string },
  onPercent: (percent: number) => void,
): Promise<void> {
  const part = await partOf(to.partFolder, file)
  const begun = await sizeOf(part)
  if (begun < file.size) await fetchRest(client, name, file, { part, begun }, onPercent)
  if (!(await isWhole(part, file))) {
    await rm(part, { force: true })
    throw new FeedError('damaged')
  }
  await patiently(() => rename(part, to.destination))
}

// Named by the hash, so that a partial download of another release is never resumed; others are removed.
async function partOf(folder: string, { sha512 }: SignedFile): Promise<string> {
  const name = `${Buffer.from(sha512, 'base64').toString('hex').slice(0, 32)}.part`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const other of await readdir(folder)) {
    if (other !== name) await rm(join(folder, other), { force: true, recursive: true })
  }
  return join(folder, name)
}

function fetchRest(
  client: FeedClient,
  name: string,
  { size }: SignedFile,
  { part, begun }: { readonly part: string; readonly begun: number },
  onPercent: (percent: number) => void,
): Promise<void> {
  return client.from(name, begun, async ({ status, body }) => {
    // The server cannot resume from there: start over at the next try.
    if (status === 416) await rm(part, { force: true })
    if (status !== 200 && status !== 206) throw new FeedError(status === 416 ? 'broken-off' : 'unreachable')
    await mkdir(dirname(part), { recursive: true })
    const start = status === 206 ? begun : 0
    const handle = await open(part, start === 0 ? 'w' : 'a', 0o700)
    try {
      const end = await writeBody(body, handle, { start, size }, onPercent)
      await handle.sync()
      if (end < size) throw new FeedError('broken-off')
    } finally {
      await handle.close()
    }
  })
}

/** @returns the size of the file now in bytes, including what arrived of a response that broke off. */
async function writeBody(
  body: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  { start, size }: { readonly start: number; readonly size: number },
  onPercent: (percent: number) => void,
): Promise<number> {
  let length = start
  const pieces = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await pieces.next().catch(() => null)
    if (next === null || next.done === true) return length
    length += next.value.length
    if (length > size) throw new FeedError('damaged')
    await handle.write(next.value)
    onPercent(Math.floor((length / size) * 100))
  }
}

/** Whether a file matches the signed size and hash. */
export async function isWhole(path: string, { sha512, size }: SignedFile): Promise<boolean> {
  if ((await sizeOf(path)) !== size) return false
  const hash = createHash('sha512')
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('base64') === sha512
}

/** 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? 0
}
