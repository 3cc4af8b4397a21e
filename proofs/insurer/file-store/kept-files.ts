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

export interface KeptPart {
  readonly number: number
  readonly bytes: Buffer
  readonly etag: string
}

interface Unfinished {
  readonly name: string
  readonly contentType: string
  readonly parts: Map<number, KeptPart>
}

/** The files of the store, and what arrived of others. The server outlives every process that is killed. */
export class KeptFiles {
  readonly #files = new Map<string, KeptFile>()
  readonly #unfinished = new Map<string, Unfinished>()

  /** Bytes of everything that is stored, unfinished uploads included. */
  get usedBytes(): number {
    return [...this.#files.values(), ...this.#parts()].reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  /** How many parts there are of uploads that were neither completed nor given up. */
  get partCount(): number {
    return this.#parts().length
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

  begin(id: string, name: string, contentType: string): void {
    this.#unfinished.set(id, { name, contentType, parts: new Map() })
  }

  /** The unfinished upload of this id, or null where there is none for this name. */
  unfinished(id: string, name: string): Unfinished | null {
    const upload = this.#unfinished.get(id)
    return upload?.name === name ? upload : null
  }

  /** Ends an upload: its parts are gone. */
  end(id: string): void {
    this.#unfinished.delete(id)
  }

  #parts(): readonly KeptPart[] {
    return [...this.#unfinished.values()].flatMap(({ parts }) => [...parts.values()])
  }
}
