import ky, { type Options } from 'ky'
import type { NotSentCause } from '#shared/outbox/attempt-outcome.ts'
import { acceptedCodings, readBounded, unpacked } from '#main/network/body.ts'
import { keyHider, type KeyHider } from '#main/network/hide-key.ts'
import { Line } from '#main/network/line.ts'
import { directNetwork, type Network } from '#main/network/network.ts'
import type { ArrivingAnswer, AnswerTiming, LostCause, Outgoing } from '#main/network/send.ts'
import {
  connectFailure,
  connectTrouble,
  garbledCode,
  type ConnectTrouble,
} from '#main/network/transport-error.ts'
import { brokenBody, listHeaders, readList, type ListExchange, type RowReading } from './list-exchange.ts'
import { longestAnswerBytes } from './wire/scalars.ts'

/** Limits of an exchange; each has a default. */
export interface ExchangeLimits {
  /** Milliseconds from the call to the last byte of the answer. Default 30 s. */
  readonly postTimeoutMs?: number
  /** Longest silence, in ms: a long claim list over a slow line is read as long as bytes arrive. Default 20 s. */
  readonly getTimeoutMs?: number
  /** Milliseconds from the call to the last byte of the answer, however steadily it arrives. Default 5 min. */
  readonly getTotalTimeoutMs?: number
  /** Milliseconds for DNS, TCP and TLS together; reaching a proxy has the same for itself. Default 10 s. */
  readonly connectTimeoutMs?: number
  /** Longest silence while a whole list is read, in ms; there is no limit of the total. Default a minute. */
  readonly listStallMs?: number
}

/** Bytes in both directions, with headers and TLS. */
export type OnBytes = (bytes: number) => void

export type Query = Readonly<Record<string, string | number>>

interface ExchangeOptions extends ExchangeLimits {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly readKey: () => Promise<string | null>
  /** How connections leave this computer; directly by default. */
  readonly network?: Network
}

interface PostOptions {
  readonly stop?: AbortSignal | undefined
  readonly onBytes?: OnBytes | undefined
  /** A claim or a pharmacy request, not a question about one. */
  readonly delivers: boolean
}

export type HttpExchange = ReturnType<typeof createHttpExchange>

/** Performs exchanges with the API and returns every outcome as data: no error of ky or undici escapes. */
export function createHttpExchange(options: ExchangeOptions) {
  const { network = directNetwork, connectTimeoutMs = 10_000, postTimeoutMs = 30_000 } = options
  const { getTimeoutMs = 20_000, getTotalTimeoutMs = 5 * 60_000, listStallMs = 60_000 } = options
  const line = new Line(network, connectTimeoutMs)
  const spares = line.sparesTo(options.baseUrl)

  const shaped = async (path: string, how: ShapedBy): Promise<Shaped | Exchange> => {
    const key = await usableKey(options.readKey)
    return typeof key === 'string' ? await shape(`${options.baseUrl}/${path}`, how, key) : key
  }

  return {
    /**
     * Sends JSON once, over its own connection: for what delivers, one that was opened ahead. `onBytes` is told what that
     * took of the line, however it ended.
     */
    async post(path: string, json: unknown, { stop, onBytes, delivers }: PostOptions): Promise<Exchange> {
      // At once: whoever prepares for the next ones now must not count it any longer.
      const spare = delivers ? spares.take() : null
      const asked = await shaped(path, { method: 'POST', json })
      if ('type' in asked) {
        spare?.discard()
        return asked
      }
      const outgoing = { ...asked, limits: { totalMs: postTimeoutMs }, stop }
      const { sent, hasLeft, bytes } = await line.sendOnce(outgoing, answering(asked), spare)
      onBytes?.(bytes)
      return sent.type === 'answered' ? sent.value : brokenOff(sent.error, hasLeft, sent.cause)
    },
    /** Sends one GET; connections may be reused. The caller decides about retries. */
    async get(path: string, query: Query = {}, stop?: AbortSignal): Promise<Exchange> {
      const asked = await shaped(path, { method: 'GET', searchParams: { ...query } })
      if ('type' in asked) return asked
      const limits = { silenceMs: getTimeoutMs, totalMs: getTotalTimeoutMs }
      const sent = await line.send({ ...asked, limits, stop }, answering(asked))
      return sent.type === 'answered' ? sent.value : brokenOff(sent.error, null, sent.cause)
    },
    /** Reads a list of any length as a stream. The caller decides about retries. */
    async list(path: string, reading: RowReading): Promise<ListExchange> {
      const nothing = { bytes: 0, isStopped: false, etag: null }
      const asked = await shaped(path, { method: 'GET', headers: listHeaders(reading) })
      if ('type' in asked) return { ...nothing, exchange: asked }
      const outgoing = { ...asked, limits: { silenceMs: listStallMs }, stop: reading.signal }
      const sent = await line.send(outgoing, async (answer) => {
        const { body, ...read } = await readList(answer, reading, asked.hideKey)
        return { ...read, exchange: answerOf(asked, answer, body), etag: answer.header('etag') }
      })
      if (sent.type === 'answered') return sent.value
      return { ...nothing, exchange: brokenOff(sent.error, null, sent.cause) }
    },
    /** Makes sure that so many connections are open or opening for next POSTs, beyond those under way. */
    prepare: (count: number) => spares.prepare(count),
    /** Aborts whatever is in flight and frees the connections. */
    close: () => line.close(),
  }
}

// An error about a value that is refused as a header would quote it, including the key.
const headerText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** The key for one exchange, or the exchange that is over because there is none. */
async function usableKey(readKey: () => Promise<string | null>): Promise<string | Exchange> {
  const key = await readKey()
  if (key === null || key === '') return { type: 'no-key' }
  return headerText.test(key) ? key : { type: 'unusable-key' }
}

/** What is asked, as it goes out. */
interface Shaped {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly hideKey: KeyHider
}

type ShapedBy = Omit<Options, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

/**
 * ky shapes the address and the JSON. What goes out goes by `send`, which tells what no `fetch` can: whether it left,
 * and how an answer broke off.
 */
async function shape(url: string, how: ShapedBy, key: string): Promise<Shaped> {
  const { promise, resolve } = Promise.withResolvers<Request>()
  const common = { authorization: `Bearer ${key}`, accept: 'application/json', 'user-agent': 'Claims Desk' }
  await ky(url, {
    ...how,
    headers: { 'accept-encoding': acceptedCodings, ...common, ...how.headers },
    retry: 0,
    timeout: false,
    fetch: (input) => {
      resolve(new Request(input))
      return Promise.resolve(new Response())
    },
  })
  const request = await promise
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const body = method === 'POST' ? await request.text() : null
  return {
    method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body,
    hideKey: keyHider(key),
  }
}

const answering =
  (asked: Shaped) =>
  async (answer: ArrivingAnswer): Promise<Exchange> => {
    const pieces = unpacked(answer.body, answer.header('content-encoding'))
    const { type, bytes, error } = await readBounded(pieces, longestAnswerBytes)
    if (type === 'complete') return answerOf(asked, answer, { type, text: new TextDecoder().decode(bytes) })
    return answerOf(asked, answer, type === 'too-large' ? { type } : brokenBody(error, answer.lostCause()))
  }

function answerOf(
  { method, url, hideKey }: Shaped,
  { status, header, timing }: ArrivingAnswer,
  body: AnswerBody,
): Exchange {
  const location = header('location')
  return {
    type: 'answered',
    method,
    status,
    location: location === null ? null : URL.parse(location, url),
    retryAfter: header('retry-after'),
    contentType: header('content-type') ?? '',
    body,
    hideKey,
    timing,
  }
}

/** The body of an answer, as far as it arrived. */
export type AnswerBody =
  | { readonly type: 'complete'; readonly text: string }
  | { readonly type: 'broken-off'; readonly cause: LostCause }
  /** Its chunks or its compression are none. `code`: the parser's, for IT support. */
  | { readonly type: 'garbled'; readonly code: string }
  /** Longer than the limit; reading stopped there. */
  | { readonly type: 'too-large' }
  /** A list of which something cannot be read; reading stopped there. */
  | { readonly type: 'unreadable' }
  /** 304 to a request that named the version it knows. */
  | { readonly type: 'not-modified' }

/** What the classification needs from an HTTP answer. Contains neither the request nor its headers, so no key. */
export interface InsurerAnswer {
  readonly type: 'answered'
  readonly method: Outgoing['method']
  readonly status: number
  /** `Location` as an absolute URL; null when missing or invalid. */
  readonly location: URL | null
  readonly retryAfter: string | null
  readonly contentType: string
  readonly body: AnswerBody
  readonly hideKey: KeyHider
  readonly timing: AnswerTiming
}

/** The raw outcome of one HTTP exchange, before classification. */
export type Exchange =
  | InsurerAnswer
  /** Proved by the socket for requests that must arrive once; by the error for those that may repeat. */
  | { readonly type: 'not-sent'; readonly cause: NotSentCause; readonly trouble?: ConnectTrouble }
  | { readonly type: 'lost'; readonly cause: LostCause; readonly trouble?: ConnectTrouble }
  /** Something answered, in a way that cannot be read. `code`: the parser's, for IT support. */
  | { readonly type: 'garbled'; readonly code: string }
  /** There is no key, or none that is valid in a header. */
  | { readonly type: 'no-key' }
  | { readonly type: 'unusable-key' }

/**
 * The outcome of an exchange without an answer: lost when its headers may have left, otherwise not sent.
 *
 * @param hasLeft whether the headers left; null if not tracked, because a retry does no harm: then the error decides.
 */
export function brokenOff(error: unknown, hasLeft: boolean | null, cause: LostCause): Exchange {
  const connecting = connectFailure(error)
  // What we stopped ourselves shows nothing about the network.
  const seen = { reset: connectTrouble(error), timeout: 'no-answer', stopped: null, suspended: null } as const
  const trouble = seen[cause] === null ? {} : { trouble: seen[cause] }
  const code = cause === 'reset' && hasLeft !== false ? garbledCode(error) : null
  if (code !== null) return { type: 'garbled', code }
  if (hasLeft ?? connecting === 'network') return { type: 'lost', cause, ...trouble }
  if (cause === 'reset') return { type: 'not-sent', cause: connecting, ...trouble }
  // Aborted by us while still connecting: timed out, or stopped.
  return { type: 'not-sent', cause: cause === 'timeout' ? 'connect-timeout' : 'network', ...trouble }
}
