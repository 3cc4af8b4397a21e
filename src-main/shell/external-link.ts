import { BlockList, isIP } from 'node:net'
import type { BrowserWindow, Shell } from 'electron'
import { isHttpsLink } from '#shared/https-link.ts'
import { isPracticeFile } from '#shared/domain/practice-file.ts'
import type { Log } from '../platform/log.ts'
import { askInBox, askToAllow, type MessageBoxes } from './dialogs.ts'
import type { LinkOpener } from './page-guards.ts'
import { say } from '../texts/texts.ts'

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

export interface ExternalLinkOptions {
  readonly dialog: MessageBoxes
  readonly shell: Pick<Shell, 'openExternal'>
  readonly window: () => BrowserWindow | null
  /** Where the practice server listens; null while practice is not open. */
  readonly practicePort: () => Promise<number | null>
  readonly log: Log
}

/**
 * Opens a public https address in the officer's browser after a question that shows the whole address, in practice also
 * a file of its own server. Other addresses of this computer or an internal network are refused with a message.
 */
export function createLinkOpener(options: ExternalLinkOptions): LinkOpener {
  return async (address) => {
    try {
      if (isPracticeFile(address, await options.practicePort())) {
        if (await isConfirmed(options, address)) await options.shell.openExternal(address)
        return
      }
      if (!isHttpsLink(address)) return
      if (!isPublicHost(new URL(address).hostname)) await explainRefusal(options, address)
      else if (await isConfirmed(options, address)) await options.shell.openExternal(address)
    } catch {
      options.log.event('external-link-failed')
    }
  }
}

async function isConfirmed({ dialog, window }: ExternalLinkOptions, address: string): Promise<boolean> {
  return await askToAllow(dialog, window(), {
    type: 'question',
    message: say('open-link.question', { host: new URL(address).hostname }),
    detail: address,
    allow: say('open-link.open'),
  })
}

async function explainRefusal({ dialog, window }: ExternalLinkOptions, address: string): Promise<void> {
  await askInBox(dialog, window(), {
    type: 'info',
    message: say('open-link.not-public', { host: new URL(address).hostname }),
    detail: say('open-link.not-public-detail', { address }),
    buttons: [say('open-link.close')],
    noLink: true,
  })
}
