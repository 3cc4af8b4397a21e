import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import type { Session } from 'electron'
import type { Route } from '#shared/network.ts'
import type { Trust } from './certificates.ts'

/** What a program printed; '' where it failed or is not there. */
export type PrintedBy = (program: string, args: readonly string[]) => Promise<string>

const programTimeoutMs = 5_000
const fetchTimeoutMs = 10_000
/** Chromium's own limit. */
const longestScript = 1024 * 1024
// A fixed path: the variables that name the Windows folders are the user's.
const reg = String.raw`C:\Windows\System32\reg.exe`
/** The policies of the computer and the account, then the settings of the account and the computer. */
const registryKeys = [
  String.raw`HKLM\Software\Policies`,
  String.raw`HKCU\Software\Policies`,
  String.raw`HKCU\Software`,
  String.raw`HKLM\Software`,
].map((root) => `${root}\\Microsoft\\Windows\\CurrentVersion\\Internet Settings`)

/**
 * The address of the configuration script (PAC) that this computer's network settings name; null for none. Chromium
 * knows it too, but is cut off from the network and could not fetch it: it would silently take no proxy.
 */
export async function scriptAddress(platform: NodeJS.Platform, printedBy: PrintedBy): Promise<string | null> {
  switch (platform) {
    case 'win32': {
      for (const key of registryKeys) {
        const printed = await printedBy(reg, ['query', key, '/v', 'AutoConfigURL'])
        const address = /AutoConfigURL\s+REG_\w+\s+(\S+)/.exec(printed)?.[1] ?? null
        if (address !== null) return address
      }
      return null
    }
    case 'darwin': {
      const printed = await printedBy('/usr/sbin/scutil', ['--proxy'])
      const isOn = /ProxyAutoConfigEnable\s*:\s*1/.test(printed)
      return isOn ? (/ProxyAutoConfigURLString\s*:\s*(\S+)/.exec(printed)?.[1] ?? null) : null
    }
    default:
      return await gnomeScript(printedBy)
  }
}

async function gnomeScript(printedBy: PrintedBy): Promise<string | null> {
  const schema = 'org.gnome.system.proxy'
  const mode = await printedBy('gsettings', ['get', schema, 'mode'])
  if (mode.trim() !== "'auto'") return null
  const address = await printedBy('gsettings', ['get', schema, 'autoconfig-url'])
  return /'(\S+)'/.exec(address)?.[1] ?? null
}

/** Runs a program and reads what it prints. */
export const printedBy: PrintedBy = (program, args) =>
  new Promise((resolve) => {
    const options = { timeout: programTimeoutMs, maxBuffer: 64 * 1024, windowsHide: true } as const
    execFile(program, args, options, (error, printed) => resolve(error === null ? printed : ''))
  })

/** Reads a configuration script, directly: it decides about proxies. @returns null where it cannot be read */
export async function readScript(address: string, trust: Trust): Promise<string | null> {
  try {
    const url = new URL(address)
    return url.protocol === 'file:' ? await fileText(url) : await fetchText(url, trust)
  } catch {
    return null
  }
}

async function fileText(url: URL): Promise<string | null> {
  const text = await readFile(fileURLToPath(url), 'utf8')
  return text.length <= longestScript ? text : null
}

async function fetchText(url: URL, trust: Trust): Promise<string | null> {
  const trusted = url.protocol === 'https:' ? (await trust.trusted())() : {}
  // By default a variable of the office's account decides about the certificate.
  const connect = { timeout: fetchTimeoutMs, rejectUnauthorized: true, ...trusted }
  const agent = new Agent({ connect, maxResponseSize: longestScript })
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      signal: AbortSignal.timeout(fetchTimeoutMs),
    })
    const text = await body.text()
    // A sign-in page of the network is no script.
    return statusCode === 200 && text.includes('FindProxyForURL') ? text : null
  } finally {
    await agent.destroy()
  }
}

/** What the system's settings say about an address. */
export interface SystemAnswer {
  /** The list as Electron's `session.resolveProxy` returns it. */
  readonly list: string
  /** The configuration script that said so; null for none. */
  readonly script: string | null
}

export interface SystemProxyOptions {
  /** A session of its own: it is told which settings to follow, and loads nothing. */
  readonly session: () => Pick<Session, 'resolveProxy' | 'setProxy'>
  /** The address of the configuration script that the system's settings name; null for none. */
  readonly scriptAddress: () => Promise<string | null>
  /** The script's text; null where it cannot be read. */
  readonly readScript: (address: string) => Promise<string | null>
}

/**
 * Asks the system's network settings which way leads to an address, as Chromium understands them. A configuration
 * script is fetched by main and given to Chromium as text, because Chromium is cut off from the network.
 */
export function createSystemProxy(options: SystemProxyOptions): (origin: string) => Promise<SystemAnswer> {
  let followed = ''

  return async (origin) => {
    const session = options.session()
    /** @param script its address as Chromium gets it; '' for the system's settings without one */
    const follow = async (script: string): Promise<void> => {
      if (script === followed) return
      await session.setProxy(script === '' ? { mode: 'system' } : { mode: 'pac_script', pacScript: script })
      followed = script
    }

    const address = await options.scriptAddress()
    const text = address === null ? null : await options.readScript(address)
    if (text !== null) {
      await follow(`data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(text).toString('base64')}`)
      return { list: await session.resolveProxy(origin), script: address }
    }
    await follow('')
    const list = await session.resolveProxy(origin)
    // Beside a script that cannot be read, a proxy set by hand still counts.
    const isUnreadable = address !== null && list.trim() === 'DIRECT'
    return { list: isUnreadable ? '' : list, script: isUnreadable ? address : null }
  }
}

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
