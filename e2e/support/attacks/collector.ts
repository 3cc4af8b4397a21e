import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { loopbackPort } from '#testing/platform/loopback-port.ts'

/** Plays the attacker's server: counts connections, requests and packets. */
export class Collector {
  readonly arrived: string[] = []
  readonly port: number
  readonly #server: Server
  readonly #packets: Socket

  private constructor(server: Server, port: number, packets: Socket) {
    this.port = port
    this.#server = server
    this.#packets = packets
  }

  static async start(): Promise<Collector> {
    const server = createServer()
    const packets = createSocket('udp4')
    const collector = new Collector(server, await loopbackPort(server), packets)
    server.on('connection', () => collector.arrived.push('connection'))
    server.on('request', ({ method = '', url = '' }, answer) => {
      collector.arrived.push(`${method} ${url}`)
      answer.setHeader('Access-Control-Allow-Origin', '*').end('// reached')
    })
    packets.on('message', () => collector.arrived.push('packet'))
    packets.bind(0, '127.0.0.1')
    await once(packets, 'listening')
    return collector
  }

  get packetPort(): number {
    return this.#packets.address().port
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** A positive control: the counts before, and whether a test connection and packet arrived. */
  async proveItCounts(): Promise<{ readonly before: readonly string[]; readonly counts: boolean }> {
    const before = [...this.arrived]
    await (await fetch(`${this.url}/own`)).text()
    const packet = once(this.#packets, 'message')
    this.#packets.send('own', this.packetPort, '127.0.0.1')
    await packet
    return { before, counts: this.arrived.includes('GET /own') && this.arrived.includes('packet') }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
    this.#packets.close()
  }
}
