import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FeedError, type FeedAnswer, type FeedClient } from './feed-client.ts'
import { isWhole, sizeOf, type SignedFile } from './signed-file.ts'

/**
 * Downloads a file completely or not at all. A partial download is kept in `partFolder` and resumed: over a connection
 * that breaks every few minutes an installer would never arrive otherwise. Only the signed hash of the whole file
 * decides whether it is valid. Throws {@link FeedError} and file system errors.
 */
export async function fetchFile(
  client: FeedClient,
  url: URL,
  file: SignedFile,
  to: { readonly partFolder: string; readonly destination: string },
  onPercent: (percent: number) => void,
): Promise<void> {
  const part = await partOf(to.partFolder, file)
  const begun = await sizeOf(part)
  if (begun < file.size) await fetchRest(client, url, file, { part, begun }, onPercent)
  if (!(await isWhole(part, file))) {
    await rm(part, { force: true })
    throw new FeedError('damaged')
  }
  await rename(part, to.destination)
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

async function fetchRest(
  client: FeedClient,
  url: URL,
  { size }: SignedFile,
  { part, begun }: { readonly part: string; readonly begun: number },
  onPercent: (percent: number) => void,
): Promise<void> {
  const answer = await client.from(url, begun)
  if (answer.status !== 200 && answer.status !== 206) {
    answer.drop()
    // The server cannot resume from there: start over at the next try.
    if (answer.status === 416) await rm(part, { force: true })
    throw new FeedError(answer.status === 416 ? 'broken-off' : 'unreachable')
  }
  await mkdir(dirname(part), { recursive: true })
  const start = answer.status === 206 ? begun : 0
  const handle = await open(part, start === 0 ? 'w' : 'a', 0o700)
  try {
    const end = await writeBody(answer, handle, { start, size }, onPercent)
    await handle.sync()
    if (end < size) throw new FeedError('broken-off')
  } finally {
    await handle.close()
  }
}

/** @returns the size of the file now in bytes, including what arrived of a response that broke off. */
async function writeBody(
  answer: FeedAnswer,
  handle: FileHandle,
  { start, size }: { readonly start: number; readonly size: number },
  onPercent: (percent: number) => void,
): Promise<number> {
  let length = start
  const pieces = answer.body[Symbol.asyncIterator]()
  for (;;) {
    const next = await pieces.next().catch(() => null)
    if (next === null || next.done === true) return length
    length += next.value.length
    if (length > size) {
      answer.drop()
      throw new FeedError('damaged')
    }
    await handle.write(next.value)
    onPercent(Math.floor((length / size) * 100))
  }
}
