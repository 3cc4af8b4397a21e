import { BlockList, isIP } from 'node:net'

/** Names that lead into an office or a home network, or to this computer, by whatever that network's own names say. */
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

/** What of the address space is not the internet (IANA's registers of special-purpose addresses). */
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
/** The one part of the version-6 space that is the internet; ways to write a version-4 address inside it are not. */
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
 * Whether a host, as `URL.hostname` writes it, is one of the internet's: not this computer, not a name or an address
 * of an inner network. A name that the internet's own directory sends to such an address cannot be told from here.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) === 4) return !notPublic.check(host, 'ipv4')
  if (isIP(host) === 6) return publicSix.check(host, 'ipv6') && !embeddedSix.check(host, 'ipv6')
  // A name of one word is looked up in the office's own network first.
  return host.includes('.') && !insideNames.some((name) => host.endsWith(`.${name}`))
}
