import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes under names of their own: files of a folder, or memory. */
export class Blobs {
  readonly #folder: string | null
  readonly #inMemory = new Map<string, Buffer>()

  /** @param folder null keeps them in memory. @throws when the folder cannot be made. */
  constructor(folder: string | null) {
    this.#folder = folder
    if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /** Writes what comes, durably. @returns its name. @throws when the source or the disk does; nothing is left then. */
  async write(source: AsyncIterable<Uint8Array>): Promise<string> {
    const blob = randomBytes(12).toString('hex')
    if (this.#folder === null) {
      const pieces: Uint8Array[] = []
      for await (const piece of source) pieces.push(piece)
      this.#inMemory.set(blob, Buffer.concat(pieces))
      return blob
    }
    const file = await open(join(this.#folder, blob), 'wx', 0o600)
    try {
      for await (const piece of source) await file.write(piece)
      await file.datasync()
    } catch (error) {
      await file.close()
      this.remove(blob)
      throw error
    }
    await file.close()
    return blob
  }

  /** @param end the last byte that is read. */
  async *read(blob: string, start: number, end: number): AsyncIterable<Uint8Array> {
    const kept = this.#inMemory.get(blob)
    if (kept !== undefined) yield kept.subarray(start, end + 1)
    else if (this.#folder !== null) yield* createReadStream(join(this.#folder, blob), { start, end })
  }

  /** All bytes of it. @throws when they are gone. */
  whole(blob: string): Buffer {
    return this.#folder === null
      ? (this.#inMemory.get(blob) ?? Buffer.alloc(0))
      : readFileSync(join(this.#folder, blob))
  }

  remove(blob: string): void {
    this.#inMemory.delete(blob)
    if (this.#folder !== null) rmSync(join(this.#folder, blob), { force: true })
  }

  /** Removes what a start before this one left behind. */
  keepOnly(blobs: ReadonlySet<string>): void {
    if (this.#folder === null) return
    for (const name of readdirSync(this.#folder)) if (!blobs.has(name)) this.remove(name)
  }
}
