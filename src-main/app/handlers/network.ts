import { addressIn } from '#shared/settings.ts'
import type { NetworkStatus } from '#shared/network.ts'
import { err, ok } from '#shared/result.ts'
import type { HandlersOf } from './register.ts'
import type { PageParts } from '../services-options.ts'

/** Answers what the page asks about the way to the insurer, and keeps the name and password for the proxy. */
export function createNetworkHandlers(parts: PageParts): HandlersOf<'network'> {
  const { workspace, network, proxyLogins, ledger } = parts

  const status = async (): Promise<NetworkStatus> => {
    const { name } = workspace.environment
    const baseUrl = name === 'practice' ? '' : addressIn(workspace.settings, name)
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
    return {
      address: url?.host ?? null,
      plan: await network.plan(url ?? new URL('http://localhost')),
      trusted: await network.trustedCount(),
      trouble: network.trouble(),
      login: await proxyLogins.status(),
    }
  }
  /** The next connection takes the change into account, and is tried now. */
  const changed = async (): Promise<NetworkStatus> => {
    network.changed()
    workspace.environment.services?.engine.networkChanged(true)
    return await status()
  }

  return {
    'network:use': () => ok(ledger.use()),
    'network:status': async () => ok(await status()),
    'network:set-proxy-login': async (login) => {
      const set = await proxyLogins.set(login)
      return set.ok ? ok(await changed()) : err(set.error)
    },
    'network:clear-proxy-login': async () => {
      const cleared = await proxyLogins.clear()
      return cleared.ok ? ok(await changed()) : err(cleared.error)
    },
  }
}
