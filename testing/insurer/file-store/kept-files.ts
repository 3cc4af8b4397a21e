/** Bytes that arrived whole, and what they hash to: hexadecimal. */
export interface ReceivedBytes {
  readonly bytes: Buffer
  readonly md5: string
  readonly sha256: string
}

/** A file of the store. */
export interface KeptFile {
  readonly name: string
  readonly contentType: string
  readonly etag: string
  readonly bytes: Buffer
  /** Server time, in ms. */
  readonly storedAt: number
}

/** The files of the store. The server outlives every process that is killed. */
export class KeptFiles {
  readonly #files = new Map<string, KeptFile>()

  /** Bytes of everything that is stored. */
  get usedBytes(): number {
    return this.all().reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** All files, in the order in which they were stored. */
  all(): readonly KeptFile[] {
    return [...this.#files.values()]
  }

  file(name: string): KeptFile | null {
    return this.#files.get(name) ?? null
  }

  /** Stores a file, in place of one of the same name. */
  store(file: KeptFile): void {
    this.#files.delete(file.name)
    this.#files.set(file.name, file)
  }

  remove(name: string): void {
    this.#files.delete(name)
  }
}
