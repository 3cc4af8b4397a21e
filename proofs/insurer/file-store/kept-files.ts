import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { Blobs } from './blobs.ts'

const PieceSchema = v.object({ blob: v.string(), size: v.number() })
type Piece = v.InferOutput<typeof PieceSchema>

const KeptFileSchema = v.object({
  name: v.string(),
  content_type: v.string(),
  etag: v.string(),
  pieces: v.pipe(v.string(), v.parseJson(), v.array(PieceSchema)),
  stored_at: v.number(),
})

const UnfinishedSchema = v.object({ id: v.string(), name: v.string(), content_type: v.string() })
const PartSchema = v.object({
  upload: v.string(),
  number: v.number(),
  blob: v.string(),
  size: v.number(),
  etag: v.string(),
})

const schema = `
  CREATE TABLE IF NOT EXISTS stored_file (
    name TEXT PRIMARY KEY,
    content_type TEXT NOT NULL,
    etag TEXT NOT NULL,
    pieces TEXT NOT NULL,
    stored_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS unfinished_file (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    content_type TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS file_part (
    upload TEXT NOT NULL,
    number INTEGER NOT NULL,
    blob TEXT NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    PRIMARY KEY (upload, number)
  ) STRICT;
`

/** A file of the store. */
export interface KeptFile {
  readonly name: string
  readonly contentType: string
  readonly etag: string
  readonly pieces: readonly Piece[]
  /** Bytes. */
  readonly size: number
  /** Server time, in ms. */
  readonly storedAt: number
}

export type KeptPart = v.InferOutput<typeof PartSchema>

/** Bytes that arrived whole and belong to nothing yet. */
export interface ReceivedBytes extends Piece {
  readonly md5: string
  readonly sha256: string
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.size, 0)
}

/** The files of the store: their names in a database, their bytes beside it. */
export class KeptFiles {
  readonly #database: DatabaseSync
  readonly #blobs: Blobs
  readonly #files = new Map<string, KeptFile>()
  readonly #parts = new Map<string, Map<number, KeptPart>>()

  /** @param folder null keeps bytes in memory. @throws when rows of it do not parse. */
  constructor(database: DatabaseSync, folder: string | null) {
    this.#database = database
    database.exec(schema)
    for (const row of database.prepare('SELECT * FROM stored_file ORDER BY rowid').all()) {
      const kept = v.parse(KeptFileSchema, row)
      this.#remember(kept.name, kept.content_type, kept.etag, kept.pieces, kept.stored_at)
    }
    for (const row of database.prepare('SELECT * FROM file_part').all()) {
      const part = v.parse(PartSchema, row)
      this.#partsOf(part.upload).set(part.number, part)
    }
    this.#blobs = new Blobs(folder)
    this.#blobs.keepOnly(new Set([...this.#pieces()].map((piece) => piece.blob)))
  }

  /** Bytes of everything that is stored, unfinished uploads included. */
  get usedBytes(): number {
    return sizeOf([...this.#pieces()])
  }

  /** All files, in the order in which they were stored. */
  all(): readonly KeptFile[] {
    return [...this.#files.values()]
  }

  file(name: string): KeptFile | null {
    return this.#files.get(name) ?? null
  }

  /** Takes bytes in; they count once they are stored as a file or a part. @throws what the source throws */
  async receive(source: AsyncIterable<Uint8Array>): Promise<ReceivedBytes> {
    const [md5, sha256] = [createHash('md5'), createHash('sha256')]
    let size = 0
    async function* watched(): AsyncIterable<Uint8Array> {
      for await (const piece of source) {
        md5.update(piece)
        sha256.update(piece)
        size += piece.length
        yield piece
      }
    }
    const blob = await this.#blobs.write(watched())
    return { blob, size, md5: md5.digest('hex'), sha256: sha256.digest('hex') }
  }

  discard(received: ReceivedBytes): void {
    this.#blobs.remove(received.blob)
  }

  /** The bytes themselves, which are not kept any longer. */
  take(received: ReceivedBytes): Buffer {
    const bytes = this.#blobs.whole(received.blob)
    this.discard(received)
    return bytes
  }

  /** Stores a file, in place of one of the same name. @throws when the disk refuses. */
  store(
    name: string,
    contentType: string,
    etag: string,
    pieces: readonly Piece[],
    storedAt: number,
  ): KeptFile {
    const before = this.file(name)
    const plain = pieces.map(({ blob, size }) => ({ blob, size }))
    this.#database
      .prepare('INSERT OR REPLACE INTO stored_file VALUES (?, ?, ?, ?, ?)')
      .run(name, contentType, etag, JSON.stringify(plain), storedAt)
    const file = this.#remember(name, contentType, etag, plain, storedAt)
    for (const { blob } of before?.pieces ?? []) this.#blobs.remove(blob)
    return file
  }

  remove(name: string): void {
    this.#database.prepare('DELETE FROM stored_file WHERE name = ?').run(name)
    for (const { blob } of this.file(name)?.pieces ?? []) this.#blobs.remove(blob)
    this.#files.delete(name)
  }

  /** The bytes of a file from the first to the last of a range. */
  async *read(file: KeptFile, first: number, last: number): AsyncIterable<Uint8Array> {
    let start = 0
    for (const { blob, size } of file.pieces) {
      const [from, to] = [Math.max(first - start, 0), Math.min(last - start, size - 1)]
      if (from <= to) yield* this.#blobs.read(blob, from, to)
      start += size
    }
  }

  /** All bytes of a file. @throws when they are gone. */
  bytesOf(file: KeptFile): Buffer {
    return Buffer.concat(file.pieces.map(({ blob }) => this.#blobs.whole(blob)))
  }

  begin(id: string, name: string, contentType: string): void {
    this.#database.prepare('INSERT INTO unfinished_file VALUES (?, ?, ?)').run(id, name, contentType)
  }

  /** The unfinished upload of this id, or null where there is none for this name. */
  unfinished(id: string, name: string): { readonly contentType: string } | null {
    const row = this.#database.prepare('SELECT * FROM unfinished_file WHERE id = ?').get(id)
    if (row === undefined) return null
    const kept = v.parse(UnfinishedSchema, row)
    return kept.name === name ? { contentType: kept.content_type } : null
  }

  /** The parts of an upload, in order of their numbers. */
  parts(id: string): readonly KeptPart[] {
    return [...(this.#parts.get(id)?.values() ?? [])].sort((one, other) => one.number - other.number)
  }

  storePart(id: string, number: number, received: ReceivedBytes): void {
    const { blob, size, md5: etag } = received
    this.#database
      .prepare('INSERT OR REPLACE INTO file_part VALUES (?, ?, ?, ?, ?)')
      .run(id, number, blob, size, etag)
    const before = this.#partsOf(id).get(number)
    this.#partsOf(id).set(number, { upload: id, number, blob, size, etag })
    if (before !== undefined) this.#blobs.remove(before.blob)
  }

  /** Ends an upload; the bytes of parts that are in no file are removed. */
  end(id: string): void {
    const parts = this.parts(id)
    this.#database.prepare('DELETE FROM unfinished_file WHERE id = ?').run(id)
    this.#database.prepare('DELETE FROM file_part WHERE upload = ?').run(id)
    this.#parts.delete(id)
    const used = new Set([...this.#pieces()].map((piece) => piece.blob))
    for (const { blob } of parts) if (!used.has(blob)) this.#blobs.remove(blob)
  }

  #remember(
    name: string,
    contentType: string,
    etag: string,
    pieces: readonly Piece[],
    storedAt: number,
  ): KeptFile {
    const file = { name, contentType, etag, pieces, size: sizeOf(pieces), storedAt }
    this.#files.delete(name)
    this.#files.set(name, file)
    return file
  }

  #partsOf(id: string): Map<number, KeptPart> {
    const parts = this.#parts.get(id) ?? new Map<number, KeptPart>()
    this.#parts.set(id, parts)
    return parts
  }

  *#pieces(): Iterable<Piece> {
    for (const file of this.#files.values()) yield* file.pieces
    for (const parts of this.#parts.values()) yield* parts.values()
  }
}
