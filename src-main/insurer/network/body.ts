import { Readable, Duplex, pipeline } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

/** A body that is read while it leaves. */
export interface OutgoingBody {
  /** Bytes. */
  readonly size: number
  /** Each call reads from the beginning. A piece stays as it is when the next one is asked for. */
  readonly bytes: () => AsyncIterable<Uint8Array>
  /** Called with the number of bytes handed to the connection since the last call. */
  readonly onSent?: (bytes: number) => void
}

/** One TLS record; over a slow line it is gone long before the silence is too long. */
const pieceBytes = 16 * 1024
/** What this computer may have taken of a body and not sent, and the pace it goes at worst. */
const bufferedBytes = 4 * 1024 * 1024
const slowestPerMs = 20

interface Leaving {
  readonly body: Readable | string | null
  readonly headers: Readonly<Record<string, string>>
  sentBytes: number
  /** What reading the body threw. */
  failure: { readonly cause: unknown } | null
}

/** A body as it goes out. @param heard called for each piece that left; with how much longer the next silence may last */
export function outgoingOf(body: OutgoingBody | string | null, heard: (graceMs?: number) => void): Leaving {
  if (body === null || typeof body === 'string') return { body, headers: {}, sentBytes: 0, failure: null }
  const leave = async function* (): AsyncGenerator<Uint8Array> {
    const pieces = piecesOf(body)
    try {
      for (;;) {
        const next = await pieces.next().catch((cause: unknown) => {
          leaving.failure = { cause }
          throw cause
        })
        if (next.done === true) break
        // What is thrown here is the connection's end.
        yield next.value
        leaving.sentBytes += next.value.length
        heard()
        body.onSent?.(next.value.length)
      }
    } finally {
      await pieces.return(undefined)
    }
    // The system may still be sending what it took from us.
    heard(Math.min(leaving.sentBytes, bufferedBytes) / slowestPerMs)
  }
  const leaving: Leaving = {
    // Read one piece ahead, no more: what is reported as sent has left this process.
    body: Readable.from(leave(), { objectMode: true, highWaterMark: 1 }),
    headers: { 'content-length': String(body.size) },
    sentBytes: 0,
    failure: null,
  }
  return leaving
}

/** @throws Error when there are more or fewer bytes than the body's size says */
async function* piecesOf({ bytes, size }: OutgoingBody): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const chunk of bytes()) {
    left -= chunk.length
    if (left < 0) break
    for (let from = 0; from < chunk.length; from += pieceBytes) yield chunk.subarray(from, from + pieceBytes)
  }
  if (left !== 0) throw new Error('a body is not as long as was said')
}

/** The body of an answer, as much as was read of it. */
export interface BoundedBody {
  readonly type: 'complete' | 'too-large' | 'broken-off'
  readonly bytes: Buffer
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
  } catch {
    return ended('broken-off')
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
export const acceptedCodings = 'gzip, br, deflate'

// More would be an attack; fetch has the same limit.
const mostLayers = 5
// A missing end is judged by what could be unpacked: the text says whether anything is missing.
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}
// Without a limit of its window, an answer could claim gigabytes to be unpacked.
const lenientZstd = { params: { [constants.ZSTD_d_windowLogMax]: 23 } }

/**
 * The bytes of a body as they were before `Content-Encoding`, piece by piece, no faster than they are read. A coding
 * that is not known leaves them as they are.
 */
export function unpacked(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | null,
): AsyncIterable<unknown> {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .toReversed()
  if (codings.length === 0 || codings.length > mostLayers) return body
  const decoders: Duplex[] = []
  for (const coding of codings) {
    const decoder = decoderOf(coding)
    if (decoder === null) return body
    decoders.push(decoder)
  }
  // Errors and ends are seen by whoever reads the last one.
  const source = Readable.from(body, { highWaterMark: 1 })
  const last = pipeline([source, ...decoders], () => undefined)
  return last instanceof Readable ? last : source
}

function decoderOf(coding: string): Duplex | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(lenient)
    case 'deflate':
      return Duplex.from(inflated)
    case 'br':
      return createBrotliDecompress(lenientBrotli)
    case 'zstd':
      return createZstdDecompress(lenientZstd)
    default:
      return null
  }
}

// `deflate` means zlib's format, and some servers send it without its head; the first byte tells.
async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = packed[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done === true) return
  const hasHead = ((first.value[0] ?? 0) & 0x0f) === 0x08
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value
  }
  const decoder = hasHead ? createInflate(lenient) : createInflateRaw(lenient)
  yield* pipeline(Readable.from(all()), decoder, () => undefined)
}
