import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { Connector, Opening } from './connector.ts'

/** Longest time in ms that a spare connection may have been open when a request takes it. */
const longestIdleMs = 5_000

/** A connection that one attempt has taken, possibly still opening. */
export interface TakenSpare {
  /**
   * Passes on the socket once it is open; it is the receiver's from then on. Null when it failed, was touched by the
   * peer, is too old or was passed on before: the receiver then opens its own.
   */
  readonly handOver: (receive: (socket: Socket | null) => void) => void
  /** Destroys it unless it was passed on. */
  readonly discard: () => void
}

/**
 * Connections opened ahead, TLS included, so that a far server's handshakes are paid while an answer is awaited. Each
 * serves one attempt at most, and none that the peer sent anything on or ended: what is written there could arrive or
 * not. Nothing is ever written to a spare here, so a request that was not handed one has not left.
 */
export class SpareConnections {
  readonly #connect: Connector
  readonly #target: buildConnector.Options
  /** Oldest first. */
  readonly #spares = new Set<Spare>()
  #isClosed = false

  /** @param baseUrl where all of them lead */
  constructor(connect: Connector, baseUrl: string) {
    const { host, hostname, protocol, port } = new URL(baseUrl)
    this.#connect = connect
    this.#target = { host, hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port }
  }

  /** Opens as many as are missing of those that no attempt has taken yet. */
  prepare(count: number): void {
    while (!this.#isClosed && this.#spares.size < count) {
      const spare: Spare = new Spare(() => this.#spares.delete(spare))
      this.#spares.add(spare)
      spare.open(this.#connect, this.#target)
    }
  }

  /** The oldest that is open, else the oldest that is opening, for one attempt; null when there is none. */
  take(): TakenSpare | null {
    const fit = [...this.#spares].filter((spare) => spare.isFit)
    const taken = fit.find((spare) => spare.isOpen) ?? fit[0]
    if (taken === undefined) return null
    this.#spares.delete(taken)
    return taken
  }

  destroy(): void {
    this.#isClosed = true
    for (const spare of this.#spares) spare.discard()
  }
}

/** A connector that uses the spare first; asked once more, or where there is none, it opens its own. */
export function connectorWith(
  spare: TakenSpare | null,
  connect: buildConnector.connector,
): buildConnector.connector {
  if (spare === null) return connect
  return (options, callback) => {
    spare.handOver((socket) => {
      if (socket === null) connect(options, callback)
      else callback(null, socket)
    })
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

class Spare implements TakenSpare {
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
