import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import type { LinePurpose } from '#shared/line-use.ts'
import { createConnector, type Connecting } from './connector.ts'
import type { Network } from './network.ts'
import { send, type ArrivingAnswer, type Outgoing, type Sent } from './send.ts'
import { connectorWith, SpareConnections } from './spare-connections.ts'

/** The limits are `send`'s own. HTTP/1.1 only: over HTTP/2 undici queues requests in flight again. */
const plain = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 } as const

/** What became of a request that must arrive once. */
export interface SentOnce<T> {
  readonly sent: Sent<T>
  /** Whether its headers left this computer: known from the socket, never from an error. Final. */
  readonly hasLeft: boolean
  /** Both ways, below TLS. */
  readonly bytes: number
}

/** Connections to others, all of which end with it. */
export class Line {
  readonly #connecting: Connecting
  readonly #kept = new Map<LinePurpose, Agent>()
  readonly #closing = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()

  /** @param connectTimeoutMs for DNS, TCP and TLS together; reaching a proxy has the same for itself */
  constructor(network: Network, connectTimeoutMs: number) {
    this.#connecting = createConnector(network, connectTimeoutMs)
  }

  /** Connections opened ahead for claims. @param baseUrl where all of them lead */
  sparesTo(baseUrl: string): SpareConnections {
    const spares = new SpareConnections(this.#connecting('claims'), baseUrl)
    this.#closing.signal.addEventListener('abort', () => spares.destroy())
    return spares
  }

  /** Sends over a kept connection. Whoever asks decides about repeating. */
  send<T>(
    purpose: LinePurpose,
    asked: Outgoing,
    read: (answer: ArrivingAnswer) => Promise<T>,
  ): Promise<Sent<T>> {
    const agent = this.#kept.get(purpose) ?? new Agent({ ...plain, connect: this.#connecting(purpose) })
    this.#kept.set(purpose, agent)
    return this.#track(send(asked, read, agent, this.#closing.signal))
  }

  /** Sends what must not arrive twice, over a connection of its own: one of the spares, where there is one. */
  async sendOnce<T>(
    purpose: LinePurpose,
    asked: Outgoing,
    read: (answer: ArrivingAnswer) => Promise<T>,
    spares: SpareConnections | null = null,
  ): Promise<SentOnce<T>> {
    const opened: Socket[] = []
    const spare = spares?.take() ?? null
    const own = this.#connecting(purpose, (socket) => void opened.push(socket))
    const connection = new OwnConnection(connectorWith(spare, own))
    try {
      const sent = await this.#track(send(asked, read, connection.dispatcher, this.#closing.signal))
      // An answer is returned without waiting for its connection to close.
      if (sent.type === 'lost') await connection.close()
      const bytes = opened.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0)
      return { sent, hasLeft: connection.hasLeft, bytes }
    } finally {
      spare?.discard()
      void this.#track(connection.close())
    }
  }

  /** Ends what is under way and frees the connections. */
  async close(): Promise<void> {
    this.#closing.abort('stopped')
    await Promise.all(this.#underWay)
    await Promise.all([...this.#kept.values()].map((agent) => agent.destroy()))
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const settled: Promise<unknown> = work
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(settled))
    this.#underWay.add(settled)
    return work
  }
}

const channel = 'undici:client:sendHeaders'

/**
 * A connection for one request, which also tells whether its headers left. Every undici in the process, including
 * Node's own, shares the channel: a message counts only with a socket that was opened here.
 */
export class OwnConnection {
  hasLeft = false
  readonly dispatcher: Dispatcher
  readonly #sockets = new WeakSet()

  constructor(connect: buildConnector.connector) {
    this.dispatcher = new Agent({
      ...plain,
      pipelining: 0,
      connect: (target, callback) => {
        // What has left is not sent again, whatever undici makes of its end.
        if (this.hasLeft) callback(new Error('a request that must arrive once is not sent again'), null)
        else
          connect(target, (...result) => {
            if (result[0] === null) this.#sockets.add(result[1])
            callback(...result)
          })
      },
    })
    subscribe(channel, this.#onSendHeaders)
  }

  /** Afterwards nothing can leave any more. */
  async close(): Promise<void> {
    await this.dispatcher.destroy()
    unsubscribe(channel, this.#onSendHeaders)
  }

  readonly #onSendHeaders = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return
    const { socket } = message
    if (typeof socket === 'object' && socket !== null && this.#sockets.has(socket)) this.hasLeft = true
  }
}
