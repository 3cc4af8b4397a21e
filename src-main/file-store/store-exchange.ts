import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { headerOf, readBounded, type BoundedBody } from '#main/insurer/api/bounded-body.ts'
import { connectingFor, createConnector } from '#main/insurer/api/connector.ts'
import type { Network } from '#main/insurer/network/network.ts'
import type { ObjectBody } from './object-store.ts'

/** Limits of a request; each has a default. */
export interface StoreLimits {
  /** Milliseconds for DNS, TCP and TLS together. Default 15 s. */
  readonly connectTimeoutMs?: number
  /** Longest silence, in ms, while a body goes out or an answer is awaited; there is no limit of the total. Default 60 s. */
  readonly silenceMs?: number
  /** Milliseconds from the first byte of an answer to its last, however steadily it arrives. Default 3 min. */
  readonly answerMs?: number
}

export interface StoreRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: ObjectBody | string | null
  /** Most bytes of the answer's body that are read; 64 kB by default. */
  readonly maximumBytes?: number
}

/** An answer of whoever answered. */
export interface StoreAnswered {
  readonly type: 'answered'
  readonly status: number
  /** Null where it is missing. */
  readonly header: (name: string) => string | null
  /** As much as was read of it. */
  readonly body: { readonly type: BoundedBody['type']; readonly text: string }
  /** By the monotonic clock, in ms, from asking to the answer's headers. */
  readonly tookMs: number
}

export type StoreExchange =
  | StoreAnswered
  /** No answer. Whether anything arrived is not known. */
  | {
      readonly type: 'lost'
      readonly cause: 'stopped' | 'silence' | 'broken'
      /** Of the request's body. */
      readonly sentBytes: number
    }

export interface Transport {
  /** Performs one request. It rejects with what reading the body throws, and with nothing else. */
  exchange(asked: StoreRequest, signal: AbortSignal): Promise<StoreExchange>
  /** Ends what is under way and frees the connections. */
  close(): Promise<void>
}

/** One TLS record; over a slow line it is gone long before the silence is too long. */
const pieceBytes = 16 * 1024
const longestAnswer = 64 * 1024
/** What this computer may have taken of a body and not sent, and the pace it goes at worst. */
const bufferedBytes = 4 * 1024 * 1024
const slowestPerMs = 20

/**
 * Requests over HTTP/1.1 and connections that are kept, to the store and to what its links lead to. No redirect is
 * followed, and nothing is sent a second time by itself.
 */
export function createTransport(network: Network, limits: StoreLimits = {}): Transport {
  const { connectTimeoutMs = 15_000, silenceMs = 60_000, answerMs = 180_000 } = limits
  const connect = connectingFor('files', createConnector(network, connectTimeoutMs))
  const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect })
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  const exchange = async (asked: StoreRequest, stop: AbortSignal): Promise<StoreExchange> => {
    const late = new AbortController()
    const signal = AbortSignal.any([stop, closing.signal, late.signal])
    let timer = setTimeout(() => late.abort(), silenceMs)
    const heard = (nextMs = silenceMs): void => {
      clearTimeout(timer)
      timer = setTimeout(() => late.abort(), nextMs)
    }
    const { url, method, headers, maximumBytes = longestAnswer } = asked
    const sending = sendingOf(asked.body, heard, silenceMs)
    const startedMs = performance.now()
    let total: NodeJS.Timeout | undefined
    try {
      const response = await request(url, {
        dispatcher: agent,
        method,
        // By default undici closes the connection after a HEAD, for servers that give it a body all the same.
        reset: false,
        headers: { ...headers, ...sending.headers },
        body: sending.body,
        signal,
      })
      heard()
      total = setTimeout(() => late.abort(), answerMs)
      const tookMs = performance.now() - startedMs
      const header = (name: string): string | null => headerOf(response.headers[name])
      const { type, bytes } = await readBounded(response.body, maximumBytes, () => heard())
      const body = { type, text: bytes.toString('utf8') }
      // In the next turn the connection is free: a request before would open another.
      await nextTurn()
      return { type: 'answered', status: response.statusCode, header, tookMs, body }
    } catch (error) {
      if (sending.failure !== null) throw sending.failure.cause
      if (!(error instanceof Error)) throw error
      const isStopped = stop.aborted || closing.signal.aborted
      const cause = isStopped ? 'stopped' : late.signal.aborted ? 'silence' : 'broken'
      return { type: 'lost', cause, sentBytes: sending.sentBytes }
    } finally {
      clearTimeout(timer)
      clearTimeout(total)
    }
  }

  return {
    exchange(asked, signal) {
      const run = exchange(asked, signal)
      const settled = run.catch(() => undefined).finally(() => underWay.delete(settled))
      underWay.add(settled)
      return run
    },
    async close() {
      closing.abort()
      await Promise.all(underWay)
      await agent.destroy()
    },
  }
}

interface Sending {
  readonly body: Readable | string | null
  readonly headers: Readonly<Record<string, string>>
  sentBytes: number
  /** What reading the body threw. */
  failure: { readonly cause: unknown } | null
}

function sendingOf(body: StoreRequest['body'], heard: (nextMs?: number) => void, silenceMs: number): Sending {
  const nothing = { sentBytes: 0, failure: null }
  if (body === null) return { ...nothing, body, headers: {} }
  if (typeof body === 'string') {
    return { ...nothing, body, headers: { 'content-length': String(Buffer.byteLength(body)) } }
  }
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of piecesOf(body)) {
        yield piece
        sending.sentBytes += piece.length
        heard()
        body.onSent?.(piece.length)
      }
    } catch (cause) {
      sending.failure = { cause }
      throw cause
    }
    // The system may still be sending what it took from us.
    heard(silenceMs + Math.min(sending.sentBytes, bufferedBytes) / slowestPerMs)
  }
  const sending: Sending = {
    ...nothing,
    headers: { 'content-length': String(body.size) },
    // Read one piece ahead, no more: what is reported as sent has left this process.
    body: Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }),
  }
  return sending
}

/** @throws Error when there are more or fewer bytes than the body's size says */
async function* piecesOf({ bytes, size }: ObjectBody): AsyncGenerator<Uint8Array> {
  let left = size
  for await (const chunk of bytes()) {
    left -= chunk.length
    if (left < 0) break
    for (let from = 0; from < chunk.length; from += pieceBytes) yield chunk.subarray(from, from + pieceBytes)
  }
  if (left !== 0) throw new Error('a body is not as long as was said')
}
