import { setImmediate as nextTurn } from 'node:timers/promises'
import { readBounded, type BoundedBody } from '#main/insurer/network/body.ts'
import { Line } from '#main/insurer/network/line.ts'
import type { Network } from '#main/insurer/network/network.ts'
import type { ArrivingAnswer, Outgoing, Sent, SendLimits } from '#main/insurer/network/send.ts'

/** Limits of a request; each has a default. */
export interface StoreLimits extends Pick<SendLimits, 'silenceMs' | 'answerMs'> {
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly connectTimeoutMs?: number
}

export interface StoreRequest extends Omit<Outgoing, 'limits' | 'stop'> {
  /** Most bytes of the answer's body that are read; 64 kB by default. */
  readonly maximumBytes?: number
}

/** An answer of whoever answered. */
export interface StoreAnswered extends Pick<ArrivingAnswer, 'status' | 'header'> {
  readonly type: 'answered'
  /** As much as was read of it. */
  readonly body: { readonly type: BoundedBody['type']; readonly text: string }
  /** By the monotonic clock, in ms, from asking to the answer's headers. */
  readonly tookMs: number
}

export type StoreExchange = StoreAnswered | Extract<Sent<never>, { readonly type: 'lost' }>

export interface Transport {
  /** Performs one request. It rejects with what reading the body throws, and with nothing else. */
  exchange(asked: StoreRequest, stop: AbortSignal): Promise<StoreExchange>
  /** Ends what is under way and frees the connections. */
  close(): Promise<void>
}

const longestAnswer = 64 * 1024

/** Requests over connections that are kept, to the store and to what its links lead to. */
export function createTransport(network: Network, given: StoreLimits = {}): Transport {
  const { connectTimeoutMs = 15_000, ...limits } = { silenceMs: 60_000, answerMs: 180_000, ...given }
  const line = new Line(network, connectTimeoutMs)
  return {
    async exchange({ maximumBytes = longestAnswer, ...asked }, stop) {
      const sent = await line.send('files', { ...asked, limits, stop }, async (answer) => {
        const { status, header, timing } = answer
        const { type, bytes } = await readBounded(answer.body, maximumBytes)
        // In the next turn the connection is free: a request before would open another.
        await nextTurn()
        const body = { type, text: bytes.toString('utf8') }
        return { type: 'answered', status, header, tookMs: timing.tookMs, body } as const
      })
      return sent.type === 'answered' ? sent.value : sent
    },
    close: () => line.close(),
  }
}
