import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { createTestCertificate, type TestCertificate } from './test-certificate.ts'
import { claim, created, rawLoopback } from './loopback-api.ts'

/** A moment in the life of a connection, as the peer sees it. */
export type Moment = 'tcp' | 'tls' | 'headers' | 'half of the body' | 'body'

/** What a peer does to a connection; `raw` is below the TLS socket. */
export type Deed = (raw: Socket, secure: Socket | null) => void

export const deeds = {
  'ends it': (raw, secure) => void (secure ?? raw).end(),
  'closes it': (raw) => void raw.destroy(),
  'resets it': (raw) => void raw.resetAndDestroy(),
  'closes its half below TLS': (raw) => void raw.end(),
  'answers 408': (raw, secure) =>
    void (secure ?? raw).write(
      'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
    ),
  'answers 408 and ends it': (raw, secure) =>
    void (secure ?? raw).end(
      'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
    ),
} satisfies Readonly<Record<string, Deed>>

export interface TlsPeer {
  readonly url: string
  /** How many came. */
  readonly connections: () => number
  readonly harm: (connection: number, deed: Deed) => void
  /** Requests whose head arrived, with the number of their connection, counted from 1. */
  readonly heads: readonly number[]
  readonly handshakes: readonly { readonly isResumed: boolean; readonly arrivedBytes: number }[]
  /** Of all connections, both ways, TLS included. */
  readonly bytes: () => number
  /** Requests that arrived to their last byte. */
  readonly bodies: () => number
  /** Resolves at once where it happened already. */
  readonly reached: (connection: number, moment: Moment | 'closed') => Promise<void>
}

export interface PeerScript {
  /** For each connection by its number: what is done to it and when; the others are served. */
  readonly harm?: Readonly<Record<number, readonly [Moment, Deed]>>
  readonly forgetsSessions?: boolean
  readonly certificate?: TestCertificate
  /** Whether a connection gets as far as TLS only after `go`. */
  readonly holds?: (connection: number, go: () => void) => boolean
}

/** An insurer over TLS that confirms each claim, and does harm at a moment; closed with the test. */
export async function tlsPeer({
  harm = {},
  holds,
  forgetsSessions = false,
  certificate = createTestCertificate(['localhost']),
}: PeerScript = {}): Promise<TlsPeer> {
  trust(certificate.cert)
  const connections: Socket[] = []
  const secured = new Map<number, Socket>()
  const heads: number[] = []
  const handshakes: { isResumed: boolean; arrivedBytes: number }[] = []
  const happened = new Set<string>()
  const news = new EventEmitter().setMaxListeners(0)
  let bodies = 0

  const reach = (connection: number, moment: Moment | 'closed', secure: Socket | null): boolean => {
    const raw = connections[connection - 1]
    const [when, deed] = harm[connection] ?? []
    const isHarmed = raw !== undefined && deed !== undefined && when === moment
    if (isHarmed) deed(raw, secure)
    happened.add(`${connection} ${moment}`)
    news.emit(`${connection} ${moment}`)
    return isHarmed
  }
  const numbers = new WeakMap<object, number>()
  const tls = createTlsServer(certificate, (secure) => {
    const connection = numberOf(secure.remotePort)
    secure.on('error', () => undefined)
    secured.set(connection, secure)
    // The request has arrived with the end of the handshake.
    handshakes.push({
      isResumed: secure.isSessionReused(),
      arrivedBytes: connections[connection - 1]?.bytesRead ?? 0,
    })
    if (!reach(connection, 'tls', secure)) serve(connection, secure)
  })
  const numberOf = (port: number | undefined): number =>
    connections.findIndex((raw) => (numbers.get(raw) ?? 0) === port) + 1

  const serve = (connection: number, secure: Socket): void => {
    let text = ''
    let next: Moment = 'headers'
    secure.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      const arrived = text.length - headEnd - 4
      if (next === 'headers') {
        heads.push(connection)
        next = 'half of the body'
        if (reach(connection, 'headers', secure)) secure.pause()
      }
      if (next === 'half of the body' && arrived >= length / 2) {
        next = 'body'
        if (reach(connection, 'half of the body', secure)) secure.pause()
      }
      if (arrived < length) return
      bodies += 1
      if (reach(connection, 'body', secure) || secure.isPaused()) return
      const answer = JSON.stringify(created(claim.policyNumber))
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n\r\n`
      secure.write(head + answer)
    })
  }

  const host = await rawLoopback((raw) => {
    const connection = connections.push(raw)
    numbers.set(raw, raw.remotePort ?? 0)
    if (forgetsSessions) tls.setTicketKeys(randomBytes(48))
    raw.once('close', () => reach(connection, 'closed', null))
    if (reach(connection, 'tcp', null)) {
      raw.resume()
      return
    }
    const hello: Buffer[] = []
    const keep = (bytes: Buffer): void => void hello.push(bytes)
    const go = (): void => {
      raw.off('data', keep)
      if (hello.length > 0) raw.unshift(Buffer.concat(hello))
      tls.emit('connection', raw)
    }
    // An end is noticed only where something reads.
    if (holds?.(connection, go) === true) raw.on('data', keep)
    else tls.emit('connection', raw)
  })
  return {
    url: `https://${host.replace('127.0.0.1', 'localhost')}`,
    connections: () => connections.length,
    harm: (connection, deed) => {
      const raw = connections[connection - 1]
      if (raw !== undefined) deed(raw, secured.get(connection) ?? null)
    },
    heads,
    handshakes,
    bytes: () => connections.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    bodies: () => bodies,
    reached: async (connection, moment) => {
      const name = `${connection} ${moment}`
      if (!happened.has(name)) await once(news, name)
    },
  }
}

const trusted: string[] = []

/** Trusted until the test ends, instead of the system's own: to read those again takes longer than a test does. */
export function trust(certificate: string): void {
  if (trusted.push(certificate) === 1) {
    const systems = getCACertificates('default')
    onTestFinished(() => {
      trusted.length = 0
      setDefaultCACertificates(systems)
    })
  }
  setDefaultCACertificates(trusted)
}
