import { BlockList, isIP } from 'node:net'
import type { Route, RoutePlan } from '#shared/network.ts'
import { proxyOrigin } from './proxy-list.ts'

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
 * Whether NO_PROXY names the address: `*`, a name (with everything below it), an address, a range (`10.0.0.0/8`); each
 * with a port, if it shall count for that one alone.
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
  if (name.includes('/')) return isInRange(name, host)
  const domain = name.replace(/^\*?\./, '')
  return domain !== '' && (host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`)))
}

function isInRange(range: string, host: string): boolean {
  const [network = '', bits = ''] = range.split('/')
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(host) === 0 || isIP(network) !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false
  const list = new BlockList()
  try {
    list.addSubnet(network, Number(bits), family)
  } catch {
    return false
  }
  return list.check(host, family)
}
