import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import tls from 'node:tls'
import { onTestFinished } from 'vitest'
import { loopbackPort } from '#testing/platform/loopback-port.ts'
import type { ProxyTrouble, Route } from '#shared/network.ts'
import type { ProxyLogin } from '#main/network/network.ts'
import type { Network } from '#main/network/network.ts'

/** A CONNECT that the proxy was asked for. */
interface Asked {
  readonly target: string
  readonly authorization: string | undefined
}

export interface ConnectProxy {
  /** Its origin. */
  readonly url: string
  readonly asked: readonly Asked[]
  /** The open tunnels' ends at the client. */
  readonly tunnels: readonly Socket[]
}

/** What the proxy does with a CONNECT; `through` joins it with where the proxy leads. */
export type Deciding = (socket: Socket, through: () => void, request: IncomingMessage) => void

/** A small HTTP proxy on this computer that leads to one place, whatever it is asked for; closed with the test. */
export async function connectProxy(
  leadsTo: string,
  decide: Deciding = (_socket, through) => through(),
): Promise<ConnectProxy> {
  const asked: Asked[] = []
  const sockets = new Set<Socket>()
  const tunnels: Socket[] = []
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy())
  }
  const server = createServer()
  server.on('connection', keep)
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    const through = (): void => {
      const [host = '', port = ''] = leadsTo.replace(/^https?:\/\//, '').split(':')
      const onward = keep(connect(Number(port), host))
      onward.once('connect', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        tunnels.push(socket)
        socket.pipe(onward).pipe(socket)
      })
      onward.once('close', () => socket.destroy())
      socket.once('close', () => onward.destroy())
    }
    decide(socket, through, request)
  })
  const port = await loopbackPort(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, asked, tunnels }
}

interface TestNetwork extends Network {
  readonly troubles: readonly ProxyTrouble[]
  /** How each connection ended: `to insurer.example:443`, or `no way`. */
  readonly ways: readonly string[]
}

/** A network for tests: these ways, this login, these certificates; it remembers what happened. */
export function testNetwork(
  routes: readonly Route[],
  { login = null, ca }: { readonly login?: ProxyLogin | null; readonly ca?: string } = {},
): TestNetwork {
  const troubles: ProxyTrouble[] = []
  const ways: string[] = []
  const context = ca === undefined ? undefined : tls.createSecureContext({ ca })
  return {
    troubles,
    ways,
    plan: () => Promise.resolve({ routes, source: { type: 'system' } }),
    loginFor: () => Promise.resolve(login),
    trusted: () => Promise.resolve(() => (context === undefined ? {} : { secureContext: context })),
    failed: (trouble) => void troubles.push(trouble),
    reached: (target) => void ways.push(`to ${target}`),
    unreached: () => void ways.push('no way'),
  }
}
