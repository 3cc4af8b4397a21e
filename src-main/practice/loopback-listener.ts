import { oneAtATime } from '#shared/one-at-a-time.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { once } from 'node:events'
import type { Server } from 'node:http'

export type ListenFailure =
  | { readonly type: 'port-in-use'; readonly port: number }
  /** The port may not be opened by this user, or loopback is missing. */
  | { readonly type: 'port-unavailable'; readonly port: number }

const host = '127.0.0.1'

/** A server's listener on loopback, which can be closed and reopened on the same port. */
export class LoopbackListener {
  readonly #server: Server
  #port: number
  #preferred: number
  // One step at a time: a reconnect that overtakes a disconnect would find our own port still in use.
  readonly #inTurn = oneAtATime()

  /**
   * @param port 0 takes any free one, and keeps it
   * @param preferred where `port` is 0: taken if it is free
   */
  constructor(server: Server, port: number, preferred = 0) {
    this.#server = server
    this.#port = port
    this.#preferred = port === 0 ? preferred : 0
  }

  get port(): number {
    return this.#port
  }

  get listening(): boolean {
    return this.#server.listening
  }

  open(): Promise<Result<number, ListenFailure>> {
    return this.#inTurn(() => this.#open())
  }

  /** Refuses new connections and ends all open ones. */
  shut(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#server.listening) return
      const closed = once(this.#server, 'close')
      this.#server.close()
      this.#server.closeAllConnections()
      await closed
    })
  }

  async #open(): Promise<Result<number, ListenFailure>> {
    if (this.#server.listening) return ok(this.#port)
    const preferred = this.#preferred
    this.#preferred = 0
    this.#server.listen({ host, port: preferred === 0 ? this.#port : preferred, exclusive: true })
    try {
      await once(this.#server, 'listening')
    } catch (error) {
      if (preferred !== 0) return await this.#open()
      const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      return err({ type: inUse ? 'port-in-use' : 'port-unavailable', port: this.#port })
    }
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
    return ok(this.#port)
  }
}
