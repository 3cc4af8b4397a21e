import { Readable } from 'node:stream'
import { request, type Dispatcher } from 'undici'

/** How long an exchange may take, in ms; what is left out has no limit. */
export interface SendLimits {
  /** Longest silence: while a body goes out, while an answer is awaited, between its bytes. */
  readonly silenceMs?: number
  /** From asking to the last byte of the answer. */
  readonly totalMs?: number
  /** From the answer's headers to its last byte, however steadily it arrives. */
  readonly answerMs?: number
}

/** Why an exchange ended early: by the network's `reset`, or by one of us. */
export type LostCause = 'timeout' | 'reset' | 'stopped' | 'suspended'

/** A body that is read while it leaves. */
export interface OutgoingBody {
  /** Bytes. */
  readonly size: number
  /** Each call reads from the beginning. A piece stays as it is when the next one is asked for. */
  readonly bytes: () => AsyncIterable<Uint8Array>
  /** Called with the number of bytes handed to the connection since the last call. */
  readonly onSent?: (bytes: number) => void
}

export interface Outgoing {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly url: string | URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: OutgoingBody | string | null
  readonly limits: SendLimits
  /** Ends it; with the reason `'suspended'` when the computer sleeps. */
  readonly stop?: AbortSignal | undefined
}

/** An answer whose headers are there. */
export interface ArrivingAnswer {
  readonly status: number
  /** Null where it is missing. */
  readonly header: (name: string) => string | null
  readonly timing: AnswerTiming
  /** The body as it comes over the line, no faster than it is read; throws where it breaks off. */
  readonly body: AsyncIterable<Uint8Array>
  /** Aborted when the exchange is over. */
  readonly signal: AbortSignal
  /** Why it is over, once it is. */
  readonly lostCause: () => LostCause
  /** Waits for our own side, which is no silence of the other. @returns null when the exchange ends first */
  readonly whileHeld: <T>(work: Promise<T>) => Promise<T | null>
}

/** When an answer's headers arrived, for comparing clocks. */
export interface AnswerTiming {
  /** The `Date` header as received. */
  readonly date: string | null
  /** The `Age` header: a cache's answer has an old date. */
  readonly age: string | null
  /** System time, milliseconds since 1970. */
  readonly askedAtMs: number
  readonly headersAtMs: number
  /** Duration in milliseconds by the monotonic clock. */
  readonly tookMs: number
}

export type Sent<T> =
  | { readonly type: 'answered'; readonly value: T }
  /** No answer. Whether anything arrived is not known from it. */
  | {
      readonly type: 'lost'
      readonly cause: LostCause
      readonly error: unknown
      /** Of the request's body, where it was read while it left. */
      readonly sentBytes: number
    }

/**
 * One exchange over HTTP/1.1: nothing is followed, unpacked or sent again, and it is over when `read` is. Rejects with
 * what reading either body throws on our own side, and with nothing else.
 *
 * @param closing a second stop, of whoever owns the connections
 */
export async function send<T>(
  asked: Outgoing,
  read: (answer: ArrivingAnswer) => Promise<T>,
  dispatcher: Dispatcher,
  closing: AbortSignal,
): Promise<Sent<T>> {
  const { method, url, limits, stop } = asked
  const late = new AbortController()
  const expire = (): void => late.abort()
  const stops = stop === undefined ? [closing] : [stop, closing]
  const signal = AbortSignal.any([...stops, late.signal])
  const lostCause = (): LostCause => {
    const stopped = stops.find(({ aborted }) => aborted)
    if (stopped !== undefined) return stopped.reason === 'suspended' ? 'suspended' : 'stopped'
    return late.signal.aborted ? 'timeout' : 'reset'
  }
  const silence = new Silence(limits.silenceMs ?? null, expire)
  const total = limits.totalMs === undefined ? undefined : setTimeout(expire, limits.totalMs)
  const outgoing = outgoingOf(asked.body ?? null, (graceMs) => silence.broken(graceMs))
  const askedAtMs = Date.now()
  const startedMs = performance.now()
  let whole: NodeJS.Timeout | undefined
  try {
    const headers = { ...asked.headers, ...outgoing.headers }
    // By default undici closes the connection after a HEAD, for servers that give it a body all the same.
    const options = { dispatcher, method, headers, body: outgoing.body, signal, reset: false }
    const lost = (error: unknown) =>
      ({ type: 'lost', cause: lostCause(), error, sentBytes: outgoing.sentBytes }) as const
    if (signal.aborted) return lost(signal.reason)
    const asking = request(url, options).catch((error: unknown) => ({ error }))
    // By itself undici ends a request only once its connection is open.
    const response = (await unlessAborted(asking, signal)) ?? { error: signal.reason }
    if ('error' in response) {
      if (outgoing.failure !== null) throw outgoing.failure.cause
      return lost(response.error)
    }
    silence.broken()
    if (limits.answerMs !== undefined) whole = setTimeout(expire, limits.answerMs)
    const header = (name: string): string | null => headerOf(response.headers[name])
    const value = await read({
      status: response.statusCode,
      header,
      timing: {
        date: header('date'),
        age: header('age'),
        askedAtMs,
        headersAtMs: Date.now(),
        tookMs: performance.now() - startedMs,
      },
      body: heard(response, silence),
      signal,
      lostCause,
      whileHeld: (work) => silence.whileHeld(work, signal),
    }).finally(() => response.body.destroy())
    return { type: 'answered', value }
  } finally {
    silence.end()
    clearTimeout(total)
    clearTimeout(whole)
  }
}

const headerOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value.join(', ') : value) ?? null

function heard({ statusCode, body }: Dispatcher.ResponseData, silence: Silence): AsyncIterable<Uint8Array> {
  // Ending a body early destroys it with an error, about which we know.
  body.on('error', () => undefined)
  return (async function* () {
    // By their status these have no content, whatever comes.
    if (statusCode === 204 || statusCode === 205) return
    for await (const piece of body) {
      if (!(piece instanceof Uint8Array)) continue
      silence.broken()
      yield piece
    }
  })()
}

/** Tells when the other side says nothing for too long, however long all of it takes. */
export class Silence {
  readonly #limitMs: number | null
  readonly #onTooLong: () => void
  #timer: NodeJS.Timeout | undefined
  #isHeld = false

  /** It begins at once. @param limitMs longest silence in milliseconds; null for no limit */
  constructor(limitMs: number | null, onTooLong: () => void) {
    this.#limitMs = limitMs
    this.#onTooLong = onTooLong
    this.broken()
  }

  /** Something was heard, or taken. @param graceMs how much longer the next silence may last */
  broken(graceMs = 0): void {
    this.end()
    if (!this.#isHeld && this.#limitMs !== null) {
      this.#timer = setTimeout(this.#onTooLong, this.#limitMs + graceMs)
    }
  }

  /** Waits for our own side, which is no silence of the other. @returns null when the signal ends it first */
  async whileHeld<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
    this.#isHeld = true
    this.end()
    try {
      return await unlessAborted(work, signal)
    } finally {
      this.#isHeld = false
      this.broken()
    }
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** @returns null when the signal ends it first */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = Promise.withResolvers<null>()
  const abort = (): void => aborted.resolve(null)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
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
function outgoingOf(body: OutgoingBody | string | null, heard: (graceMs?: number) => void): Leaving {
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
