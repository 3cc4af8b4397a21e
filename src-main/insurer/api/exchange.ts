import type { Socket } from 'node:net'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import ky from 'ky'
import { Agent, Dispatcher, type buildConnector, fetch as undiciFetch } from 'undici'
import type { LinePurpose } from '#shared/line-use.ts'
import { directNetwork, type Network } from '#main/insurer/network/network.ts'
import { brokenOff, answerOf, askedNow, timingOf, usableKey } from './answer-head.ts'
import { connectingFor, createConnector } from './connector.ts'
import type { AnswerBody, Exchange, LostCause, Method } from './exchange-result.ts'
import { keyHider } from './hide-key.ts'
import { readList, type ListExchange, type RowReading } from './list-exchange.ts'
import { connectorWith, SpareConnections } from './spare-connections.ts'
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

export interface HttpExchange {
  /** Sends JSON once, over its own connection. `onBytes` is told what that took of the line, however it ended. */
  readonly post: (path: string, body: unknown, signal?: AbortSignal, onBytes?: OnBytes) => Promise<Exchange>
  /** Sends one GET; connections may be reused. The caller decides about retries. */
  readonly get: (path: string, query?: Query, signal?: AbortSignal) => Promise<Exchange>
  /** The same, only to see whether the API answers. */
  readonly check: (path: string, query?: Query, signal?: AbortSignal) => Promise<Exchange>
  /** Reads a list of any length as a stream. The caller decides about retries. */
  readonly list: (path: string, reading: RowReading) => Promise<ListExchange>
  /** Makes sure that so many connections are open or opening for next POSTs, beyond those under way. */
  readonly prepare: (count: number) => void
  /** Aborts whatever is in flight and frees the connections. */
  readonly close: () => Promise<void>
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

interface Call {
  readonly method: Method
  readonly path: string
  readonly query: Query
  readonly body: unknown
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  /** Null when `timeoutMs` covers the whole exchange; otherwise each byte restarts it, up to this total. */
  readonly totalTimeoutMs: number | null
  readonly dispatcher: Dispatcher
  /** Null where a retry does no harm; whether the request was sent is then judged by the error. */
  readonly record: SendRecord | null
}

/** Performs exchanges with the API and returns every outcome as data: no error of ky or undici escapes. */
export function createHttpExchange(options: ExchangeOptions): HttpExchange {
  const { postTimeoutMs = 30_000, getTimeoutMs = 20_000, connectTimeoutMs = 10_000 } = options
  const { getTotalTimeoutMs = 5 * 60_000 } = options
  const { listStallMs = 60_000 } = options
  const connect = createConnector(options.network ?? directNetwork, connectTimeoutMs)
  const limits = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 } as const
  const watch = watchSends()
  const spares = new SpareConnections(connectingFor('claims', connect), options.baseUrl)
  const agents = new Map<LinePurpose, Agent>()
  const agentFor = (purpose: LinePurpose): Agent => {
    const agent = agents.get(purpose) ?? new Agent({ ...limits, connect: connectingFor(purpose, connect) })
    agents.set(purpose, agent)
    return agent
  }
  const closing = new AbortController()
  const inFlight = new Set<Promise<unknown>>()

  const track = async <T>(run: Promise<T>): Promise<T> => {
    inFlight.add(run)
    try {
      return await run
    } finally {
      inFlight.delete(run)
    }
  }

  const post = async (
    path: string,
    body: unknown,
    signal?: AbortSignal,
    onBytes?: OnBytes,
  ): Promise<Exchange> => {
    const record: SendRecord = { sent: false }
    const purpose = purposeOf(path)
    const spare = purpose === 'claims' ? spares.take() : null
    const opened: Socket[] = []
    const own = connectingFor(purpose, connect, (socket) => void opened.push(socket))
    const connectOnce = watch.connectorFor(record, connectorWith(spare, own))
    // One agent per attempt: no stale sockets, and each socket identifies the attempt whose headers left.
    const agent = new Agent({ ...limits, pipelining: 0, connect: connectOnce })
    const call = { method: 'POST', path, query: {}, body, signal, timeoutMs: postTimeoutMs, record } as const
    try {
      return await exchange(
        { ...call, totalTimeoutMs: null, dispatcher: new SingleUse(agent) },
        options,
        closing.signal,
        // `sent` is final only when nothing can leave any more.
        () => agent.destroy(),
      )
    } finally {
      onBytes?.(opened.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0))
      spare?.discard()
      // Return the answer without waiting for its connection to close.
      void track(agent.destroy())
    }
  }

  const get = (
    path: string,
    query: Query = {},
    signal?: AbortSignal,
    purpose = purposeOf(path),
  ): Promise<Exchange> => {
    const limit = { timeoutMs: getTimeoutMs, totalTimeoutMs: getTotalTimeoutMs }
    const call = { method: 'GET', path, query, body: undefined, signal, ...limit } as const
    return exchange({ ...call, record: null, dispatcher: agentFor(purpose) }, options, closing.signal, () =>
      Promise.resolve(),
    )
  }

  return {
    post: (path, body, signal, onBytes) => track(post(path, body, signal, onBytes)),
    get: (path, query, signal) => track(get(path, query, signal)),
    check: (path, query, signal) => track(get(path, query, signal, 'checks')),
    list: (path, rows) =>
      track(
        readList({
          url: `${options.baseUrl}/${path}`,
          reading: rows,
          dispatcher: agentFor(purposeOf(path)),
          readKey: options.readKey,
          closing: closing.signal,
          stallMs: listStallMs,
        }),
      ),
    prepare: (count) => spares.prepare(count),
    close: async () => {
      closing.abort('stopped')
      spares.destroy()
      await Promise.allSettled(inFlight)
      watch.dispose()
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

async function exchange(
  call: Call,
  options: ExchangeOptions,
  closing: AbortSignal,
  finish: () => Promise<void>,
): Promise<Exchange> {
  const key = await usableKey(options.readKey)
  if (typeof key !== 'string') return key

  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), call.timeoutMs)
  const total = call.totalTimeoutMs === null ? undefined : setTimeout(() => late.abort(), call.totalTimeoutMs)
  const onBytes = (): void => {
    if (total !== undefined) timer.refresh()
  }
  const stops = call.signal === undefined ? [closing] : [call.signal, closing]
  const signal = AbortSignal.any([...stops, late.signal])
  const lostCause = (): LostCause => {
    const stop = stops.find((candidate) => candidate.aborted)
    if (stop !== undefined) return stop.reason === 'suspended' ? 'suspended' : 'stopped'
    return late.signal.aborted ? 'timeout' : 'reset'
  }
  try {
    const asked = askedNow()
    const response = await send(call, options.baseUrl, key, signal)
    const header = (name: string): string | null => response.headers.get(name)
    const timing = timingOf(header, asked)
    onBytes()
    const body = await readBody(response, { signal, onBytes, lostCause })
    const { method } = call
    const { status, url } = response
    return answerOf({ method, status, body, timing, hideKey: keyHider(key) }, header, url)
  } catch (error) {
    const cause = lostCause()
    await finish()
    return brokenOff(error, call.record?.sent ?? null, cause)
  } finally {
    clearTimeout(timer)
    clearTimeout(total)
  }
}

function send(call: Call, baseUrl: string, key: string, signal: AbortSignal): Promise<Response> {
  return ky(`${baseUrl}/${call.path}`, {
    method: call.method,
    searchParams: { ...call.query },
    ...(call.method === 'POST' ? { json: call.body } : {}),
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    redirect: 'manual',
    retry: 0,
    throwHttpErrors: false,
    // ky's own limit ends with the headers; ours, in `signal`, covers the body too.
    timeout: false,
    signal,
    fetch: fetchThrough(call.dispatcher),
  })
}

interface BodyReading {
  readonly signal: AbortSignal
  readonly onBytes: () => void
  readonly lostCause: () => LostCause
}

async function readBody(response: Response, reading: BodyReading): Promise<AnswerBody> {
  const { signal, onBytes, lostCause } = reading
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  if (response.body === null) return { type: 'complete', text }
  const reader = response.body.getReader()
  // undici stops following a signal once its request object is garbage-collected, so the abort is enforced here.
  const stop = (): void => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const read: { readonly done: boolean; readonly value?: unknown } = await reader.read()
      const { done, value } = read
      if (signal.aborted) return { type: 'broken-off', cause: lostCause() }
      if (done) break
      if (!(value instanceof Uint8Array)) continue
      onBytes()
      bytes += value.byteLength
      if (bytes > longestAnswerBytes) {
        stop()
        return { type: 'too-large' }
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return { type: 'broken-off', cause: lostCause() }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return { type: 'complete', text: text + decoder.decode() }
}

/** What an endpoint uses the line for, by its path. A check of the connection asks endpoint 9, and says so itself. */
function purposeOf(path: string): LinePurpose {
  if (/\/create_\w+_claim$|\/request_pharmacy$/.test(path)) return 'claims'
  if (path.endsWith('_claim_details')) return 'looks'
  if (path.endsWith('_claims')) return 'lists'
  return 'pharmacies'
}

/** What is known of one attempt: whether its headers ever left this computer. */
interface SendRecord {
  sent: boolean
}

interface SendWatch {
  /** A connector whose sockets belong to one attempt, so that no other request's headers are mistaken for its own. */
  readonly connectorFor: (record: SendRecord, connect: buildConnector.connector) => buildConnector.connector
  readonly dispose: () => void
}

const channel = 'undici:client:sendHeaders'

/**
 * Tracks which attempts left this computer. Every undici in the process, including Node's own, shares the channel, so
 * a message counts only for the attempt that was given the socket it was sent on.
 */
function watchSends(): SendWatch {
  const records = new WeakMap<object, SendRecord>()

  const onSendHeaders = (message: unknown): void => {
    const socket = socketOf(message)
    const record = socket === null ? undefined : records.get(socket)
    if (record !== undefined) record.sent = true
  }
  subscribe(channel, onSendHeaders)

  return {
    connectorFor: (record, connect) => (options, callback) => {
      connect(options, (...result) => {
        if (result[0] === null) records.set(result[1], record)
        callback(...result)
      })
    },
    dispose: () => void unsubscribe(channel, onSendHeaders),
  }
}

function socketOf(message: unknown): object | null {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return null
  return typeof message.socket === 'object' ? message.socket : null
}

/**
 * ky 2 hands its `fetch` option a global `Request`, which the package's `fetch` refuses. This adapter takes it apart;
 * `undici.install()` would also do, but it replaces `fetch` and `Request` for the whole main process.
 *
 * The body is passed as text, so that it has a length: a stream would be sent in chunks, which some servers cannot
 * read.
 */
function fetchThrough(dispatcher: Dispatcher) {
  return async (input: string | URL | Request): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input)
    const body = request.body === null ? null : await request.text()
    const response = await undiciFetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      body,
      redirect: 'manual',
      signal: request.signal,
      dispatcher,
    })
    // The same class by the standard; the types differ only where the DOM's types are loaded too (e2e).
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    return response as unknown as Response
  }
}

/**
 * Allows a single request: undici's `fetch` automatically resends a request when the answer is 421, which must never
 * happen with a claim.
 */
class SingleUse extends Dispatcher {
  readonly #inner: Dispatcher
  #used = false

  constructor(inner: Dispatcher) {
    super()
    this.#inner = inner
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#used) throw new Error('A request that must arrive once is not sent again')
    this.#used = true
    return this.#inner.dispatch(options, handler)
  }
}
