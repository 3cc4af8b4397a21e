import { createHash, randomBytes } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { AttachmentField, AttachmentKind } from '#shared/domain/attachment.ts'
import { chunkBytes, chunksOf, fileHead, keyBytes, sealChunk } from './sealed-file.ts'

/** A file being sent by the page: sealed part by part, so that its plain bytes are never on the disk. */
export interface Arrival {
  readonly id: string
  readonly claimId: string
  readonly name: string
  readonly size: number
  readonly photos: number | null
  readonly kind: AttachmentKind
  /** The slot it is for; null for none. */
  readonly field: AttachmentField | null
  /** The number of the next part. */
  readonly next: number
  /** Whether a part is the expected one and has the right length. */
  fits(index: number, bytes: Uint8Array): boolean
  write(bytes: Uint8Array): Promise<void>
  readonly isWhole: boolean
  /** Flushes what was written to the disk, still under its temporary name. */
  finish(): Promise<WrittenFile>
  abandon(): Promise<void>
}

export interface WrittenFile {
  readonly key: Uint8Array
  readonly sha256: string
}

/** What is needed to begin an upload. */
export type Arriving = Pick<Arrival, 'id' | 'claimId' | 'name' | 'size' | 'photos' | 'kind' | 'field'>

/** Begins a file under a temporary name. Throws what the disk says. */
export async function beginArrival(arriving: Arriving, path: string): Promise<Arrival> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.write(fileHead)
  } catch (thrown) {
    await handle.close()
    await rm(path, { force: true })
    throw thrown
  }
  return new ArrivingFile(arriving, path, handle)
}

class ArrivingFile implements Arrival {
  readonly id: string
  readonly claimId: string
  readonly name: string
  readonly size: number
  readonly photos: number | null
  readonly kind: AttachmentKind
  readonly field: AttachmentField | null
  readonly #path: string
  readonly #handle: FileHandle
  readonly #key = randomBytes(keyBytes)
  readonly #sha256 = createHash('sha256')
  #next = 0

  constructor(arriving: Arriving, path: string, handle: FileHandle) {
    this.id = arriving.id
    this.claimId = arriving.claimId
    this.name = arriving.name
    this.size = arriving.size
    this.photos = arriving.photos
    this.kind = arriving.kind
    this.field = arriving.field
    this.#path = path
    this.#handle = handle
  }

  get next(): number {
    return this.#next
  }

  get isWhole(): boolean {
    return this.#next === chunksOf(this.size)
  }

  fits(index: number, bytes: Uint8Array): boolean {
    const last = chunksOf(this.size) - 1
    const wanted = index === last ? this.size - last * chunkBytes : chunkBytes
    return index === this.#next && index <= last && bytes.length === wanted
  }

  async write(bytes: Uint8Array): Promise<void> {
    const index = this.#next
    const place = { fileId: this.id, index, isLast: index === chunksOf(this.size) - 1 }
    // Count first: a nonce is never used again, even if the write fails.
    this.#next += 1
    this.#sha256.update(bytes)
    await this.#handle.writeFile(sealChunk(this.#key, bytes, place))
  }

  async finish(): Promise<WrittenFile> {
    await this.#handle.sync()
    await this.#handle.close()
    return { key: this.#key, sha256: this.#sha256.digest('hex') }
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(this.#path, { force: true }).catch(() => undefined)
  }
}
