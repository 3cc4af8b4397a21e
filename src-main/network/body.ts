import { Readable, type Duplex, pipeline } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib'

/** Debug bars, policies and cookies of those between fill more headers than the 16 kB that are read by default. */
export const longestHeadersBytes = 64 * 1024

/** The body of an answer, as much as was read of it. */
export interface BoundedBody {
  readonly type: 'complete' | 'too-large' | 'broken-off'
  readonly bytes: Buffer
  /** What ended it, where it broke off. */
  readonly error?: unknown
}

/** Reads a body up to so many bytes, and no further. */
export async function readBounded(body: AsyncIterable<unknown>, maximumBytes: number): Promise<BoundedBody> {
  const collected = new CollectedBytes()
  const ended = (type: BoundedBody['type']): BoundedBody => ({ type, bytes: Buffer.from(collected.view()) })
  try {
    for await (const piece of body) {
      if (!(piece instanceof Uint8Array)) continue
      const left = maximumBytes - collected.length
      collected.add(piece.subarray(0, left))
      if (piece.length > left) return ended('too-large')
    }
    return ended('complete')
  } catch (error) {
    return { ...ended('broken-off'), error }
  }
}

// More than this is given back once it was read: one long row is no reason to keep its memory.
const mostKeptBytes = 1024 * 1024

/**
 * Bytes put together piece by piece, in memory of their own: a piece may be one byte of a large one that would be kept
 * with it, and a server decides how many there are.
 */
export class CollectedBytes {
  #bytes = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  /** The bytes so far; valid until the next call of another method. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** @returns the bytes so far as UTF-8, which are then forgotten. */
  takeText(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length)
    this.#length = 0
    if (this.#bytes.length > mostKeptBytes) this.#bytes = Buffer.alloc(0)
    return text
  }
}

/** Sent as `Accept-Encoding`: a list of claims shrinks to a tenth. */
export const acceptedCodings = 'gzip, br'

// A missing end is judged by what could be unpacked: the text says whether anything is missing.
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}

/**
 * The bytes of a body as they were before `Content-Encoding`, piece by piece, no faster than they are read. What no one
 * asked for, or several codings, leave them as they are: they are no JSON then.
 */
export function unpacked(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | null,
): AsyncIterable<unknown> {
  const decoder = decoderOf((contentEncoding ?? '').trim().toLowerCase())
  // Errors and ends are seen by whoever reads it.
  return decoder === null
    ? body
    : pipeline(Readable.from(body, { highWaterMark: 1 }), decoder, () => undefined)
}

function decoderOf(coding: string): Duplex | null {
  switch (coding) {
    case 'gzip':
      return createGunzip(lenient)
    case 'br':
      return createBrotliDecompress(lenientBrotli)
    default:
      return null
  }
}
