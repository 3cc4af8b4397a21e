import { once } from 'node:events'
import {
  createServer,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { TestCertificate } from '#main/testing/test-certificate.ts'

/** What happens to one request that brings bytes. */
export type FrontFault =
  | { readonly type: 'slow-down'; readonly retryAfterSeconds: number }
  /** The connection is reset in the middle of the body. */
  | { readonly type: 'cut' }
  /** Nothing is ever answered. */
  | { readonly type: 'hang' }
  /** The body is read at this pace. */
  | { readonly type: 'slow'; readonly bytesPerSecond: number }

/**
 * Stands in front of a file store, whichever it is, under an address of its own: what comes is handed on as it is, but
 * for what a test has it do to the next PUTs.
 */
export class StoreFront {
  readonly #server
  readonly #scheme: 'http' | 'https'
  readonly #behind: URL
  readonly #tlsVersions = new Set<string>()
  #next: FrontFault[] = []
  #puts = 0
  #waiting: { readonly count: number; readonly resolve: () => void }[] = []
  #port = 0

  private constructor(behind: string, certificate: TestCertificate | null) {
    this.#behind = new URL(behind)
    this.#scheme = certificate === null ? 'http' : 'https'
    const take = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
      void this.#take(incoming, outgoing)
    this.#server = certificate === null ? createServer(take) : createTlsServer(certificate, take)
  }

  /**
   * @param behind the store's address
   * @param certificate speaks TLS with it
   */
  static async open(behind: string, certificate: TestCertificate | null = null): Promise<StoreFront> {
    const front = new StoreFront(behind, certificate)
    await front.up()
    return front
  }

  /** An address of the store as it is through here. */
  through(address: string): string {
    return address.replace(this.#behind.origin, `${this.#scheme}://127.0.0.1:${this.#port}`)
  }

  /** What happens to the next PUTs, one after the other; those after them get through. */
  next(...faults: readonly FrontFault[]): void {
    this.#next = [...faults]
  }

  get puts(): number {
    return this.#puts
  }

  /** The versions of TLS over which PUTs came. */
  get tlsVersions(): readonly string[] {
    return [...this.#tlsVersions]
  }

  /** Resolves once so many PUTs have come. */
  async putsReached(count: number): Promise<void> {
    if (this.#puts >= count) return
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
  }

  /** The store cannot be reached. */
  async down(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async up(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.#port = address.port
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { socket } = incoming
    incoming.on('error', () => undefined)
    const fault = incoming.method === 'PUT' ? this.#next.shift() : undefined
    if (incoming.method === 'PUT') this.#counted(socket)
    if (fault?.type === 'hang') return
    if (fault?.type === 'slow-down') {
      incoming.resume()
      outgoing.writeHead(503, {
        'retry-after': String(fault.retryAfterSeconds),
        'content-type': 'application/xml',
      })
      outgoing.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>')
      return
    }
    const { hostname, port } = this.#behind
    const { method = 'GET', url: path = '/', headers } = incoming
    // The name it was asked by is signed, and goes on.
    const onward = ask({ hostname, port, method, path, headers })
    // A store that refuses answers early, and closes on what still comes.
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => {
      if (!outgoing.headersSent) socket.resetAndDestroy()
    })
    try {
      await handOn(incoming, onward, fault)
    } catch {
      onward.destroy()
      if (!outgoing.headersSent) socket.resetAndDestroy()
    }
  }

  #counted(socket: Socket): void {
    this.#puts += 1
    if (socket instanceof TLSSocket) this.#tlsVersions.add(socket.getProtocol() ?? 'unknown')
    const due = this.#waiting.filter(({ count }) => count <= this.#puts)
    this.#waiting = this.#waiting.filter((waiter) => !due.includes(waiter))
    for (const { resolve } of due) resolve()
  }
}

async function handOn(
  incoming: IncomingMessage,
  onward: ClientRequest,
  fault: FrontFault | undefined,
): Promise<void> {
  const length = Number(incoming.headers['content-length'] ?? 0)
  let taken = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    taken += piece.length
    if (fault?.type === 'cut' && taken >= length / 2) throw new Error('cut')
    if (fault?.type === 'slow') await after((piece.length / fault.bytesPerSecond) * 1000)
    if (onward.destroyed) return
    onward.write(piece)
  }
  onward.end()
}
