import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#shared/domain/file-store.ts'
import { fileStorePath } from '#shared/domain/practice-file.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type {
  ObjectBody,
  ObjectHead,
  ObjectStore,
  StoreAnswer,
  StoreFailure,
} from '#main/file-store/object-store.ts'
import { publicLink } from '#main/file-store/store-address.ts'
import { noConnection } from '#main/file-store/store-failure.ts'
import { writeDurably, type FileContent } from '#main/platform/durable-file.ts'
import { storageFailureOf } from '#main/platform/sqlite.ts'

const bucket = 'claims'

/** The path below which files are shown by their names. */
export const shownFilesPath = `${fileStorePath}/${bucket}`

/** How the store of the practice server on this port is called; nothing but its links is asked over the network. */
export function practiceStoreAt(port: number): FileStore {
  const endpoint = `http://127.0.0.1:${port}${fileStorePath}`
  const links = `http://127.0.0.1:${port}${shownFilesPath}`
  return { endpoint, region: 'practice', bucket, prefix: '', style: 'path', links }
}

/** Bytes do not come whole: the connection is pretended to be down, the caller gave up, or they are not what was named. */
class BrokenOff extends Error {}

const lost = err(noConnection)
const failed = (problem: StoreFailure['problem']) => err({ ...noConnection, problem })
/** Bytes are compared by their sum while they come: this says their number alone, and looks like no MD5. */
const etagOf = (bytes: number): string => `practice-${bytes}`

/**
 * The file store of practice: a folder on this computer. It answers as one far away: with `no-connection` while the
 * connection is pretended to be down, and with `full` where the disk is.
 */
export class PracticeFiles implements ObjectStore {
  readonly #folder: string
  readonly #server: { readonly port: number; readonly connected: boolean }

  /** @param folder made with the first file */
  constructor(folder: string, server: { readonly port: number; readonly connected: boolean }) {
    this.#folder = folder
    this.#server = server
  }

  /** The bytes of a file as it is shown to a browser; null where there is none. */
  async show(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const file = this.#fileOf(name)
    return (await sizeOf(file)) === null ? null : new Uint8Array(await readFile(file))
  }

  async put(
    name: string,
    _contentType: string,
    body: ObjectBody,
    signal: AbortSignal,
  ): StoreAnswer<{ readonly etag: string }> {
    const taken = await this.#reached(signal, () => this.#write(name, this.#received(body, signal)))
    return taken.ok ? ok({ etag: etagOf(body.size) }) : taken
  }

  head(name: string, signal: AbortSignal): StoreAnswer<ObjectHead | null> {
    return this.#reached(signal, async () => {
      const size = await sizeOf(this.#fileOf(name))
      return ok(size === null ? null : { size, etag: etagOf(size) })
    })
  }

  remove(name: string, signal: AbortSignal): StoreAnswer<null> {
    return this.#reached(signal, async () => {
      await rm(this.#fileOf(name), { force: true })
      return ok(null)
    })
  }

  link(name: string): string {
    return publicLink(`http://127.0.0.1:${this.#server.port}${shownFilesPath}`, name)
  }

  opens(link: string, size: number, signal: AbortSignal): StoreAnswer<null> {
    return this.#reached(signal, async () => {
      const name = nameOfPath(new URL(link).pathname)
      const found = name === null ? null : await sizeOf(this.#fileOf(name))
      return found === size ? ok(null) : failed('link-not-public')
    })
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  // No name leads out of the folder.
  #fileOf(name: string): string {
    return join(this.#folder, createHash('sha256').update(name).digest('hex'))
  }

  #isCut(signal: AbortSignal): boolean {
    return signal.aborted || !this.#server.connected
  }

  /** Does something where the connection stands; a disk that does not is a store that is busy. */
  async #reached<T>(signal: AbortSignal, work: () => StoreAnswer<T>): StoreAnswer<T> {
    if (this.#isCut(signal)) return lost
    try {
      return await work()
    } catch (error) {
      if (error instanceof BrokenOff) return lost
      const isFull = storageFailureOf(error)?.type === 'disk-full'
      if (error instanceof Error && 'syscall' in error) return failed(isFull ? 'full' : 'busy')
      throw error
    }
  }

  async *#received(body: ObjectBody, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const sum = createHash('sha256')
    for await (const piece of body.bytes()) {
      if (this.#isCut(signal)) throw new BrokenOff()
      sum.update(piece)
      yield piece
      body.onSent?.(piece.length)
    }
    if (sum.digest('hex') !== body.sha256) throw new BrokenOff()
  }

  async #write(name: string, content: FileContent): Promise<Result<null, StoreFailure>> {
    const written = await writeDurably(this.#fileOf(name), content)
    return written.ok ? written : failed(written.error.type === 'disk-full' ? 'full' : 'busy')
  }
}

/** The name of a file that is shown at a path; null where none is. */
export function nameOfPath(path: string): string | null {
  if (!path.startsWith(`${shownFilesPath}/`)) return null
  try {
    return decodeURIComponent(path.slice(shownFilesPath.length + 1))
  } catch {
    return null
  }
}

/** Bytes of a file; null where there is none. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  return found?.size ?? null
}
