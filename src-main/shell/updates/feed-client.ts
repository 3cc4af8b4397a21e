import { parseBaseUrl } from '#shared/settings.ts'
import type { UpdateFailure } from '#shared/updates.ts'
import { readBounded } from '#main/network/body.ts'
import { Line } from '#main/network/line.ts'
import type { Network } from '#main/network/network.ts'
import type { ArrivingAnswer, SendLimits } from '#main/network/send.ts'

const mostRedirects = 3
/** A slow connection may take as long as it needs. */
const silenceMs = 60_000
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

export type FeedClient = ReturnType<typeof createFeedClient>

type FeedAnswer = Pick<ArrivingAnswer, 'status' | 'body'>

/**
 * Reads a feed: GET requests that carry nothing about this installation, over https only (http on this computer).
 *
 * @param feedUrl as the settings have it; checked here again. Throws {@link FeedError} if it is not a valid address.
 */
export function createFeedClient(feedUrl: string, network: Network) {
  const base = judged(feedUrl).href.replace(/\/$/, '')
  const line = new Line(network, 15_000)

  /** Network errors can contain addresses and details; callers get only one of our own codes. */
  async function ask<T>(
    file: string,
    headers: Readonly<Record<string, string>>,
    limits: SendLimits,
    read: (answer: ArrivingAnswer) => Promise<T>,
  ): Promise<T> {
    let url = new URL(`${base}/${encodeURIComponent(file)}`)
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const asked = { 'user-agent': 'Claims Desk', 'cache-control': 'no-cache', ...headers }
      const sent = await line.send({ method: 'GET', url, headers: asked, limits }, async (answer) => {
        const location = answer.status >= 300 && answer.status < 400 ? answer.header('location') : null
        return location === null ? { value: await read(answer) } : { location }
      })
      if (sent.type === 'lost') throw new FeedError('unreachable')
      if ('value' in sent.value) return sent.value.value
      url = judged(sent.value.location, url)
    }
    throw new FeedError('not-a-feed')
  }

  return {
    /** A small file beside the manifest; null where there is none. Throws {@link FeedError}. */
    small: (file: string, limitBytes: number): Promise<Buffer | null> =>
      ask(file, {}, { totalMs: smallMs }, async ({ status, body }) => {
        if (status === 404 || status === 410) return null
        if (status !== 200) throw new FeedError('unreachable')
        const { type, bytes } = await readBounded(body, limitBytes)
        if (type === 'complete') return bytes
        throw new FeedError(type === 'too-large' ? 'not-a-feed' : 'unreachable')
      }),
    /**
     * A file beside the manifest, from that byte on; the response may still start at 0. Throws {@link FeedError}, and
     * what `read` throws.
     */
    from<T>(file: string, startByte: number, read: (answer: FeedAnswer) => Promise<T>): Promise<T> {
      const range: Readonly<Record<string, string>> = startByte === 0 ? {} : { range: `bytes=${startByte}-` }
      // A range of a compressed response would not be a range of the file.
      return ask(file, { 'accept-encoding': 'identity', ...range }, { silenceMs }, read)
    },
    /** Aborts requests in flight. */
    close: () => line.close(),
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
