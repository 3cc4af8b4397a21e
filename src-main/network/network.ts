import type { SecureContext } from 'node:tls'
import type { ProxyTrouble, RoutePlan, TrustedAuthorities } from '#shared/network.ts'
import type { ProxyLogin } from './environment-proxy.ts'
import { createTrust, type Trust } from './certificates.ts'
import { RouteFinder, type RouteFinderOptions } from './route-finder.ts'

/** What a connection needs to know of the network it is opened in. */
export interface Network {
  /** The ways to an address, best first. Never rejects. */
  plan(url: URL): Promise<RoutePlan>
  /** The name and password for a proxy, by its origin; null for none. Main's own: never passed on. */
  loginFor(proxy: string): Promise<ProxyLogin | null>
  /**
   * The certificates that are trusted; undefined for Node's own.
   *
   * @param groups the only ones for the key exchange, as `ecdhCurve` of `tls` has them; by default all
   */
  trusted(groups?: string): SecureContext | undefined
  /** A connection failed at a proxy, or came through (null). */
  passed(trouble: ProxyTrouble | null): void
}

/** No proxy, and Node's own certificates: for tests, and for what never leaves this computer. */
export const directNetwork: Network = {
  plan: () => Promise.resolve({ routes: [{ type: 'direct' }], source: { type: 'this-computer' } }),
  loginFor: () => Promise.resolve(null),
  trusted: () => undefined,
  passed: () => undefined,
}

export interface SystemNetworkOptions extends RouteFinderOptions {
  /** The kept name and password for that proxy; null for none. */
  readonly readLogin: (proxy: string) => Promise<ProxyLogin | null>
  readonly trust?: Trust
}

/** The network as the environment variables and this computer's settings have it. */
export class SystemNetwork implements Network {
  readonly #options: SystemNetworkOptions
  readonly #finder: RouteFinder
  readonly #trust: Trust
  #trouble: (ProxyTrouble & { readonly at: string }) | null = null

  constructor(options: SystemNetworkOptions) {
    this.#options = options
    this.#finder = new RouteFinder(options)
    this.#trust = options.trust ?? createTrust()
  }

  plan(url: URL): Promise<RoutePlan> {
    return this.#finder.plan(url)
  }

  async loginFor(proxy: string): Promise<ProxyLogin | null> {
    return this.#finder.loginOf(proxy) ?? (await this.#options.readLogin(proxy))
  }

  trusted(groups?: string): SecureContext {
    return this.#trust.context(groups)
  }

  passed(trouble: ProxyTrouble | null): void {
    this.#trouble = trouble === null ? null : { ...trouble, at: new Date().toISOString() }
    if (trouble?.problem === 'unreachable' || trouble?.problem === 'no-answer') {
      this.#finder.avoid(trouble.proxy)
    }
  }

  /** The last failure at a proxy; null once a connection came through. */
  trouble(): (ProxyTrouble & { readonly at: string }) | null {
    return this.#trouble
  }

  trustedCount(): TrustedAuthorities {
    return this.#trust.count()
  }

  /** The settings may have changed: they are asked again for the next connection. */
  changed(): void {
    this.#finder.forget()
  }
}
