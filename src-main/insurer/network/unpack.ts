import { Readable, Duplex, pipeline } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

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
