import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileStore } from '#shared/domain/file-store.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { readBounded, type BoundedBody } from '#main/network/body.ts'
import { Line } from '#main/network/line.ts'
import type { Network } from '#main/network/network.ts'
import type { ArrivingAnswer, Outgoing, Sent, SendLimits } from '#main/network/send.ts'
import type { ObjectBody } from './object-store.ts'
import { canSign, createSigner, type AccessKey } from './signing.ts'
import { storeAddress } from './store-address.ts'
import { hiderOf, storeFailureOf, type Failed } from './store-failure.ts'

/** Limits of a request; each has a default. */
export interface StoreLimits extends Pick<SendLimits, 'silenceMs' | 'answerMs'> {
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly connectTimeoutMs?: number
}

export interface StoreRequest extends Omit<Outgoing, 'limits' | 'stop'> {
  /** Most bytes of the answer's body that are read; 64 kB by default. */
  readonly maximumBytes?: number
}

/** A response, from the store or anything in between. */
export interface StoreAnswered extends Pick<ArrivingAnswer, 'status' | 'header'> {
  readonly type: 'answered'
  /** As much as was read of it. */
  readonly body: { readonly type: BoundedBody['type']; readonly text: string }
  /** By the monotonic clock, in ms, from asking to the answer's headers. */
  readonly tookMs: number
}

export type StoreExchange = StoreAnswered | Extract<Sent<never>, { readonly type: 'lost' }>

export type Transport = ReturnType<typeof createTransport>

const longestAnswer = 64 * 1024

/** Requests over connections that are kept, to the store and to what its links lead to. */
export function createTransport(network: Network, given: StoreLimits = {}) {
  const { connectTimeoutMs = 15_000, ...limits } = { silenceMs: 60_000, answerMs: 180_000, ...given }
  const line = new Line(network, connectTimeoutMs)
  return {
    /** Performs one request. It rejects with what reading the body throws, and with nothing else. */
    async exchange(
      { maximumBytes = longestAnswer, ...asked }: StoreRequest,
      stop: AbortSignal,
    ): Promise<StoreExchange> {
      const sent = await line.send({ ...asked, limits, stop }, async (answer) => {
        const { status, header, timing } = answer
        const { type, bytes } = await readBounded(answer.body, maximumBytes)
        // In the next turn the connection is free: a request before would open another.
        await nextTurn()
        const body = { type, text: bytes.toString('utf8') }
        return { type: 'answered', status, header, tookMs: timing.tookMs, body } as const
      })
      return sent.type === 'answered' ? sent.value : sent
    },
    /** Ends what is under way and frees the connections. */
    close: () => line.close(),
  }
}

export interface ObjectStoreOptions {
  readonly store: FileStore
  readonly accessKey: AccessKey
  readonly network: Network
  /** This computer's clock. */
  readonly now: () => Date
  readonly limits?: StoreLimits
}

interface StoreQuestion {
  readonly method: StoreRequest['method']
  readonly name: string
  /** Sent as they are, not signed. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: ObjectBody
}

export type S3Requests = ReturnType<typeof createS3Requests>

const sha256OfNothing = createHash('sha256').digest('hex')

/** Signed requests to a store. */
export function createS3Requests({ store, accessKey, network, now, limits }: ObjectStoreOptions) {
  const transport = createTransport(network, limits)
  const address = storeAddress(store)
  const signer = createSigner(store.region, accessKey)
  const hide = hiderOf(accessKey)

  /** @returns the answer where its status is one of success */
  async function ask(
    { method, name, headers = {}, body }: StoreQuestion,
    signal: AbortSignal,
  ): Promise<Result<StoreAnswered, Failed>> {
    if (!canSign(accessKey)) return err({ type: 'unusable-key' })
    const url = address.objectUrl(name)
    const sha256 = body?.sha256 ?? sha256OfNothing
    const signed = signer.headers({ method, url, sha256, at: now() })
    const exchange = await transport.exchange(
      { method, url, headers: { ...signed, ...headers }, body: body ?? null },
      signal,
    )
    const isDone = exchange.type === 'answered' && exchange.status >= 200 && exchange.status < 300
    return isDone ? ok(exchange) : err(exchange)
  }

  return {
    transport,
    ask,
    /** Maps a failed exchange to a store failure. */
    failed: (why: Failed) => err(storeFailureOf(why, { nowMs: now().getTime(), hide })),
  }
}
