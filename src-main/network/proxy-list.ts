import type { Route } from '#shared/network.ts'

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443 }

/**
 * The origin of a proxy, such as `http://proxy.example:3128`, always with its port.
 *
 * @param scheme `http` or `https`: how the proxy itself is spoken to
 * @param place host and perhaps a port
 * @returns null where it is no valid address
 */
export function proxyOrigin(scheme: 'http' | 'https', place: string): string | null {
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
