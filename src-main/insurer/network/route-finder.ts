import { isIP, isIPv4 } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { Route, RoutePlan } from '#shared/network.ts'

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443 }

/**
 * The origin of a proxy, such as `http://proxy.example:3128`, always with its port.
 *
 * @param scheme `http` or `https`: how the proxy itself is spoken to
 * @param place host and perhaps a port
 * @returns null where it is no valid address
 */
function proxyOrigin(scheme: 'http' | 'https', place: string): string | null {
  const address = `${scheme}://${place}`
  if (!URL.canParse(address)) return null
  const { hostname, port, pathname, username, search, hash } = new URL(address)
  if (hostname === '' || username !== '' || pathname !== '/' || search !== '' || hash !== '') return null
  return `${scheme}://${hostname}:${port === '' ? defaultPorts[scheme] : port}`
}

/**
 * The ways that `session.resolveProxy` names: `PROXY host:port; SOCKS5 host:port; DIRECT` (the format of a PAC file's
 * answer). What cannot be read is left out.
 */
export function parseProxyList(text: string): readonly Route[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part): Route[] => {
      const [, kind = '', place = ''] = /^(\S+)\s*(.*)$/.exec(part) ?? []
      switch (kind.toUpperCase()) {
        case 'DIRECT':
          return [{ type: 'direct' }]
        case 'PROXY':
        case 'HTTP':
          return proxyAt('http', place)
        case 'HTTPS':
          return proxyAt('https', place)
        case 'SOCKS':
        case 'SOCKS4':
        case 'SOCKS5':
        case 'QUIC':
          return [{ type: 'unsupported', proxy: part }]
        default:
          return []
      }
    })
}

function proxyAt(scheme: 'http' | 'https', place: string): Route[] {
  const proxy = proxyOrigin(scheme, place)
  return proxy === null ? [] : [{ type: 'proxy', proxy }]
}

/** The environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A proxy's name and password. */
export interface ProxyLogin {
  readonly name: string
  readonly password: string
}

/** What the variables say about an address. */
export interface VariablesSay {
  readonly plan: RoutePlan
  /** The name and password that stand in the variable; null for none. */
  readonly login: ProxyLogin | null
}

/**
 * What HTTPS_PROXY, HTTP_PROXY and NO_PROXY say about an address, in upper or lower case (lower case wins, as in curl).
 *
 * @returns null where they say nothing: then the system's settings count
 */
export function planOfVariables(url: URL, variables: Variables): VariablesSay | null {
  const exempt = valueOf(variables, 'NO_PROXY')
  if (exempt !== null && isExempt(url, exempt.value)) {
    const source = { type: 'variable', name: exempt.name } as const
    return { plan: { routes: [{ type: 'direct' }], source }, login: null }
  }
  const set = valueOf(variables, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')
  if (set === null) return null
  const { route, login } = proxyOf(set.value)
  return { plan: { routes: [route], source: { type: 'variable', name: set.name } }, login }
}

function valueOf(
  variables: Variables,
  name: string,
): { readonly name: string; readonly value: string } | null {
  for (const spelled of [name.toLowerCase(), name]) {
    const value = variables[spelled]?.trim()
    if (value !== undefined && value !== '') return { name: spelled, value }
  }
  return null
}

function proxyOf(text: string): { readonly route: Route; readonly login: ProxyLogin | null } {
  const address = text.includes('://') ? text : `http://${text}`
  if (!URL.canParse(address)) return { route: { type: 'unsupported', proxy: '?' }, login: null }
  const url = new URL(address)
  const scheme = url.protocol.slice(0, -1)
  const origin = scheme === 'http' || scheme === 'https' ? proxyOrigin(scheme, url.host) : null
  // Without the name and the password: this is shown.
  if (origin === null) return { route: { type: 'unsupported', proxy: `${scheme} ${url.host}` }, login: null }
  const login = url.username === '' ? null : { name: decoded(url.username), password: decoded(url.password) }
  return { route: { type: 'proxy', proxy: origin }, login }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Whether NO_PROXY names the address: `*`, a name (with everything below it) or an address, each with a port where it
 * counts for that one alone. Ranges count for nothing: an insurer has a name.
 */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((item) => item !== '' && names(item, host, port))
}

function names(item: string, host: string, port: string): boolean {
  if (item === '*') return true
  const [, bare = '', onlyPort] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(item) ?? []
  // An IPv6 address without brackets has colons of its own.
  const name = isIP(item) === 6 ? item : bare
  if (isIP(item) !== 6 && onlyPort !== undefined && onlyPort !== port) return false
  const domain = name.replace(/^\*?\./, '')
  return domain !== '' && (host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)))
}

/** What the system's settings say about an address. */
export interface SystemAnswer {
  /** The list as Electron's `session.resolveProxy` returns it. */
  readonly list: string
  /** The configuration script that said so; null for none. */
  readonly script: string | null
}

export interface RouteFinderOptions {
  readonly variables: Variables
  /** Asks the system's settings; gets an origin, because a script may pass on what it is asked about. May reject. */
  readonly askSystem: (origin: string) => Promise<SystemAnswer>
  /** Milliseconds of a monotonic clock. */
  readonly nowMs?: () => number
  /** How long the system's settings (a script perhaps) may take to answer. Default 10 s. */
  readonly patienceMs?: number
}

/** How long an answer is used while connections come about; a connection that does not has it asked again. */
const keptMs = 60_000
/** How long a proxy that could not be reached is tried after all others, as in browsers. */
const avoidedMs = 5 * 60_000
const direct: readonly Route[] = [{ type: 'direct' }]

/** Finds the ways to an address: by the environment variables, or else by the system's settings. */
export class RouteFinder {
  readonly #options: RouteFinderOptions
  readonly #nowMs: () => number
  readonly #found = new Map<string, { readonly plan: Promise<RoutePlan>; readonly untilMs: number }>()
  readonly #avoidedUntilMs = new Map<string, number>()

  constructor(options: RouteFinderOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? (() => performance.now())
  }

  /** The ways to an address, best first. Never rejects: where the settings cannot be read, the way is direct. */
  async plan(url: URL): Promise<RoutePlan> {
    if (isLoopback(url)) return { routes: direct, source: { type: 'this-computer' } }
    const said = planOfVariables(url, this.#options.variables)
    const { routes, source } = said?.plan ?? (await this.#systemPlan(url.origin))
    const isAvoided = (route: Route): boolean =>
      route.type === 'proxy' && (this.#avoidedUntilMs.get(route.proxy) ?? 0) > this.#nowMs()
    const later = routes.filter(isAvoided)
    return { routes: [...routes.filter((route) => !isAvoided(route)), ...later], source }
  }

  /** The name and password that the variables hold for a proxy; null for none. */
  loginOf(proxy: string): ProxyLogin | null {
    for (const scheme of ['https', 'http']) {
      const said = planOfVariables(new URL(`${scheme}://name.invalid`), this.#options.variables)
      const isIt = said?.plan.routes.some((route) => route.type === 'proxy' && route.proxy === proxy)
      if (isIt === true && said !== null && said.login !== null) return said.login
    }
    return null
  }

  /** No connection to this proxy: it is tried last for a while, and the settings are asked again. */
  avoid(proxy: string): void {
    this.#avoidedUntilMs.set(proxy, this.#nowMs() + avoidedMs)
    this.unreached()
  }

  /** What the settings said before does not count for the next connection. */
  unreached(): void {
    this.#found.clear()
  }

  /** The settings or the network may have changed: the settings are asked again, and no proxy is tried last. */
  changed(): void {
    this.unreached()
    this.#avoidedUntilMs.clear()
  }

  #systemPlan(origin: string): Promise<RoutePlan> {
    const found = this.#found.get(origin)
    if (found !== undefined && found.untilMs > this.#nowMs()) return found.plan
    const plan = this.#ask(origin)
    this.#found.set(origin, { plan, untilMs: this.#nowMs() + keptMs })
    return plan
  }

  async #ask(origin: string): Promise<RoutePlan> {
    const { askSystem, patienceMs = 10_000 } = this.#options
    const stop = new AbortController()
    const unreadable: RoutePlan = { routes: direct, source: { type: 'unreadable', script: null } }
    try {
      const late = after(patienceMs, null, { signal: stop.signal, ref: false }).catch(() => null)
      const answer = await Promise.race([askSystem(`${origin}/`), late])
      if (answer === null) return unreadable
      const routes = parseProxyList(answer.list)
      const script = answer.script === null ? null : withoutLogin(answer.script)
      if (routes.length === 0) return { routes: direct, source: { type: 'unreadable', script } }
      return { routes, source: script === null ? { type: 'system' } : { type: 'script', address: script } }
    } catch {
      return unreadable
    } finally {
      stop.abort()
    }
  }
}

/** Whether an address is on this computer: no proxy could reach it. */
function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  )
}

/** An address as it may be shown: a name and password in it are for its server alone. */
function withoutLogin(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
