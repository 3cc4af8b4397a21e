import { isIPv4 } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { Route, RoutePlan } from '#shared/network.ts'
import { planOfVariables, type ProxyLogin, type Variables } from './environment-proxy.ts'
import { parseProxyList } from './proxy-list.ts'

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
    this.askAgain()
  }

  /** What the settings said before does not count for the next connection. */
  askAgain(): void {
    this.#found.clear()
  }

  /** The settings or the network may have changed: the settings are asked again, and no proxy is tried last. */
  changed(): void {
    this.askAgain()
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
