import { createHash, randomBytes } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import type { AttachmentField, AttachmentKind } from '#shared/domain/attachment.ts'
import { chunkBytes, chunksOf, fileHead, keyBytes, sealChunk } from './sealed-file.ts'

/** What is needed to begin an upload. */
export interface Arriving {
  readonly id: string
  readonly claimId: string
  readonly name: string
  readonly size: number
  /** How many photos made smaller here it holds; null for what was taken as it is. */
  readonly photos: number | null
  readonly kind: AttachmentKind
  /** The slot it is for, which loses the file it had; null for none. */
  readonly field: AttachmentField | null
}

/** A file being sent by the page: sealed part by part, so that its plain bytes are never on the disk. */
export class ArrivingFile {
  readonly is: Arriving
  readonly #path: string
  readonly #handle: FileHandle
  readonly #key = randomBytes(keyBytes)
  readonly #sha256 = createHash('sha256')
  #next = 0

  /** Begins a file under a temporary name. Throws what the disk says. */
  static async begin(arriving: Arriving, path: string): Promise<ArrivingFile> {
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

  private constructor(arriving: Arriving, path: string, handle: FileHandle) {
    this.is = arriving
    this.#path = path
    this.#handle = handle
  }

  get isWhole(): boolean {
    return this.#next === chunksOf(this.is.size)
  }

  /** Whether a part is the expected one and has the right length. */
  fits(index: number, bytes: Uint8Array): boolean {
    const { size } = this.is
    const last = chunksOf(size) - 1
    const wanted = index === last ? size - last * chunkBytes : chunkBytes
    return index === this.#next && index <= last && bytes.length === wanted
  }

  async write(bytes: Uint8Array): Promise<void> {
    const index = this.#next
    const place = { fileId: this.is.id, index, isLast: index === chunksOf(this.is.size) - 1 }
    // Count first: a nonce is never used again, even if the write fails.
    this.#next += 1
    this.#sha256.update(bytes)
    await this.#handle.writeFile(sealChunk(this.#key, bytes, place))
  }

  /** Flushes what was written to the disk, still under its temporary name. */
  async finish(): Promise<{ readonly key: Uint8Array; readonly sha256: string }> {
    await this.#handle.sync()
    await this.#handle.close()
    return { key: this.#key, sha256: this.#sha256.digest('hex') }
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined)
    await rm(this.#path, { force: true }).catch(() => undefined)
  }
}
