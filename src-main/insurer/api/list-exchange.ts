import { setImmediate as nextTurn } from 'node:timers/promises'
import { Readable, Duplex, pipeline } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { request, type Dispatcher } from 'undici'
import { answerOf, askedNow, timingOf, usableKey, brokenOff } from './answer-head.ts'
import { dropBodyErrors, headerOf } from './bounded-body.ts'
import type { ListReading, ListStep } from './claim-reading.ts'
import type { AnswerBody, Exchange, LostCause } from './exchange-result.ts'
import { keyHider, type KeyHider } from './hide-key.ts'
import { ListScanner } from './list-scanner.ts'
import { longestRowBytes } from './wire/scalars.ts'

/** After so much work at a stretch, everything else of main has its turn. */
const longestTurnMs = 16

type RowStep = ListStep | 'unreadable'

/** A reading of rows that are not looked at yet. */
export interface RowReading extends Omit<ListReading, 'onRows'> {
  readonly onRows: (rows: readonly unknown[], hideKey: KeyHider) => RowStep | Promise<RowStep>
}

/** The outcome of reading a list. The body of the exchange is what stands around the rows. */
export interface ListExchange {
  readonly exchange: Exchange
  /** Bytes of the body as they came over the line. */
  readonly bytes: number
  /** Whether it ended early, because no more rows were wanted. */
  readonly isStopped: boolean
  readonly etag: string | null
}

export interface ListCall {
  readonly url: string
  readonly reading: RowReading
  readonly dispatcher: Dispatcher
  readonly readKey: () => Promise<string | null>
  readonly closing: AbortSignal
  /** Longest silence, in ms. */
  readonly stallMs: number
}

/**
 * One GET of a list, over undici's `request`: `fetch` does not tell how many bytes came over the line. Every outcome is
 * data, and ending early closes the connection.
 */
export async function readList(call: ListCall): Promise<ListExchange> {
  const key = await usableKey(call.readKey)
  const nothing = { bytes: 0, isStopped: false, etag: null }
  if (typeof key !== 'string') return { ...nothing, exchange: key }

  const late = new AbortController()
  const silence = new Silence(call.stallMs, () => late.abort())
  const stops = call.reading.signal === undefined ? [call.closing] : [call.reading.signal, call.closing]
  const signal = AbortSignal.any([...stops, late.signal])
  const lostCause = (): LostCause => {
    const stop = stops.find((candidate) => candidate.aborted)
    if (stop !== undefined) return stop.reason === 'suspended' ? 'suspended' : 'stopped'
    return late.signal.aborted ? 'timeout' : 'reset'
  }
  const etag = usableEtag(call.reading.etag ?? null)
  const asked = askedNow()
  try {
    const response = await ask(call, key, etag, signal).catch((error: unknown) =>
      brokenOff(error, null, lostCause()),
    )
    if ('type' in response) return { ...nothing, exchange: response }
    const header = (name: string): string | null => headerOf(response.headers[name])
    const timing = timingOf(header, asked)
    const { statusCode: status, body: stream } = response
    const isUnchanged = status === 304 && etag !== null
    const hideKey = keyHider(key)
    const received = await receive(stream, { call, header, status, silence, signal, lostCause, hideKey })
    const body = isUnchanged ? ({ type: 'not-modified' } as const) : received.body
    const exchange = answerOf({ method: 'GET', status, body, timing, hideKey }, header, call.url)
    return { ...received, exchange, etag: header('etag') }
  } finally {
    silence.end()
  }
}

function ask(
  { url, dispatcher }: ListCall,
  key: string,
  etag: string | null,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    'accept-encoding': acceptedCodings,
    // An old list out of a cache would prove a claim absent that is there.
    'cache-control': 'no-cache',
    ...(etag === null ? {} : { 'if-none-match': etag }),
  }
  return request(url, { dispatcher, signal, headers })
}

// Any other value is not sent back: it would be refused as a header, or match nothing.
const usableEtag = (etag: string | null): string | null =>
  etag !== null && /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null

interface Receiving {
  readonly call: ListCall
  readonly header: (name: string) => string | null
  readonly status: number
  readonly silence: Silence
  readonly signal: AbortSignal
  readonly lostCause: () => LostCause
  readonly hideKey: KeyHider
}

async function receive(
  stream: Readable,
  { call, header, status, silence, signal, lostCause, hideKey }: Receiving,
): Promise<{ readonly body: AnswerBody; readonly bytes: number; readonly isStopped: boolean }> {
  const { onRows, onProgress } = call.reading
  const length = header('content-length') ?? ''
  const totalBytes = /^\d{1,15}$/.test(length) ? Number(length) : null
  const scanner = new ListScanner({
    hasRows: status >= 200 && status < 300,
    maximumPartBytes: longestRowBytes,
  })
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) continue
      bytes += piece.length
      silence.broken()
      yield piece
    }
  }
  const ended = (body: AnswerBody) => ({ body, bytes, isStopped: scanner.isStopped })
  dropBodyErrors(stream)
  silence.broken()
  // By its status it has no content; `fetch` reads it like that, too.
  if (status === 204 || status === 205) {
    stream.destroy()
    return ended({ type: 'complete', text: '' })
  }
  try {
    const pieces = unpacked(counted(), header('content-encoding') ?? '')[Symbol.asyncIterator]()
    let givenWayMs = performance.now()
    for (;;) {
      // Pieces that have come already follow each other without a turn of the loop: the page would wait for all of them.
      if (performance.now() - givenWayMs > longestTurnMs) {
        await nextTurn()
        givenWayMs = performance.now()
      }
      // Only what the network does is caught: an exception in `onRows` is a bug.
      const next = await pieces.next().catch(() => null)
      if (next === null || signal.aborted) return ended({ type: 'broken-off', cause: lostCause() })
      if (next.done === true) return ended({ type: 'complete', text: scanner.text() })
      const rows = next.value instanceof Uint8Array ? scanner.take(next.value) : []
      onProgress?.(bytes, totalBytes)
      if (rows.length > 0) {
        const taking = onRows(rows, hideKey)
        const step = taking instanceof Promise ? await silence.whileHeld(taking, signal) : taking
        if (step === 'unreadable') return ended({ type: 'unreadable' })
        if (step === 'stop') scanner.stop()
      }
      if (scanner.problem !== null) return ended({ type: scanner.problem })
      if (scanner.isEnough) return ended({ type: 'complete', text: scanner.text(true) })
    }
  } finally {
    stream.destroy()
  }
}

/** Sent as `Accept-Encoding`: a list of claims shrinks to a tenth. */
const acceptedCodings = 'gzip, br, deflate'

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
function unpacked(body: AsyncIterable<Uint8Array>, contentEncoding: string): AsyncIterable<unknown> {
  const codings = contentEncoding
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

/** Ends a reading when the other side says nothing for too long, however long all of it takes. */
export class Silence {
  readonly #limitMs: number
  readonly #onTooLong: () => void
  #timer: NodeJS.Timeout
  #isHeld = false

  /** It begins at once. @param limitMs longest silence in milliseconds */
  constructor(limitMs: number, onTooLong: () => void) {
    this.#limitMs = limitMs
    this.#onTooLong = onTooLong
    this.#timer = setTimeout(onTooLong, limitMs)
  }

  /** Something was heard. */
  broken(): void {
    if (!this.#isHeld) this.#timer.refresh()
  }

  /** Waits for our own side, which is no silence of the other. @returns null when the signal ends it first */
  async whileHeld<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
    clearTimeout(this.#timer)
    this.#isHeld = true
    const aborted = Promise.withResolvers<null>()
    const abort = (): void => aborted.resolve(null)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([work, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
      this.#isHeld = false
      this.#timer = setTimeout(this.#onTooLong, this.#limitMs)
    }
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
