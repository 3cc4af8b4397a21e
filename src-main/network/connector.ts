import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { buildConnector, errors } from 'undici'
import type { ProxyProblem, Route } from '#shared/network.ts'
import type { Network } from './network.ts'
import type { Trusted } from './certificates.ts'
import { openTunnel, ProxyError } from './proxy-connect.ts'
import { connectFailure } from './transport-error.ts'

type Target = buildConnector.Options

/** A connection that is being opened. */
export interface Opening {
  /** The connector's callback gets an error, unless the connection is open already. */
  readonly giveUp: () => void
}

/** undici's connector, which can also be given up. */
export type Connector = (target: Target, callback: buildConnector.Callback) => Opening

/** Makes a connector. `onSocket` gets what is opened, below TLS. */
export type Connecting = (onSocket?: (socket: Socket) => void) => Connector

/** The progress of one opening, so that it can be given up at any step. */
interface Progress {
  readonly onSocket: ((socket: Socket) => void) | undefined
  isGivenUp: boolean
  /** What is opening now; null between two steps. */
  socket: Socket | null
}

/** With these, the next way is tried, as browsers do; anything else a proxy says is its answer. */
const mayTryNext: ReadonlySet<ProxyProblem> = new Set<ProxyProblem>([
  'unreachable',
  'no-answer',
  'certificate',
  'unsupported',
])

/**
 * Opens undici's connections: directly or through a proxy, as the network has it, and then TLS. HTTP/1.1 only: over
 * HTTP/2 undici shares one connection and re-queues requests in flight when it closes.
 *
 * @param timeoutMs for DNS, TCP and TLS together; reaching a proxy has the same time for itself
 */
export function createConnector(network: Network, timeoutMs: number): Connecting {
  // By default Node allows each address of a host 250 ms, too short to reach any of them over a slow line.
  const attemptTimeoutMs = Math.ceil(timeoutMs / 4)
  const limits = { timeout: timeoutMs, allowH2: false, autoSelectFamilyAttemptTimeout: attemptTimeoutMs }
  const overTcp = buildConnector(limits)
  let overTls: Promise<SocketConnector> | null = null

  const secured = async (target: Target, httpSocket: Socket, progress: Progress): Promise<Socket> => {
    progress.onSocket?.(httpSocket)
    if (target.protocol !== 'https:') return httpSocket
    try {
      return await connected(await tls(), { ...target, httpSocket }, progress)
    } catch (error) {
      httpSocket.destroy()
      throw error
    }
  }

  // At the first use: reading the system's certificates takes a while.
  const tls = (): Promise<SocketConnector> =>
    (overTls ??= network.trusted().then((trusted) => resumingConnector(limits, trusted)))

  const direct = async (target: Target, progress: Progress): Promise<Socket> => {
    if (target.protocol === 'https:') await tls()
    // TCP by itself: what passes below TLS is what is paid for.
    const overTcpAlone = { ...target, protocol: 'http:', port: portOf(target) }
    const late = setTimeout(() => progress.socket?.destroy(new errors.ConnectTimeoutError()), timeoutMs)
    try {
      return await secured(target, await connected(overTcp, overTcpAlone, progress), progress)
    } finally {
      clearTimeout(late)
    }
  }

  const take = async (route: Route, target: Target, progress: Progress): Promise<Socket> => {
    if (route.type === 'direct') return await direct(target, progress)
    if (route.type === 'unsupported') throw new ProxyError('unsupported', route.proxy)
    const { proxy } = route
    const to = authorityOf(target)
    const socket = await openTunnel({ proxy, target: to, timeoutMs, attemptTimeoutMs, network })
    return await secured(target, socket, progress)
  }

  const connectBest = async (target: Target, progress: Progress): Promise<Socket> => {
    const to = authorityOf(target)
    const { routes } = await network.plan(new URL(`${target.protocol}//${to}`))
    let failed: ProxyError | null = null
    for (const route of routes) {
      try {
        const socket = await take(route, target, progress)
        network.reached(to)
        return socket
      } catch (error) {
        if (!(error instanceof ProxyError)) {
          // Where only the proxy leads out, its failure says more than that of the way around it.
          throw failed !== null && connectFailure(error) !== 'tls' ? failed : error
        }
        const { problem, proxy, saying } = error
        network.failed({ problem, proxy, target: to, saying })
        failed ??= error
        if (!mayTryNext.has(problem)) break
      }
    }
    throw failed ?? new Error('no way to the address')
  }

  return (onSocket) => (target, callback) => {
    const progress: Progress = { onSocket, isGivenUp: false, socket: null }
    connectBest(target, progress).then(
      (socket) => callback(null, socket),
      (error: unknown) => {
        if (!progress.isGivenUp) network.unreached()
        callback(error instanceof Error ? error : new Error('not connected'), null)
      },
    )
    return {
      giveUp() {
        progress.isGivenUp = true
        progress.socket?.destroy(givenUp())
      },
    }
  }
}

const givenUp = (): Error => new Error('the connection is not wanted any more')

function connected(connect: SocketConnector, target: Target, progress: Progress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (progress.isGivenUp) throw givenUp()
    const opening = connect(target, (...result) => {
      progress.socket = null
      if (result[0] === null) resolve(result[1])
      else reject(result[0])
    })
    if (opening instanceof Socket) progress.socket = opening
  })
}

/** Host and port, the port always, an IPv6 address in brackets. undici takes the brackets away. */
function authorityOf(target: Target): string {
  const { hostname } = target
  const host = hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname
  return `${host}:${portOf(target)}`
}

function portOf({ port, protocol }: Target): string {
  if (port !== '') return port
  return protocol === 'https:' ? '443' : '80'
}

/** Servers keep sessions for five minutes at least; one that is refused costs a whole handshake. */
const longestResumableMs = 4 * 60_000

/** Without the key exchange against quantum computers, which takes 2.3 kB of each connection. */
const shortGroups = 'X25519:P-256:P-384:P-521'

/** undici's connector returns its socket, although its type does not say so. */
type SocketConnector = (...asked: Parameters<buildConnector.connector>) => unknown

/**
 * undici's connector, which resumes the newest TLS session of the same server: no certificates are sent again, and the
 * keys follow from those of the first handshake, so that its protection against quantum computers covers them and the
 * long key exchange is left out. Once a server refused that, each of its connections is made in full. undici's own
 * cache of sessions holds them weakly: after a garbage collection none is left.
 */
function resumingConnector(
  given: Omit<buildConnector.BuildOptions, 'rejectUnauthorized'>,
  trusted: Trusted = () => ({}),
): SocketConnector {
  // Set here, as otherwise an environment variable of the account decides.
  const options = { ...given, rejectUnauthorized: true }
  // A resumed session is not checked for its name again: never one of another server.
  const servers = new Map<string, Server>()
  const inFull: SocketConnector = buildConnector({ ...options, ...trusted(), maxCachedSessions: 0 })

  const connectorTo = (server: Server): SocketConnector => {
    const { newest, isRefused } = server
    if (newest === null || isRefused || performance.now() - newest.atMs > longestResumableMs) return inFull
    const { session } = newest
    const groups = { ...trusted(shortGroups), ecdhCurve: shortGroups }
    const resuming: SocketConnector = buildConnector({ ...options, ...groups, maxCachedSessions: 0, session })
    return (target, callback) => {
      try {
        return resuming(target, (...result) => {
          const [, socket] = result
          if (socket instanceof TLSSocket && !socket.isSessionReused()) server.isRefused = true
          callback(...result)
        })
      } catch {
        // Electron's TLS library is not Node's own, and may refuse the session or the groups.
        server.isRefused = true
        return inFull(target, callback)
      }
    }
  }
  return (target, callback) => {
    const name = `${target.servername ?? ''} ${target.hostname}:${target.port}`
    const server = servers.get(name) ?? { newest: null, isRefused: false }
    servers.set(name, server)
    const socket = connectorTo(server)(target, callback)
    if (socket instanceof TLSSocket) {
      socket.on('session', (session) => (server.newest = { session, atMs: performance.now() }))
    }
    return socket
  }
}

interface Server {
  newest: { readonly session: Buffer; readonly atMs: number } | null
  isRefused: boolean
}
