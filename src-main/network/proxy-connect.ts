import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ProxyProblem } from '#shared/network.ts'
import { longestHeadersBytes } from './body.ts'
import type { Trusted } from './certificates.ts'
import type { Network } from './network.ts'
import { connectFailure } from './transport-error.ts'
import { keyHider } from './hide-key.ts'

/** No connection came about through a proxy: nothing of a request has left. */
export class ProxyError extends Error {
  /** See transport-error.ts. */
  readonly code: 'ERR_PROXY' | 'ERR_PROXY_LOGIN'
  readonly problem: ProxyProblem
  readonly proxy: string
  /** The proxy's own words, without the name and the password; '' for none. */
  readonly saying: string

  constructor(problem: ProxyProblem, proxy: string, saying = '') {
    // No address and no words of a proxy in the message: it may be logged.
    super(`proxy: ${problem}`)
    this.code = problem === 'asks' || problem === 'refuses-password' ? 'ERR_PROXY_LOGIN' : 'ERR_PROXY'
    this.problem = problem
    this.proxy = proxy
    this.saying = saying
  }
}

export interface TunnelWish {
  /** The proxy's origin. */
  readonly proxy: string
  /** Host and port of where to, as CONNECT names it. */
  readonly target: string
  readonly timeoutMs: number
  readonly network: Pick<Network, 'loginFor' | 'trusted'>
  /** See `autoSelectFamilyAttemptTimeout` of `net.connect`, in ms. */
  readonly attemptTimeoutMs: number
}

const longestSaying = 100

/**
 * Opens a tunnel through a proxy (RFC 9110, 9.3.6). Rejects with a {@link ProxyError} only.
 *
 * @returns a socket whose other end is the target
 */
export async function openTunnel(wish: TunnelWish): Promise<Socket> {
  const { proxy, network } = wish
  const login = await network.loginFor(proxy)
  const token = login === null ? null : Buffer.from(`${login.name}:${login.password}`).toString('base64')
  const trusted = proxy.startsWith('https:') ? (await network.trusted())() : {}
  const { answer, socket, early } = await connectAnswer(wish, token, trusted)
  // The proxy may hang up before anyone else listens.
  socket.on('error', () => undefined)
  const { statusCode: status = 0 } = answer
  if (status >= 200 && status < 300) {
    // Neither TLS nor HTTP lets the server speak first: this is a page of the network's own.
    if (early.length === 0) return socket
    socket.destroy()
    throw new ProxyError('not-a-proxy', proxy)
  }
  socket.destroy()
  const hide = (text: string): string =>
    [login?.password, token].reduce<string>(
      (shown, secret) => (secret ? keyHider(secret).inText(shown) : shown),
      text,
    )
  throw refusal(answer, proxy, login !== null, hide)
}

interface Connected {
  readonly answer: IncomingMessage
  readonly socket: Socket
  /** Bytes that followed the answer's headers. */
  readonly early: Buffer
}

function connectAnswer(
  wish: TunnelWish,
  token: string | null,
  trusted: ReturnType<Trusted>,
): Promise<Connected> {
  const { proxy, timeoutMs } = wish
  return new Promise((resolve, reject) => {
    let hasConnected = false
    const asked = askToConnect(wish, token, trusted)
    const fail = (error: unknown): void => {
      clearTimeout(timer)
      asked.destroy()
      reject(new ProxyError(problemOf(error, hasConnected), proxy))
    }
    const timer = setTimeout(() => fail(null), timeoutMs)
    asked.once('socket', (socket) => {
      socket.once(proxy.startsWith('https:') ? 'secureConnect' : 'connect', () => (hasConnected = true))
    })
    asked.once('connect', (answer, socket, early) => {
      clearTimeout(timer)
      resolve({ answer, socket, early })
    })
    asked.on('error', fail)
    asked.end()
  })
}

function askToConnect(
  { proxy, target, attemptTimeoutMs }: TunnelWish,
  token: string | null,
  trusted: ReturnType<Trusted>,
): ClientRequest {
  const { hostname, port } = new URL(proxy)
  const isTls = proxy.startsWith('https:')
  const place = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
  }
  const servername = isIP(place.host) === 0 ? place.host : ''
  // By default a variable of the office's account decides about the certificate.
  const tlsOptions = { ...place, servername, rejectUnauthorized: true, ...trusted }
  const asked = request({
    ...place,
    // Without an agent: a connection of its own, which then belongs to whoever asked.
    createConnection: () => (isTls ? connectTls(tlsOptions) : connectTcp(place)),
    method: 'CONNECT',
    path: target,
    maxHeaderSize: longestHeadersBytes,
    headers: {
      host: target,
      connection: 'keep-alive',
    },
  })
  // Not among the options: NODE_DEBUG has Node print those.
  if (token !== null) asked.setHeader('proxy-authorization', `Basic ${token}`)
  return asked
}

function problemOf(error: unknown, hasConnected: boolean): ProxyProblem {
  if (connectFailure(error) === 'tls') return 'certificate'
  if (!hasConnected) return 'unreachable'
  const isGarbage = error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_')
  return isGarbage ? 'not-a-proxy' : 'no-answer'
}

function refusal(
  { statusCode: status = 0, statusMessage = '', headersDistinct }: IncomingMessage,
  proxy: string,
  hasLogin: boolean,
  hide: (text: string) => string,
): ProxyError {
  if (status === 407) {
    const schemes = (headersDistinct['proxy-authenticate'] ?? []).flatMap(schemesOf)
    if (schemes.some((scheme) => scheme.toLowerCase() === 'basic')) {
      return new ProxyError(hasLogin ? 'refuses-password' : 'asks', proxy)
    }
    return new ProxyError('asks-unsupported', proxy, clean(schemes.join(', ')))
  }
  // What tinyproxy says to a wrong password. The insurer cannot have said it: no connection to it came about.
  if (status === 401) return new ProxyError(hasLogin ? 'refuses-password' : 'asks', proxy)
  // Hidden before it is cut: a cut must not leave a part of the password.
  const saying = clean(hide(`${status} ${statusMessage}`))
  if (status === 408 || status >= 500) return new ProxyError('cannot-reach', proxy, saying)
  if (status >= 400) return new ProxyError('refuses', proxy, saying)
  return new ProxyError('not-a-proxy', proxy, saying)
}

/** The names of the sign-ins in a `Proxy-Authenticate` header (RFC 9110, 11.7.1), each before its parameters. */
function schemesOf(header: string): readonly string[] {
  return header
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .split(',')
    .flatMap((part) => /^\s*([A-Za-z][\w-]*)(?=\s+[^=\s]|\s*$|\s+\w+\s*=)/.exec(part)?.[1] ?? [])
}

function clean(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, longestSaying)
}
