import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import * as v from 'valibot'
import type { TestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { loopbackPort } from '#testing/platform/loopback-port.ts'
import { overLine } from '#testing/wire/far-line.ts'
import { TcpProxy, type Carrier } from '#testing/wire/tcp-proxy.ts'

/** A new line, with an address of its own; the earlier one breaks. */
export const LineOrder = v.object({
  order: v.literal('line'),
  roundTripMs: v.number(),
  /** Each way; null for as many as the machine carries. */
  bytesPerSecond: v.nullable(v.number()),
})
type LineOrder = v.InferOutput<typeof LineOrder>

/** Where it is, and what it saw since it began. */
export const LineState = v.object({
  url: v.string(),
  certificate: v.string(),
  connections: v.number(),
  /** Of those, how many resumed an earlier TLS session. */
  resumed: v.number(),
  /** Bytes on the line, from and to us, TLS included. */
  up: v.number(),
  down: v.number(),
})
export type LineState = Readonly<v.InferOutput<typeof LineState>>

/** A server with TLS behind a line: a round trip in both directions, TCP's own handshake included. */
export class FarServer {
  readonly #certificate: TestCertificate
  readonly #server
  readonly #counts = { connections: 0, resumed: 0, up: 0, down: 0 }
  #port: number | null = null
  #proxy: TcpProxy | null = null

  constructor(certificate: TestCertificate, listener: RequestListener) {
    this.#certificate = certificate
    // Kept connections stay open while the other side is measured.
    this.#server = createServer({ ...certificate, keepAliveTimeout: 600_000 }, listener)
    this.#server.on('secureConnection', (socket) => {
      this.#counts.connections += 1
      if (socket.isSessionReused()) this.#counts.resumed += 1
    })
  }

  async line({ roundTripMs, bytesPerSecond }: LineOrder): Promise<void> {
    this.#port ??= await loopbackPort(this.#server)
    this.#proxy?.refuse()
    const carry = overLine({ roundTripMs, bytesPerSecond: bytesPerSecond ?? undefined })
    this.#proxy = await TcpProxy.start(this.#port, this.#counted(carry))
  }

  get state(): LineState {
    const url = (this.#proxy?.url ?? '').replace('http://127.0.0.1', 'https://localhost')
    return { url, certificate: this.#certificate.cert, ...this.#counts }
  }

  /** Counts the bytes that pass before they are carried: the insurer's side of the line. */
  #counted(carry: Carrier): Carrier {
    return (client, server) => {
      client.on('data', (bytes: Buffer) => (this.#counts.up += bytes.length))
      server.on('data', (bytes: Buffer) => (this.#counts.down += bytes.length))
      carry(client, server)
    }
  }
}
