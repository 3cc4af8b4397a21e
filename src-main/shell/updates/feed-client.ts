import { Agent, request, type Dispatcher } from 'undici'
import { parseBaseUrl } from '#shared/settings.ts'
import type { UpdateFailure } from '#shared/updates.ts'
import { dropBodyErrors, readBounded } from '#main/insurer/api/bounded-body.ts'
import { connectingFor, createConnector } from '#main/insurer/api/connector.ts'
import type { Network } from '#main/insurer/network/network.ts'

const mostRedirects = 3
/** Of a small file: quitting may wait for it. */
const smallMs = 15_000

/**
 * Why a feed or a download is unusable. Thrown out of streams and steps; it contains nothing of the response.
 */
export class FeedError extends Error {
  readonly reason: UpdateFailure

  constructor(reason: UpdateFailure) {
    super(reason)
    this.reason = reason
  }
}

/** The failure behind an error thrown by a step of an update. */
export function failureBehind(thrown: unknown): UpdateFailure {
  if (thrown instanceof FeedError) return thrown.reason
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'unreachable'
}

/** Reads a feed: GET requests that carry nothing about this installation, over https only (http on this computer). */
export interface FeedClient {
  /** The address of a file beside the manifest. */
  urlOf(file: string): URL
  /** A small file; null where there is none. Throws {@link FeedError}. */
  small(file: string, limitBytes: number): Promise<Buffer | null>
  /** A file from that byte on, as a stream; the response may still start at 0. Throws {@link FeedError}. */
  from(file: URL, startByte: number): Promise<FeedAnswer>
  /** Aborts requests in flight. */
  close(): Promise<void>
}

export interface FeedAnswer {
  readonly status: number
  readonly body: AsyncIterable<Buffer>
  /** Discards a body that is not read. */
  drop(): void
}

/**
 * @param feedUrl as the settings have it; checked here again. Throws {@link FeedError} if it is not a valid address.
 */
export function createFeedClient(feedUrl: string, network: Network): FeedClient {
  const base = judged(feedUrl)
  const agent = new Agent({
    connect: connectingFor('updates', createConnector(network, 15_000)),
    headersTimeout: 30_000,
    // Applies between two chunks: a slow connection may take as long as it needs.
    bodyTimeout: 60_000,
    maxHeaderSize: 16_384,
  })
  const closing = new AbortController()

  async function ask(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal = closing.signal,
  ): Promise<Dispatcher.ResponseData> {
    let at = url
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const answer = await request(at, {
        headers: { 'user-agent': 'Claims Desk', 'cache-control': 'no-cache', ...headers },
        signal,
        dispatcher: agent,
      })
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') return answer
      drop(answer)
      at = judged(location, at)
    }
    throw new FeedError('not-a-feed')
  }

  return {
    urlOf: (file) => new URL(`${base.href.replace(/\/$/, '')}/${encodeURIComponent(file)}`),
    async small(file, limitBytes) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(smallMs)])
      const answer = await guarded(() => ask(this.urlOf(file), {}, signal))
      if (answer.statusCode === 404 || answer.statusCode === 410) {
        drop(answer)
        return null
      }
      if (answer.statusCode !== 200) {
        drop(answer)
        throw new FeedError('unreachable')
      }
      const { type, bytes } = await readBounded(answer.body, limitBytes)
      if (type === 'complete') return bytes
      throw new FeedError(type === 'too-large' ? 'not-a-feed' : 'unreachable')
    },
    async from(file, startByte) {
      const range: Readonly<Record<string, string>> = startByte === 0 ? {} : { range: `bytes=${startByte}-` }
      // A range of a compressed response would not be a range of the file.
      const answer = await guarded(() => ask(file, { 'accept-encoding': 'identity', ...range }))
      return { status: answer.statusCode, body: answer.body, drop: () => drop(answer) }
    },
    async close() {
      closing.abort()
      await agent.destroy()
    },
  }
}

function judged(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : null
  // A redirect may carry a query; otherwise its target must obey the rules for a typed address.
  if (url === null || !parseBaseUrl(url.origin).ok || url.username !== '' || url.password !== '') {
    throw new FeedError('not-a-feed')
  }
  return url
}

function drop(answer: Dispatcher.ResponseData): void {
  dropBodyErrors(answer.body)
  answer.body.destroy()
}

/** Network errors can contain addresses and details; callers get only one of our own codes. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw thrown instanceof FeedError ? thrown : new FeedError('unreachable')
  }
}
