import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderTrouble } from '#shared/contract/backup.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock } from './clock.ts'
import { patiently } from './durable-file.ts'

/** Far longer than a slow line needs for one piece. */
const stepMs = 60_000
const pieceBytes = 262_144
/** A file is flushed after this many bytes, so that no single flush takes as long as the whole file. */
const flushEveryBytes = 2_097_152

/**
 * Runs one operation on the disk. It never waits longer than a minute: then it fails, although the operation may still
 * go on.
 * @param late what to do with the result of an operation that came back after that.
 */
export type Step = <T>(operation: () => Promise<T>, late?: (value: T) => Promise<unknown>) => Promise<T>

/**
 * Folders of the office that may lie on a share or a stick. A share that is away can hold an operation for ever, and
 * with it one of the few threads that all files of this process share, and the end of the process. So everything in
 * such folders goes through here: one operation at a time, and none while an earlier one hangs.
 */
export class OfficeFolders {
  readonly #clock: Pick<Clock, 'after'>
  readonly #inTurn = oneAtATime()
  #running = 0
  #hanging = 0
  #isStopped = false
  #onIdle: (() => void) | null = null

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Runs work of several steps; other work waits for it. Never throws what a disk throws. */
  run<T>(work: (step: Step) => Promise<T>): Promise<Result<T, FolderTrouble>> {
    return this.#inTurn(async () => {
      try {
        return ok(await work((operation, late) => this.#step(operation, late)))
      } catch (error) {
        return err(troubleOf(error))
      }
    })
  }

  /**
   * Begins nothing more.
   * @returns whether nothing is under way, at the latest after that time: otherwise the process cannot end by itself.
   */
  async stop(patienceMs: number): Promise<boolean> {
    this.#isStopped = true
    if (this.#running === 0) return true
    return await new Promise((resolve) => {
      const cancel = this.#clock.after(patienceMs, () => resolve(false))
      this.#onIdle = () => {
        cancel()
        resolve(true)
      }
    })
  }

  async #step<T>(operation: () => Promise<T>, late?: (value: T) => Promise<unknown>): Promise<T> {
    if (this.#isStopped || this.#hanging > 0) throw new HangingError()
    this.#running += 1
    const done = operation().finally(() => {
      this.#running -= 1
      if (this.#running === 0) this.#onIdle?.()
    })
    const over = Promise.withResolvers<never>()
    const cancel = this.#clock.after(stepMs, () => over.reject(new HangingError()))
    try {
      return await Promise.race([done, over.promise])
    } catch (error) {
      if (error instanceof HangingError) this.#follow(done, late)
      throw error
    } finally {
      cancel()
    }
  }

  #follow<T>(done: Promise<T>, late: ((value: T) => Promise<unknown>) | undefined): void {
    this.#hanging += 1
    void done
      .then((value) => late?.(value))
      .catch(() => undefined)
      .finally(() => (this.#hanging -= 1))
  }
}

class HangingError extends Error {}

class DifferentError extends Error {}

/**
 * Writes a file into a folder that is there already: beside its place, flushed, read back and compared, and then
 * renamed. The folder is never made: below a share that is not connected it would be on this computer.
 */
export async function putFile(
  step: Step,
  folder: string,
  name: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const temporary = join(folder, `.${name}.${randomUUID()}${unfinished}`)
  try {
    const expected = await writeAll(step, temporary, content)
    if (!expected.equals(await hashOf(step, temporary))) throw new DifferentError()
    await step(() => patiently(() => rename(temporary, join(folder, name))))
  } catch (error) {
    await step(() => rm(temporary, { force: true })).catch(() => undefined)
    throw error
  }
  // Not every share can do this, and what is there was read back.
  await withFile(step, folder, 'r', (handle) => step(() => handle.sync())).catch(() => undefined)
}

/** The names in a folder. What an earlier start left unfinished under names that begin so is removed, where it can be. */
export async function namesIn(step: Step, folder: string, ours: string): Promise<readonly string[]> {
  const names = await step(() => readdir(folder))
  for (const name of names.filter((one) => one.startsWith(`.${ours}`) && one.endsWith(unfinished)))
    await step(() => rm(join(folder, name), { force: true })).catch(() => undefined)
  return names
}

const unfinished = '.tmp'

async function writeAll(
  step: Step,
  file: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const hash = createHash('sha256')
  let unflushed = 0
  await withFile(step, file, 'wx', async (handle) => {
    // Readable by others who may use the folder, whatever this process keeps to itself (its umask): a status is for head
    // office, and a backup is sealed. Not every share knows modes.
    await step(() => handle.chmod(0o644)).catch(() => undefined)
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      hash.update(piece)
      await step(() => handle.writeFile(piece))
      unflushed += piece.length
      if (unflushed < flushEveryBytes) continue
      await step(() => handle.sync())
      unflushed = 0
    }
    await step(() => handle.sync())
  })
  return hash.digest()
}

async function hashOf(step: Step, file: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await withFile(step, file, 'r', async (handle) => {
    const buffer = Buffer.alloc(pieceBytes)
    for (;;) {
      const { bytesRead } = await step(() => handle.read(buffer, 0, pieceBytes, null))
      if (bytesRead === 0) return
      hash.update(buffer.subarray(0, bytesRead))
    }
  })
  return hash.digest()
}

async function withFile(
  step: Step,
  file: string,
  flags: 'r' | 'wx',
  work: (handle: FileHandle) => Promise<unknown>,
): Promise<void> {
  const handle = await step(
    () => open(file, flags),
    (late) => late.close(),
  )
  try {
    await work(handle)
  } finally {
    // Where a step on it hangs, it is closed once that comes back.
    const closed = handle.close()
    await step(() => closed).catch(() => void closed.catch(() => undefined))
  }
}

/** @throws what no disk throws, because it is a bug. */
function troubleOf(error: unknown): FolderTrouble {
  if (error instanceof HangingError) return 'hangs'
  if (error instanceof DifferentError) return 'other'
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code !== 'string') throw error
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENODEV':
    case 'EHOSTDOWN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'missing'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'not-writable'
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'full'
    default:
      return 'other'
  }
}
