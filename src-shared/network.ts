/** One way from this computer to an address. */
export type Route =
  | { readonly type: 'direct' }
  /** An HTTP proxy, by its origin: `http://proxy.example:3128`, or `https://…` where the way to it is TLS. */
  | { readonly type: 'proxy'; readonly proxy: string }
  /** A proxy of a kind that the application does not speak, as it was named (`SOCKS5 proxy.example:1080`). */
  | { readonly type: 'unsupported'; readonly proxy: string }

/** Who says which way is taken. */
export type RouteSource =
  /** The address is on this computer. */
  | { readonly type: 'this-computer' }
  /** An environment variable, by its name (`HTTPS_PROXY`, `NO_PROXY`). */
  | { readonly type: 'variable'; readonly name: string }
  /** The system's network settings. */
  | { readonly type: 'system' }
  /** A configuration script (PAC) that the system's network settings name, by its address. */
  | { readonly type: 'script'; readonly address: string }
  /** The system's settings, or the script they name, could not be read: the way is direct. */
  | { readonly type: 'unreadable'; readonly script: string | null }

/** The ways to an address, to be tried in this order. There is at least one. */
export interface RoutePlan {
  readonly routes: readonly Route[]
  readonly source: RouteSource
}

/** What keeps a connection from getting through a proxy. Nothing of a request ever left in any of these cases. */
export type ProxyProblem =
  /** It asks for a name and a password, and none is set for it. */
  | 'asks'
  /** It does not accept the name and the password. */
  | 'refuses-password'
  /** It asks for a sign-in that the application does not speak (NTLM, Negotiate, Digest). */
  | 'asks-unsupported'
  /** It does not let this address through. */
  | 'refuses'
  /** It cannot reach the insurer itself. */
  | 'cannot-reach'
  /** No connection to the proxy. */
  | 'unreachable'
  /** It took the connection and then said nothing, or hung up. */
  | 'no-answer'
  /** Its own certificate is not trusted. */
  | 'certificate'
  /** What answers does not speak as a proxy does. */
  | 'not-a-proxy'
  /** It is of a kind that the application does not speak (SOCKS). */
  | 'unsupported'

export interface ProxyTrouble {
  readonly problem: ProxyProblem
  /** The proxy's origin. */
  readonly proxy: string
  /** Where to: host and port. */
  readonly target: string
  /** Its own words (status and reason, or the sign-ins it asks for); '' for none. */
  readonly saying: string
}

/** The name and password for a proxy, without either. */
export interface ProxyLoginStatus {
  readonly type: 'none' | 'kept' | 'session-only' | 'forgotten' | 'unreadable'
  /** The origin of the proxy they belong to; they are sent to no other. */
  readonly proxy: string | null
}

/** How many certificate authorities are trusted, by where they come from. */
export interface TrustedAuthorities {
  readonly bundled: number
  /** Those of the system that are not bundled too. */
  readonly system: number
  /** Those of `NODE_EXTRA_CA_CERTS`. */
  readonly extra: number
}

/** How this computer reaches the insurer. */
export interface NetworkStatus {
  /** Host and port of the insurer's address; null in practice. */
  readonly address: string | null
  readonly plan: RoutePlan
  readonly trusted: TrustedAuthorities
  /** The last failure at a proxy with its time (ISO); null once a connection to the same address came about. */
  readonly trouble: (ProxyTrouble & { readonly at: string }) | null
  readonly login: ProxyLoginStatus
}
