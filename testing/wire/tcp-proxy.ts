import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Carries the bytes of one connection both ways, and its end, however it likes. */
export type Carrier = (client: Socket, server: Socket) => void

const host = '127.0.0.1'
/** Below those that systems give to outgoing connections: a port that is let go for a while is still free afterwards. */
const ports = [20_000, 32_000] as const

/** A TCP proxy on loopback: what happens to a connection is its carrier's business. */
export class TcpProxy {
  readonly #targetPort: number
  readonly #carry: Carrier
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #port = 0

  private constructor(targetPort: number, carry: Carrier) {
    this.#targetPort = targetPort
    this.#carry = carry
    // Half-open on both sides: an end is the carrier's to pass on, late or never.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (client) =>
      this.#accept(client),
    )
  }

  static async start(targetPort: number, carry: Carrier): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort, carry)
    await proxy.open()
    return proxy
  }

  /** The base URL of what is behind it, without a trailing slash. */
  get url(): string {
    return `http://${host}:${this.#port}`
  }

  /** Listens, at the same port as before; at the first time at any that is free. */
  async open(): Promise<void> {
    if (this.#port !== 0) {
      await this.#listen(this.#port)
      return
    }
    while (this.#port === 0) {
      const port = randomInt(...ports)
      try {
        await this.#listen(port)
        this.#port = port
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
      }
    }
  }

  async #listen(port: number): Promise<void> {
    this.#server.listen({ host, port, exclusive: true })
    await once(this.#server, 'listening')
  }

  /**
   * Refuses new connections and ends the open ones without awaiting their end: a socket that was reset while it was
   * closing may never report it.
   */
  refuse(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #accept(client: Socket): void {
    const server = connect({ host, port: this.#targetPort, allowHalfOpen: true, noDelay: true })
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      // Resets are expected here; 'close' is what matters.
      socket.on('error', () => undefined)
    }
    this.#carry(client, server)
  }
}
