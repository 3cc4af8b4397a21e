import type { Session } from 'electron'
import type { SystemAnswer } from '../network/route-finder.ts'

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
