import { BlockList, isIP } from 'node:net'

/** Name endings that belong to an office or home network or to this computer. */
const insideNames = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'corp',
  'home',
  'private',
  'home.arpa',
]

/** Address ranges that are not public (IANA's special-purpose address registries). */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4')
}
/** The public part of the IPv6 space; IPv4 addresses embedded in it are excluded. */
const publicSix = new BlockList()
publicSix.addSubnet('2000::', 3, 'ipv6')
const embeddedSix = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  embeddedSix.addSubnet(network, prefix, 'ipv6')
}

/**
 * Whether a host, as given by `URL.hostname`, is public: not this computer, not a name or address of an internal
 * network. A public DNS name that resolves to such an address is not detected.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) === 4) return !notPublic.check(host, 'ipv4')
  if (isIP(host) === 6) return publicSix.check(host, 'ipv6') && !embeddedSix.check(host, 'ipv6')
  // A single-label name is resolved in the local network first.
  return host.includes('.') && !insideNames.some((name) => host.endsWith(`.${name}`))
}
