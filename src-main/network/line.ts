import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { createConnector, type Connecting, type Connector, type Opening } from './connector.ts'
import { longestHeadersBytes } from './body.ts'
import type { Network } from './network.ts'
import { send, type ArrivingAnswer, type Outgoing, type Sent } from './send.ts'

/** The limits are `send`'s own. HTTP/1.1 only: over HTTP/2 undici queues requests in flight again. */
const plain = {
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: longestHeadersBytes,
} as const

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
  readonly #kept: Agent
  readonly #closing = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()

  /** @param connectTimeoutMs for DNS, TCP and TLS together; reaching a proxy has the same for itself */
  constructor(network: Network, connectTimeoutMs: number) {
    this.#connecting = createConnector(network, connectTimeoutMs)
    this.#kept = new Agent({ ...plain, connect: this.#connecting() })
  }

  /** Connections opened ahead for claims. @param baseUrl where all of them lead */
  sparesTo(baseUrl: string): SpareConnections {
    return new SpareConnections(this.#connecting(), baseUrl, this.#closing.signal)
  }

  /** Sends over a kept connection. Whoever asks decides about repeating. */
  send<T>(asked: Outgoing, read: (answer: ArrivingAnswer) => Promise<T>): Promise<Sent<T>> {
    return this.#track(send(asked, read, this.#kept, this.#closing.signal))
  }

  /** Sends what must not arrive twice, over a connection of its own: a spare one, where it was handed one. */
  async sendOnce<T>(
    asked: Outgoing,
    read: (answer: ArrivingAnswer) => Promise<T>,
    spare: Spare | null = null,
  ): Promise<SentOnce<T>> {
    const opened: Socket[] = []
    const own = this.#connecting((socket) => void opened.push(socket))
    // Asked once more, or where there is none, it opens its own.
    const connection = new OwnConnection((target, callback) => {
      if (spare === null) own(target, callback)
      else
        spare.handOver((socket) => {
          if (socket === null) own(target, callback)
          else callback(null, socket)
        })
    })
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
    await this.#kept.destroy()
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

/** Longest time in ms that a spare connection may have been open when a request takes it. */
const longestIdleMs = 5_000

/**
 * Connections opened ahead, TLS included, so that a far server's handshakes are paid while an answer is awaited. Each
 * serves one attempt at most, and none that the peer sent anything on or ended: what is written there could arrive or
 * not. Nothing is ever written to a spare here, so a request that was not handed one has not left.
 */
class SpareConnections {
  readonly #connect: Connector
  readonly #target: buildConnector.Options
  /** Oldest first. */
  readonly #spares = new Set<Spare>()
  readonly #closing: AbortSignal

  /** @param baseUrl the server of all connections here */
  constructor(connect: Connector, baseUrl: string, closing: AbortSignal) {
    const { host, hostname, protocol, port } = new URL(baseUrl)
    this.#connect = connect
    this.#closing = closing
    closing.addEventListener('abort', () => this.#spares.forEach((spare) => spare.discard()))
    this.#target = { host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port }
  }

  /** Opens as many as are missing of those that no attempt has taken yet. */
  prepare(count: number): void {
    while (!this.#closing.aborted && this.#spares.size < count) {
      const spare: Spare = new Spare(() => this.#spares.delete(spare))
      this.#spares.add(spare)
      spare.open(this.#connect, this.#target)
    }
  }

  /** The oldest that is open, else the oldest that is opening, for one attempt; null when there is none. */
  take(): Spare | null {
    const fit = [...this.#spares].filter((spare) => spare.isFit)
    const taken = fit.find((spare) => spare.isOpen) ?? fit[0]
    if (taken === undefined) return null
    this.#spares.delete(taken)
    return taken
  }
}

type Stage =
  /** Null within the call that opens it. */
  | { readonly type: 'opening'; readonly opening: Opening | null }
  | {
      readonly type: 'open'
      readonly socket: Socket
      readonly sinceMs: number
      readonly timer: NodeJS.Timeout
    }
  /** Passed on or destroyed. */
  | { readonly type: 'gone' }

/** A connection opened ahead, or still opening. */
class Spare {
  #stage: Stage = { type: 'opening', opening: null }
  readonly #onGone: () => void
  /** Waits for the socket; forgotten once it was told, or when its attempt ended. */
  #receive: ((socket: Socket | null) => void) | null = null

  constructor(onGone: () => void) {
    this.#onGone = onGone
  }

  get isOpen(): boolean {
    return this.#stage.type === 'open'
  }

  get isFit(): boolean {
    switch (this.#stage.type) {
      case 'opening':
        return true
      case 'open': {
        const { socket, sinceMs } = this.#stage
        // By the system's clock: while the computer sleeps the timer stands still.
        const ageMs = Date.now() - sinceMs
        const isYoung = ageMs >= 0 && ageMs <= longestIdleMs
        return (
          isYoung && !socket.destroyed && socket.writable && socket.readable && socket.readableLength === 0
        )
      }
      case 'gone':
        return false
    }
  }

  open(connect: Connector, target: buildConnector.Options): void {
    const opening = connect(target, (...[error, opened]) => {
      if (error === null) this.#opened(opened)
      else this.#lose()
    })
    if (this.#stage.type === 'opening') this.#stage = { type: 'opening', opening }
  }

  #opened(socket: Socket): void {
    if (this.#stage.type === 'gone') {
      destroyQuietly(socket)
      return
    }
    const timer = setTimeout(this.#lose, longestIdleMs)
    timer.unref()
    this.#stage = { type: 'open', socket, sinceMs: Date.now(), timer }
    for (const touch of touches) socket.once(touch, this.#lose)
    if (this.#receive !== null) this.#passOn()
  }

  /**
   * Passes on the socket once it is open; it is the receiver's from then on. Null when it failed, was touched by the
   * peer, is too old or was passed on before: the receiver then opens its own.
   */
  handOver(receive: (socket: Socket | null) => void): void {
    this.#receive = receive
    if (this.#stage.type === 'gone') this.#tell(null)
    if (this.#stage.type === 'open') this.#passOn()
  }

  #passOn(): void {
    // Two turns of the loop: what the peer did until now has been read by then. undici also cannot take a socket
    // within the call that asks for it.
    setImmediate(() =>
      setImmediate(() => {
        if (this.#receive === null) return
        if (this.#stage.type !== 'open' || !this.isFit) {
          this.#lose()
          return
        }
        const { socket, timer } = this.#stage
        clearTimeout(timer)
        for (const touch of touches) socket.off(touch, this.#lose)
        this.#stage = { type: 'gone' }
        this.#tell(socket)
      }),
    )
  }

  #tell(socket: Socket | null): void {
    const receive = this.#receive
    this.#receive = null
    receive?.(socket)
  }

  /** It failed, was touched or grew too old. */
  readonly #lose = (): void => {
    const stage = this.#stage
    this.#stage = { type: 'gone' }
    this.#onGone()
    if (stage.type === 'opening') stage.opening?.giveUp()
    if (stage.type === 'open') {
      clearTimeout(stage.timer)
      destroyQuietly(stage.socket)
    }
    this.#tell(null)
  }

  /** Destroys it unless it was passed on. */
  discard(): void {
    this.#receive = null
    this.#lose()
  }
}

/** Data and an end both make a stream readable. */
const touches = ['readable', 'end', 'error', 'close'] as const

function destroyQuietly(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.destroy()
}
