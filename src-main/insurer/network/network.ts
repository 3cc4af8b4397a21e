import type { LinePurpose } from '#shared/line-use.ts'
import type { ProxyTrouble, RoutePlan, TrustedAuthorities } from '#shared/network.ts'
import { RouteFinder, type ProxyLogin, type RouteFinderOptions } from './route-finder.ts'
import { createTrust, type Trust, type Trusted } from './certificates.ts'
import type { CountedSocket, LineLedger } from './line-ledger.ts'

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
  /** TCP, or a proxy's tunnel, is open: what passes over it is counted. @param socket below TLS */
  opened(socket: CountedSocket, purpose: LinePurpose): void
}

/** No proxy, Node's own certificates, and nothing counted: for tests, and for what never leaves this computer. */
export const directNetwork: Network = {
  plan: () => Promise.resolve({ routes: [{ type: 'direct' }], source: { type: 'this-computer' } }),
  loginFor: () => Promise.resolve(null),
  trusted: () => Promise.resolve(() => undefined),
  failed: () => undefined,
  reached: () => undefined,
  unreached: () => undefined,
  opened: () => undefined,
}

export interface SystemNetworkOptions extends RouteFinderOptions {
  /** The kept name and password for that proxy; null for none. */
  readonly readLogin: (proxy: string) => Promise<ProxyLogin | null>
  readonly trust?: Trust
  readonly ledger: Pick<LineLedger, 'follow'>
}

/** A failure at a proxy, and when (ISO). */
export type NotedTrouble = ProxyTrouble & { readonly at: string }

/** The network as the environment variables and this computer's settings have it. */
export class SystemNetwork extends RouteFinder implements Network {
  readonly #options: SystemNetworkOptions
  readonly #trust: Trust
  /** The last failure on the way to each target, oldest first. */
  readonly #troubles = new Map<string, NotedTrouble>()

  constructor(options: SystemNetworkOptions) {
    super(options)
    this.#options = options
    this.#trust = options.trust ?? createTrust()
  }

  async loginFor(proxy: string): Promise<ProxyLogin | null> {
    return this.loginOf(proxy) ?? (await this.#options.readLogin(proxy))
  }

  trusted(): Promise<Trusted> {
    return this.#trust.trusted()
  }

  failed(trouble: ProxyTrouble): void {
    this.#troubles.delete(trouble.target)
    this.#troubles.set(trouble.target, { ...trouble, at: new Date().toISOString() })
    if (trouble.problem === 'unreachable' || trouble.problem === 'no-answer') this.avoid(trouble.proxy)
  }

  reached(target: string): void {
    this.#troubles.delete(target)
  }

  opened(socket: CountedSocket, purpose: LinePurpose): void {
    this.#options.ledger.follow(socket, purpose)
  }

  /** The last failure on the way to any address to which no connection came about since; null for none. */
  trouble(): NotedTrouble | null {
    return [...this.#troubles.values()].at(-1) ?? null
  }

  trustedCount(): Promise<TrustedAuthorities> {
    return this.#trust.count()
  }
}
