import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { ProxyProblem, Route } from '#shared/network.ts'
import type { Network } from '../network/network.ts'
import { openTunnel, ProxyError } from './proxy-connect.ts'
import { connectFailure } from './transport-error.ts'

type Target = buildConnector.Options

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
export function createConnector(network: Network, timeoutMs: number): buildConnector.connector {
  // By default Node allows each address of a host 250 ms, too short to reach any of them over a slow line.
  const attemptTimeoutMs = Math.ceil(timeoutMs / 4)
  const limits = { timeout: timeoutMs, allowH2: false, autoSelectFamilyAttemptTimeout: attemptTimeoutMs }
  const overTcp = buildConnector(limits)
  let overTls: buildConnector.connector | null = null

  const connect = (target: Target): Promise<Socket> => {
    if (target.protocol !== 'https:') return connected(overTcp, target)
    // Made at the first use: reading the system's certificates takes a while.
    const secureContext = overTls === null ? network.trusted() : undefined
    overTls ??= buildConnector(secureContext === undefined ? limits : { ...limits, secureContext })
    return connected(overTls, target)
  }

  const take = async (route: Route, target: Target): Promise<Socket> => {
    if (route.type === 'direct') return await connect(target)
    if (route.type === 'unsupported') throw new ProxyError('unsupported', route.proxy)
    const { proxy } = route
    const to = authorityOf(target)
    const socket = await openTunnel({ proxy, target: to, timeoutMs, attemptTimeoutMs, network })
    network.passed(null)
    if (target.protocol !== 'https:') return socket
    try {
      return await connect({ ...target, httpSocket: socket })
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  const connectBest = async (target: Target): Promise<Socket> => {
    const { routes } = await network.plan(new URL(`${target.protocol}//${authorityOf(target)}`))
    let failed: ProxyError | null = null
    for (const route of routes) {
      try {
        return await take(route, target)
      } catch (error) {
        if (!(error instanceof ProxyError)) {
          // Where only the proxy leads out, its failure says more than that of the way around it.
          throw failed !== null && connectFailure(error) !== 'tls' ? failed : error
        }
        const { problem, proxy, saying } = error
        network.passed({ problem, proxy, saying })
        failed ??= error
        if (!mayTryNext.has(problem)) break
      }
    }
    throw failed ?? new Error('no way to the address')
  }

  return (target, callback) => {
    connectBest(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error('not connected'), null),
    )
  }
}

function connected(connect: buildConnector.connector, target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connect(target, (...result) => {
      if (result[0] === null) resolve(result[1])
      else reject(result[0])
    })
  })
}

/** Host and port, the port always, an IPv6 address in brackets. undici takes the brackets away. */
function authorityOf({ hostname, port, protocol }: Target): string {
  const host = hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname
  return `${host}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
}
