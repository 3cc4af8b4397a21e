import { once } from 'node:events'
import {
  createServer,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { setTimeout as after } from 'node:timers/promises'

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
  readonly #server = createServer((incoming, outgoing) => void this.#take(incoming, outgoing))
  readonly #behind: URL
  #next: FrontFault[] = []
  #puts = 0
  #waiting: { readonly count: number; readonly resolve: () => void }[] = []
  #port = 0

  private constructor(behind: string) {
    this.#behind = new URL(behind)
  }

  /** @param behind the store's address */
  static async open(behind: string): Promise<StoreFront> {
    const front = new StoreFront(behind)
    await front.up()
    return front
  }

  /** An address of the store as it is through here. */
  through(address: string): string {
    return address.replace(this.#behind.origin, `http://127.0.0.1:${this.#port}`)
  }

  /** What happens to the next PUTs, one after the other; those after them get through. */
  next(...faults: readonly FrontFault[]): void {
    this.#next = [...faults]
  }

  get puts(): number {
    return this.#puts
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
    if (incoming.method === 'PUT') this.#counted()
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

  #counted(): void {
    this.#puts += 1
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
