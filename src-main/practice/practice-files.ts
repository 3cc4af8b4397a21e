import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from '#shared/domain/file-store.ts'
import { fileStorePath } from '#shared/domain/practice-file.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type {
  NoSuchUpload,
  ObjectBody,
  ObjectHead,
  ObjectStore,
  StoreAnswer,
  StoredPart,
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
  const base = `http://127.0.0.1:${port}${shownFilesPath}`
  return { endpoint, region: 'practice', bucket, prefix: '', style: 'path', links: { type: 'public', base } }
}

/** Bytes do not come whole: the connection is pretended to be down, the caller gave up, or they are not what was named. */
class BrokenOff extends Error {}

const noSuchUpload: NoSuchUpload = { type: 'no-such-upload' }
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
    const taken = await this.#take(this.#fileOf(name), body, signal)
    return taken.ok ? ok({ etag: etagOf(body.size) }) : taken
  }

  head(name: string, signal: AbortSignal): StoreAnswer<ObjectHead | null> {
    return this.#reached(signal, async () => {
      const size = await sizeOf(this.#fileOf(name))
      return ok(size === null ? null : { size, etag: etagOf(size) })
    })
  }

  remove(name: string, signal: AbortSignal): StoreAnswer<null> {
    return this.#removed(this.#fileOf(name), signal)
  }

  begin(_name: string, _contentType: string, signal: AbortSignal): StoreAnswer<string> {
    return this.#reached(signal, async () => {
      const uploadId = randomBytes(16).toString('hex')
      await mkdir(this.#partsOf(uploadId), { recursive: true, mode: 0o700 })
      return ok(uploadId)
    })
  }

  parts(
    _name: string,
    uploadId: string,
    signal: AbortSignal,
  ): StoreAnswer<readonly StoredPart[] | NoSuchUpload> {
    return this.#reached(signal, async () => ok((await this.#storedParts(uploadId)) ?? noSuchUpload))
  }

  async putPart(
    _name: string,
    uploadId: string,
    number: number,
    body: ObjectBody,
    signal: AbortSignal,
  ): StoreAnswer<StoredPart | NoSuchUpload> {
    const folder = this.#partsOf(uploadId)
    if ((await sizeOf(folder)) === null) return ok(noSuchUpload)
    const taken = await this.#take(join(folder, String(number)), body, signal)
    return taken.ok ? ok({ number, size: body.size, etag: etagOf(body.size) }) : taken
  }

  complete(
    name: string,
    uploadId: string,
    parts: readonly StoredPart[],
    signal: AbortSignal,
  ): StoreAnswer<null | NoSuchUpload> {
    return this.#reached<null | NoSuchUpload>(signal, async () => {
      const there = new Map((await this.#storedParts(uploadId))?.map(({ number, size }) => [number, size]))
      if (parts.some(({ number, size }) => there.get(number) !== size)) return ok(noSuchUpload)
      const folder = this.#partsOf(uploadId)
      const files = parts.map(({ number }) => join(folder, String(number)))
      const written = await this.#write(this.#fileOf(name), oneAfterAnother(files))
      if (written.ok) await rm(folder, { recursive: true, force: true })
      return written
    })
  }

  giveUp(_name: string, uploadId: string, signal: AbortSignal): StoreAnswer<null> {
    return this.#removed(this.#partsOf(uploadId), signal)
  }

  link(name: string): Promise<string> {
    return Promise.resolve(publicLink(`http://127.0.0.1:${this.#server.port}${shownFilesPath}`, name))
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

  #partsOf(uploadId: string): string {
    return this.#fileOf(`parts of ${uploadId}`)
  }

  async #storedParts(uploadId: string): Promise<readonly StoredPart[] | null> {
    const folder = this.#partsOf(uploadId)
    if ((await sizeOf(folder)) === null) return null
    const numbers = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number)
    return await Promise.all(
      numbers.map(async (number) => {
        const size = (await sizeOf(join(folder, String(number)))) ?? 0
        return { number, size, etag: etagOf(size) }
      }),
    )
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

  #removed(path: string, signal: AbortSignal): StoreAnswer<null> {
    return this.#reached(signal, async () => {
      await rm(path, { recursive: true, force: true })
      return ok(null)
    })
  }

  #take(file: string, body: ObjectBody, signal: AbortSignal): StoreAnswer<null> {
    return this.#reached(signal, () => this.#write(file, this.#received(body, signal)))
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

  async #write(file: string, content: FileContent): Promise<Result<null, StoreFailure>> {
    const written = await writeDurably(file, content)
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

async function* oneAfterAnother(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) for await (const piece of createReadStream(file)) yield piece as Buffer
}

/** Bytes of a file, or of a folder's own entry; null where there is neither. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  return found?.size ?? null
}
