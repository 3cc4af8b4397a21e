import { isIP, isIPv4 } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { ProxyTrouble, Route, RoutePlan, TrustedAuthorities } from '#shared/network.ts'
import { createTrust, type Trust, type Trusted } from './certificates.ts'
import { parseProxyList, proxyOrigin, type SystemAnswer } from './proxy-script.ts'

/** The environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A proxy's name and password. */
export interface ProxyLogin {
  readonly name: string
  readonly password: string
}

/** What a connection needs to know of the network it is opened in. */
export interface Network {
  /** The ways to an address, best first. Never rejects. */
  plan(url: URL): Promise<RoutePlan>
  /** The name and password for a proxy, by its origin; null for none. Main's own: never passed on. */
  loginFor(proxy: string): Promise<ProxyLogin | null>
  /** The certificates that are trusted. Never rejects. */
  trusted(): Promise<Trusted>
  /** A connection failed at a proxy. */
  failed(trouble: ProxyTrouble): void
  /** A connection came about. @param target host and port */
  reached(target: string): void
  /** No way led there: the settings may have changed. */
  unreached(): void
}

/** No proxy and Node's own certificates: for tests, and for what never leaves this computer. */
export const directNetwork: Network = {
  plan: () => Promise.resolve({ routes: [{ type: 'direct' }], source: { type: 'this-computer' } }),
  loginFor: () => Promise.resolve(null),
  trusted: () => Promise.resolve(() => ({})),
  failed: () => undefined,
  reached: () => undefined,
  unreached: () => undefined,
}

export interface SystemNetworkOptions {
  readonly variables: Variables
  /** Asks the system's settings; gets an origin, because a script may pass on what it is asked about. May reject. */
  readonly askSystem: (origin: string) => Promise<SystemAnswer>
  /** The kept name and password for that proxy; null for none. */
  readonly readLogin: (proxy: string) => Promise<ProxyLogin | null>
  readonly trust?: Trust
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

/** A failure at a proxy, and when (ISO). */
export type NotedTrouble = ProxyTrouble & { readonly at: string }

/** The network by the environment variables, or else as this computer's settings have it. */
export class SystemNetwork implements Network {
  readonly #options: SystemNetworkOptions
  readonly #trust: Trust
  readonly #nowMs: () => number
  readonly #found = new Map<string, { readonly plan: Promise<RoutePlan>; readonly untilMs: number }>()
  readonly #avoidedUntilMs = new Map<string, number>()
  /** The last failure on the way to each target, oldest first. */
  readonly #troubles = new Map<string, NotedTrouble>()

  constructor(options: SystemNetworkOptions) {
    this.#options = options
    this.#trust = options.trust ?? createTrust()
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

  async loginFor(proxy: string): Promise<ProxyLogin | null> {
    for (const scheme of ['https', 'http']) {
      const said = planOfVariables(new URL(`${scheme}://name.invalid`), this.#options.variables)
      const isIt = said?.plan.routes.some((route) => route.type === 'proxy' && route.proxy === proxy)
      if (isIt === true && said !== null && said.login !== null) return said.login
    }
    return await this.#options.readLogin(proxy)
  }

  trusted(): Promise<Trusted> {
    return this.#trust.trusted()
  }

  /** A proxy that could not be reached is tried last for a while, and the settings are asked again. */
  failed(trouble: ProxyTrouble): void {
    this.#troubles.delete(trouble.target)
    this.#troubles.set(trouble.target, { ...trouble, at: new Date().toISOString() })
    if (trouble.problem !== 'unreachable' && trouble.problem !== 'no-answer') return
    this.#avoidedUntilMs.set(trouble.proxy, this.#nowMs() + avoidedMs)
    this.unreached()
  }

  reached(target: string): void {
    this.#troubles.delete(target)
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

  /** The name or the password for a proxy is another: what failed before says nothing of it. */
  loginChanged(): void {
    this.#troubles.clear()
    this.changed()
  }

  /** The last failure on the way to any address to which no connection came about since; null for none. */
  trouble(): NotedTrouble | null {
    return [...this.#troubles.values()].at(-1) ?? null
  }

  trustedCount(): Promise<TrustedAuthorities> {
    return this.#trust.count()
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
