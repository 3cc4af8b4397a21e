import { TLSSocket, type SecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import type { Trusted } from '#main/insurer/network/certificates.ts'

/** Servers keep sessions for five minutes at least; one that is refused costs a whole handshake. */
const longestResumableMs = 4 * 60_000

/** Without the key exchange against quantum computers, which takes 2.3 kB of each connection. */
const shortGroups = 'X25519:P-256:P-384:P-521'

/** undici's connector returns its socket, although its type does not say so. */
export type SocketConnector = (...asked: Parameters<buildConnector.connector>) => unknown

/**
 * undici's connector, which resumes the newest TLS session of the same server: no certificates are sent again, and the
 * keys follow from those of the first handshake, so that its protection against quantum computers covers them and the
 * long key exchange is left out. Once a server refused that, each of its connections is made in full. undici's own
 * cache of sessions holds them weakly: after a garbage collection none is left.
 */
export function resumingConnector(
  given: Omit<buildConnector.BuildOptions, 'rejectUnauthorized'>,
  trusted: Trusted = () => undefined,
): SocketConnector {
  // By default a variable of the office's account decides.
  const options = { ...given, rejectUnauthorized: true }
  // A resumed session is not checked for its name again: never one of another server.
  const servers = new Map<string, Server>()
  const inFull: SocketConnector = buildConnector({ ...options, ...contextOf(trusted), maxCachedSessions: 0 })

  const connectorTo = (server: Server): SocketConnector => {
    const { newest, isRefused } = server
    if (newest === null || isRefused || performance.now() - newest.atMs > longestResumableMs) return inFull
    const { session } = newest
    const groups = { ...contextOf(trusted, shortGroups), ecdhCurve: shortGroups }
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

function contextOf(trusted: Trusted, groups?: string): { readonly secureContext?: SecureContext } {
  const secureContext = trusted(groups)
  return secureContext === undefined ? {} : { secureContext }
}
