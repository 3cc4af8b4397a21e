import type { FileHandle } from 'node:fs/promises'

/*
 * A zip that stores its files uncompressed: pictures and PDFs are already compressed. It implements only the part of
 * the format (APPNOTE 6.3.10) that is needed: checksums and sizes known beforehand, UTF-8 names, no Zip64.
 */
const utf8Names = 0x0800
const versionNeeded = 20

export interface ZipEntry {
  readonly name: string
  readonly size: number
  readonly crc32: number
  readonly modified: Date
}

interface Written extends ZipEntry {
  readonly at: number
}

/** Writes a zip into an open, empty file. */
export class ZipFile {
  readonly #handle: FileHandle
  readonly #entries: Written[] = []
  #at = 0

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /**
   * Adds a file. @param bytes ends with null when they cannot be read to the end: then the file is removed again.
   * @returns whether it was added.
   */
  async add(entry: ZipEntry, bytes: AsyncIterable<Uint8Array | null>): Promise<boolean> {
    const at = this.#at
    await this.#write(localHeader(entry))
    const begin = this.#at
    for await (const some of bytes) {
      if (some === null) {
        this.#at = at
        return false
      }
      await this.#write(some)
    }
    if (this.#at - begin !== entry.size) throw new Error('A file of a zip has another size than was said.')
    this.#entries.push({ ...entry, at })
    return true
  }

  /** Writes the central directory: without it the file is not a zip. */
  async finish(): Promise<void> {
    const at = this.#at
    for (const entry of this.#entries) await this.#write(centralHeader(entry))
    await this.#write(endRecord(this.#entries.length, this.#at - at, at))
    await this.#handle.truncate(this.#at)
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, this.#at)
      done += bytesWritten
      this.#at += bytesWritten
    }
  }
}

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(0x04034b50, 0)
  fixed.writeUInt16LE(versionNeeded, 4)
  describe(fixed, 6, entry, name.length)
  return Buffer.concat([fixed, name])
}

function centralHeader(entry: Written): Buffer {
  const name = Buffer.from(entry.name)
  const fixed = Buffer.alloc(46)
  fixed.writeUInt32LE(0x02014b50, 0)
  fixed.writeUInt16LE(versionNeeded, 4)
  fixed.writeUInt16LE(versionNeeded, 6)
  describe(fixed, 8, entry, name.length)
  fixed.writeUInt32LE(entry.at, 42)
  return Buffer.concat([fixed, name])
}

/** The fields both headers share: flags, method, time, checksum, sizes, length of the name. */
function describe(header: Buffer, at: number, { crc32, size, modified }: ZipEntry, nameLength: number): void {
  header.writeUInt16LE(utf8Names, at)
  header.writeUInt16LE(0, at + 2)
  header.writeUInt16LE(dosTime(modified), at + 4)
  header.writeUInt16LE(dosDate(modified), at + 6)
  header.writeUInt32LE(crc32, at + 8)
  header.writeUInt32LE(size, at + 12)
  header.writeUInt32LE(size, at + 16)
  header.writeUInt16LE(nameLength, at + 20)
}

function endRecord(count: number, size: number, at: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(at, 16)
  return record
}

function dosTime(date: Date): number {
  return (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
}

function dosDate(date: Date): number {
  return (Math.max(0, date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
}
